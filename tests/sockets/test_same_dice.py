"""Rounds with the same dice for everybody, at one table and at several."""

import hashlib

import pytest

from games.clock import now_ms
from games.database.threads import in_database
from games.engine import SHOW_MS
from games.engine.events import GameFinished
from games.fairness.secrets import secret_of
from games.fairness.shared_dice import StillPlaying, open_share, reveal_share, shared_secret
from games.live.registry import Hubs
from games.log.loading import load_game, read_events
from games.log.records import snapshot_of, state_of
from games.log.verifying import problems_of
from games.models import DiceSecret, Game, Room, User
from games.rooms.shared_games import PlaysAlready, open_shared_table
from tests.engine.fairness.reference import reference_die
from tests.support.client import AsgiClient, visit
from tests.support.clock import FakeClock
from tests.support.people import current_game, playing

SAME = {"mode": "rounds", "dice": "same", "clock": 60, "public": True}


async def start(host: User, *others: User) -> tuple[Room, list[AsgiClient]]:
    """Start a game, and connect its players and a spectator."""
    room = await in_database(lambda: playing(host, *others, **SAME))
    return room, [await visit(room, user) for user in (host, *others, None)]


def dice_of(client: AsgiClient, seat: int) -> list[int] | None:
    dice: list[int] | None = client.table["seats"][seat]["turn"]["dice"]
    return dice


async def test_it_gives_all_seats_the_dice_of_the_secret_and_the_seeds(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, (one, two, watcher) = await start(alice, bob)
    assert one.room["dice"] == one.table["dice"] == "same"
    await one.roll()
    assert dice_of(two, 0) is dice_of(two, 1) is dice_of(watcher, 0) is None
    await two.roll()
    game = await in_database(lambda: current_game(room))
    secret = secret_of(await in_database(lambda: DiceSecret.objects.get(code=game.code)))
    seeds = ["seed0", "seed1"]
    expected = [reference_die(secret, game.code, seeds, "-", 1, 1, at) for at in range(5)]
    assert dice_of(one, 0) == dice_of(two, 1) == expected


async def test_it_reveals_the_secret_at_its_own_end_and_verifies(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room, (one, two, _) = await start(alice, bob)
    for client in (one, two):
        await client.roll()
    game = await in_database(lambda: current_game(room))
    state = (await in_database(lambda: load_game(game.pk))).state
    assert state_of(snapshot_of(state), {0: "Alice", 1: "Bob"}) == state
    await one.score("choice")
    state = (await in_database(lambda: load_game(game.pk))).state
    assert state.done == (0,)
    assert state_of(snapshot_of(state), {0: "Alice", 1: "Bob"}) == state
    await two.ask("resign", game=game.code)
    await in_database(game.refresh_from_db)
    assert await in_database(lambda: problems_of(game)) == []
    end = (await in_database(lambda: read_events(game.pk)))[-1].event
    assert isinstance(end, GameFinished)
    assert hashlib.sha256(bytes.fromhex(end.secret)).hexdigest() == state.commitment
    assert (game.dice, game.share, game.dice_counted) == ("same", None, True)


# Tables of a group


@pytest.fixture
async def tables(hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User) -> list[Room]:
    """Two tables with the dice of one group."""

    def open_both() -> list[Room]:
        share, begins = open_share(), now_ms() + 5000
        return [
            open_shared_table(players, "yacht", {}, 30, share, begins)
            for players in ([alice, bob], [charlie])
        ]

    return await in_database(open_both)


async def test_tables_of_a_group_begin_together_and_have_the_same_dice(
    tables: list[Room], alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    one, two = [await visit(tables[0], user) for user in (alice, bob)]
    other = await visit(tables[1], charlie)
    assert (await one.roll())["code"] == "not_started"
    assert one.table["deadline"] == other.table["deadline"]
    clock.advance(5)
    for client in (one, two, other):
        assert (await client.roll())["type"] == "ack"
    assert dice_of(one, 0) == dice_of(two, 1) == dice_of(other, 0)
    hint = await one.ask("hint", game=one.table["game"], turn=1, roll=1)
    assert hint["code"] == "forbidden"
    for client in (one, two):
        await client.score("choice")
    await one.reach(6)
    assert (await one.roll())["code"] == "not_started"
    clock.advance(30 + 1 + SHOW_MS / 1000)
    assert (await one.roll())["type"] == "ack"


async def test_nobody_else_sees_a_table_of_a_group_and_nobody_plays_twice(
    tables: list[Room], alice: User, charlie: User
) -> None:
    for stranger in (charlie, None):
        tab = await visit(tables[0], stranger)
        assert (tab.closed, tab.frames) == (4404, [])
    share = (await in_database(lambda: current_game(tables[0]))).share
    assert share is not None
    with pytest.raises(PlaysAlready):
        await in_database(lambda: open_shared_table([alice], "yacht", {}, 30, share, 0))
    assert await in_database(Game.objects.count) == 2


async def test_a_group_reveals_its_secret_when_its_last_table_is_over(
    tables: list[Room], alice: User, bob: User, charlie: User
) -> None:
    one, other = [
        await visit(room, user) for room, user in zip(tables, (alice, charlie), strict=True)
    ]
    share = (await in_database(lambda: current_game(tables[0]))).share
    assert share is not None
    await one.ask("resign", game=one.table["game"])
    with pytest.raises(StillPlaying):
        await in_database(lambda: reveal_share(share))
    assert one.table["fairness"]["secret"] is None
    await other.ask("resign", game=other.table["game"])
    assert await in_database(lambda: reveal_share(share))
    assert await in_database(lambda: shared_secret(share))
    for room in tables:
        game = await in_database(lambda room=room: current_game(room))  # type: ignore[misc]
        assert await in_database(lambda game=game: problems_of(game)) == []  # type: ignore[misc]
