"""The host is always somebody who is present."""

import pytest

from games.core.protocol import errors
from games.models import Room, User
from games.platform.database.threads import in_database
from games.tables.live.between_games import HOST_AWAY_S
from games.tables.live.presence import LINGER_S
from games.tables.live.registry import Hubs
from games.tables.rooms import hosting, seating
from tests.support.client import visit
from tests.support.clock import FakeClock, let_pass
from tests.support.people import playing, seated

LONG = HOST_AWAY_S + LINGER_S + 1


def host_of(room: Room) -> int | None:
    room.refresh_from_db()
    return room.host_id


def test_it_goes_to_whoever_has_sat_longest_wherever_he_sits(
    alice: User, bob: User, charlie: User
) -> None:
    room = seated(alice, bob, seats=4)
    seating.sit(room.pk, charlie.pk, 2, None)
    seating.sit(room.pk, bob.pk, 3, None)  # moving to another chair counts for nothing
    seating.stand(room.pk, alice.pk)
    assert host_of(room) == bob.pk


async def test_it_passes_on_when_the_host_has_been_away_for_minutes(
    hubs: Hubs, alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    room = await in_database(lambda: seated(alice, bob, charlie))
    one, three = await visit(room, alice), await visit(room, charlie)
    hub = hubs.rooms[room.code]
    await one.leave()
    hub.show_presence()
    await let_pass(clock, HOST_AWAY_S - 1, three)
    hub.between_games.replace_absent_host()
    assert hub.room.view.host == alice.pk
    await let_pass(clock, LINGER_S + 2, three)
    hub.between_games.replace_absent_host()
    # Bob has sat there longer, but is not here.
    await three.reach_room(host=charlie.pk)
    assert (await three.ask("start"))["type"] == "ack"


async def test_it_stays_while_a_game_runs_or_nobody_else_is_there(
    hubs: Hubs, alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    running = await in_database(lambda: playing(alice, bob))
    empty = await in_database(lambda: seated(alice, bob))
    awake = [await visit(running, bob), await visit(empty, charlie)]  # who only watches
    await let_pass(clock, LONG, *awake)
    for room in (running, empty):
        hub = hubs.rooms[room.code]
        hub.between_games.replace_absent_host()
        assert not hub.between_games.is_replacing


async def test_it_is_passed_on_once_by_many_processes(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: seated(alice, bob, charlie))
    await in_database(lambda: hosting.replace_host(room.pk, alice.pk, {charlie.pk}))
    with pytest.raises(errors.Refused):
        await in_database(lambda: hosting.replace_host(room.pk, alice.pk, {bob.pk}))
    assert await in_database(lambda: host_of(room)) == charlie.pk
