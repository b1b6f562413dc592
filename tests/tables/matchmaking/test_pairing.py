"""The worker pairs tickets: each player gets to one table, in every tab, and the game starts."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Room, Ticket, User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from games.tables.matchmaking import tickets
from games.tables.matchmaking.jobs import sweep_tickets
from games.tables.matchmaking.lobby_hub import LobbyHub
from games.tables.rooms import starting
from tests.support.client import AsgiClient, visit
from tests.support.people import current_game, keep, person
from tests.tables.matchmaking.database import (
    change,
    game_settings,
    room_of,
    tables,
    time_to_begin,
    waiting,
)
from tests.tables.matchmaking.tab import AsgiTab, look


async def looking(*users: User, **differing: Any) -> list[AsgiTab]:
    """A tab for each of these players, all with the same settings."""
    if differing.get("rated"):
        await in_database(lambda: keep(*users))
    tabs = [await look(user) for user in users]
    for tab in tabs:
        assert (await tab.ask("play", **game_settings(**differing)))["type"] == "ack"
    return tabs


async def arrive(code: str, *users: User) -> list[AsgiClient]:
    """Open the room as these players."""
    room = await room_of(code)
    return [await visit(room, user) for user in users]


async def pair(*users: User, **differing: Any) -> str:
    """Pair these players and return the code of their room."""
    tabs = await looking(*users, **differing)
    await sweep_tickets()
    codes = {await tab.room_found() for tab in tabs}
    assert len(codes) == 1
    for tab in tabs:
        await tab.leave()
    return codes.pop()


async def test_it_takes_all_tabs_of_both_players_to_one_table_once(
    hubs: Hubs, alice: User, bob: User
) -> None:
    await in_database(lambda: keep(alice, bob))
    tabs = [await look(user) for user in (alice, alice, bob, bob)]
    await tabs[0].ask("play", **game_settings(rated=True))
    await tabs[2].ask("play", **game_settings(rated=True))
    await sweep_tickets()
    codes = {await tab.room_found() for tab in tabs}
    assert await tables() == {codes.pop(): ["Alice", "Bob"]}
    assert codes == set()
    for _ in range(3):
        await sweep_tickets()
        await hubs.of(LobbyHub).refresh()
    assert [len(tab.paired) for tab in tabs] == [1, 1, 1, 1]
    assert len(await tables()) == 1


async def test_it_lets_nobody_look_for_others_before_his_game_has_begun(
    hubs: Hubs, alice: User, bob: User
) -> None:
    (tab,) = await looking(alice)
    await looking(bob)
    await sweep_tickets()
    code = await tab.room_found()
    assert (await tab.ask("play", **game_settings()))["code"] == "already_started"
    # Bots would be a second table too: the player is taken to the first one.
    await tab.ask("company", variant="yatzy")
    assert set(tab.paired) == {code}
    await time_to_begin(code)
    assert (await tab.ask("play", **game_settings()))["type"] == "ack"


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"variant": "yacht"}, {"variant": "yatzy"}),
        ({"clock": 60}, {"clock": 30}),
        ({"clock": 60}, {"clock": None}),
        ({"rated": True}, {"rated": False}),
        ({"players": 2}, {"players": 3}),
        ({"players": 3}, {"players": 3}),
    ],
)
async def test_it_pairs_only_who_wants_the_same(
    hubs: Hubs, alice: User, bob: User, mine: dict[str, Any], theirs: dict[str, Any]
) -> None:
    await looking(alice, **mine)
    await looking(bob, **theirs)
    await sweep_tickets()
    assert await waiting() == {"Alice", "Bob"}


@pytest.mark.parametrize("rated", [True, False])
@pytest.mark.parametrize("alice_blocks", [True, False])
async def test_it_never_pairs_who_has_blocked_the_other(
    hubs: Hubs, alice: User, bob: User, charlie: User, rated: bool, alice_blocks: bool
) -> None:
    blocker, blocked = (alice, bob) if alice_blocks else (bob, alice)
    await change(lambda: blocker.blocked.add(blocked))
    await looking(alice, bob, rated=rated)
    await sweep_tickets()
    assert await waiting() == {"Alice", "Bob"}
    await looking(charlie, rated=rated)
    await sweep_tickets()
    assert await waiting() == {"Bob"}


async def test_it_pairs_nobody_who_was_banned(hubs: Hubs, alice: User, bob: User) -> None:
    await looking(alice, bob)
    await change(lambda: User.objects.filter(pk=bob.pk).update(is_active=False))
    await sweep_tickets()
    assert await tables() == {}


async def test_it_seats_the_others_when_a_pairing_fails(
    hubs: Hubs,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.CRITICAL, logger="games.tables.matchmaking.tickets")
    others = [await in_database(lambda: person("Eve")) for _ in range(2)]
    await looking(alice, bob)
    await looking(*others, clock=30)
    seat = tickets.open_room_for

    def fail_for_alice(pairing: Any) -> str | None:
        if pairing.tickets[0].player == alice.pk:
            raise ValueError("no such variant")
        return seat(pairing)

    monkeypatch.setattr(tickets, "open_room_for", fail_for_alice)
    await sweep_tickets()
    assert await waiting() == {"Alice", "Bob"}
    assert list((await tables()).values()) == [["Eve", "Eve"]]


async def test_it_begins_without_who_has_not_arrived_and_his_clock_runs(
    hubs: Hubs, alice: User, bob: User
) -> None:
    code = await pair(alice, bob)
    (one,) = await arrive(code, alice)
    await one.ask("seed", seed="mine")
    await sweep_tickets()
    assert (await room_of(code)).game is None
    await time_to_begin(code)
    view = await one.reach(1)
    assert [seat["name"] for seat in view["seats"]] == ["Alice", "Bob"]
    assert view["fairness"]["seeds"] == ["mine", starting.NO_SEED]
    assert view["deadline"] is not None


async def test_it_begins_no_game_for_one_who_is_left(hubs: Hubs, alice: User, bob: User) -> None:
    code = await pair(alice, bob)
    one, two = await arrive(code, alice, bob)
    await two.ask("stand")
    await one.ask("seed", seed="a")
    await time_to_begin(code)
    room = await room_of(code)
    assert (room.game, room.begins_by) == (None, None)
    # Nobody waits for ever: both may look again, and the table is open to others.
    (tab,) = await looking(alice)
    assert tab.paired == []
    await looking(bob)
    assert await waiting() == {"Alice", "Bob"}
    row = await tab.row(code, kind="room", taken=1)
    assert row["players"][0]["name"] == "Alice"


async def test_it_tells_tabs_that_look_late_and_then_forgets(
    hubs: Hubs, alice: User, bob: User
) -> None:
    code = await pair(alice, bob)
    one, two = await arrive(code, alice, bob)
    await one.ask("seed", seed="a")
    await two.ask("seed", seed="b")
    await one.reach(1)
    await sweep_tickets()
    late = await look(alice)
    assert late.frames[0]["ticket"]["room"] == code

    def age() -> None:
        game = current_game(Room.objects.get(code=code))
        long_ago = timezone.now() - tickets.TOLD_FOR - timedelta(seconds=1)
        Game.objects.filter(pk=game.pk).update(created_at=long_ago)

    await change(age)
    await sweep_tickets()
    assert await in_database(Ticket.objects.count) == 0
    await late.has_no_ticket()
