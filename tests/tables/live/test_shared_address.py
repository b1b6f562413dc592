"""A rated game does not count if two players used one address at any time of it."""

import random

import pytest
from channels.layers import InMemoryChannelLayer
from pytest_django.fixtures import Settings

from games.models import Game, GameAddress, Rating, Room, User
from games.platform.database.threads import in_database
from games.platform.limits import rates
from games.record.ratings.recomputing import recompute
from games.tables.live import addresses
from games.tables.live.registry import Hubs, use_hubs
from games.tables.live.results import count_finished_games
from tests.fixtures import Processes, idle
from tests.support import desk
from tests.support.client import AsgiClient
from tests.support.people import START, cookie_of, current_game, keep, open_room

HERE, THERE, ELSEWHERE = "8.8.8.8", "1.1.1.1", "9.9.9.9"


@pytest.fixture(autouse=True)
def _behind_a_proxy(settings: Settings) -> None:
    rates.BUCKETS.clear()
    settings.TRUSTED_PROXIES = ["loopback"]


@pytest.fixture
async def table(alice: User, bob: User) -> Room:
    """A rated table of Alice, with a seat for Bob."""
    await in_database(lambda: keep(alice, bob))
    return await in_database(lambda: open_room(alice, clock=60, rated=True))


async def visit(room: Room, user: User | None, address: str) -> AsgiClient:
    """Open the room from this address."""
    cookie = None if user is None else await in_database(lambda: cookie_of(user))
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    headers.append((b"x-real-ip", address.encode()))
    return await AsgiClient(f"/ws/v1/rooms/{room.code}/", cookie, headers).open()


async def do(client: AsgiClient, command: str, **fields: object) -> None:
    answer = await client.ask(command, **fields)
    assert answer["type"] == "ack", answer


async def finish(room: Room) -> Game:
    """Play the game to its end, count it, and return it."""

    def work() -> Game:
        game = current_game(room)
        desk.play(game, 1000, random.Random(1), START)
        assert count_finished_games() == [game.pk]
        game.refresh_from_db()
        return game

    return await in_database(work)


async def begin(one: AsgiClient, other: AsgiClient) -> None:
    """Alice and Bob sit down with seeds, and start."""
    await do(one, "seed", seed="alice")
    await do(other, "sit", seed="bob")
    await do(one, "start")


async def stored() -> set[tuple[str, int]]:
    """The marks in the database, each with its player."""
    return set(await in_database(lambda: list(GameAddress.objects.values_list("mark", "player"))))


async def test_players_at_different_addresses_count(
    hubs: Hubs, table: Room, alice: User, bob: User
) -> None:
    await begin(await visit(table, alice, HERE), await visit(table, bob, THERE))
    await idle(hubs)
    marks = await stored()
    assert {player for _, player in marks} == {alice.pk, bob.pk}
    # Only keyed hashes.
    assert not any(address in mark for mark, _ in marks for address in (HERE, THERE))
    assert (await finish(table)).uncounted == ""
    assert await stored() == set()


async def test_one_seed_from_another_address_hides_nothing(
    hubs: Hubs, table: Room, alice: User, bob: User
) -> None:
    one = await visit(table, alice, HERE)
    other = await visit(table, bob, THERE)
    await begin(one, other)
    # Bob plays from Alice's address.
    await other.leave()
    await visit(table, bob, HERE)
    await idle(hubs)
    assert (await finish(table)).uncounted == "same_address"
    assert not await in_database(lambda: Rating.objects.filter(rated_games__gt=0).exists())
    assert (await in_database(lambda: recompute(check=True))).problems == ()
    assert await stored() == set()


async def test_a_spectator_at_a_players_address_does_not_matter(
    hubs: Hubs, table: Room, alice: User, bob: User, charlie: User
) -> None:
    await begin(await visit(table, alice, HERE), await visit(table, bob, THERE))
    await visit(table, charlie, HERE)
    await visit(table, None, HERE)
    await idle(hubs)
    assert (await finish(table)).uncounted == ""


async def test_it_compares_the_sockets_of_all_processes(
    processes: Processes, table: Room, alice: User, bob: User
) -> None:
    here, there = await processes(InMemoryChannelLayer())
    use_hubs(here)
    one, other = await visit(table, alice, HERE), await visit(table, bob, THERE)
    await begin(one, other)
    use_hubs(there)
    await visit(table, bob, HERE)
    await idle(here)
    await idle(there)
    assert (await finish(table)).uncounted == "same_address"


async def test_it_notes_a_limited_number_of_addresses(
    hubs: Hubs, table: Room, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "MAX_ADDRESSES", 3)
    await begin(await visit(table, alice, HERE), await visit(table, bob, THERE))
    for number in range(1, 6):
        await visit(table, bob, f"7.7.7.{number}")
    await idle(hubs)
    assert [player for _, player in await stored()].count(bob.pk) == 3


async def test_a_casual_game_stores_no_address(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: open_room(alice, clock=60))
    await begin(await visit(room, alice, HERE), await visit(room, bob, THERE))
    await idle(hubs)
    assert await stored() == set()


async def test_the_marks_of_a_game_do_not_touch_its_rematch(
    hubs: Hubs, table: Room, alice: User, bob: User
) -> None:
    one, other = await visit(table, alice, HERE), await visit(table, bob, THERE)
    await begin(one, other)
    second = await visit(table, bob, HERE)
    await idle(hubs)
    assert (await finish(table)).uncounted == "same_address"
    await second.leave()
    await hubs.rooms[table.code].catch_up()
    await hubs.rooms[table.code].refresh()
    await do(one, "rematch", seed="a2")
    await do(other, "rematch", seed="b2")
    await idle(hubs)
    assert (await finish(table)).uncounted == ""
