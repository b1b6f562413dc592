"""No turn of a player ends during their holiday, and the log knows nothing of it."""

import pytest

from games.core.engine import AutoPlay, IllegalAction, Roll
from games.core.protocol.errors import Refused
from games.models import Game, GameEvent, Room, User
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.record.log.healing import find_stuck
from games.record.log.verifying import problems_of
from games.tables.live.deadlines import due_rooms, sweep_deadlines
from games.tables.live.jobs import abandoned_rooms
from games.tables.live.registry import Hubs
from games.tables.rooms import holidays
from games.tables.rooms.loading import load_room
from tests.support.clock import FakeClock
from tests.support.people import START, begun, open_room
from tests.tables.rooms.test_holidays import day

DAY_MS = 86_400_000


async def started(alice: User, bob: User, mode: str) -> tuple[Room, Game]:
    def make() -> tuple[Room, Game]:
        room = open_room(alice, clock=86_400, mode=mode)
        return room, begun(room, alice, bob)

    return await in_database(make)


async def away(player: User, first: int, last: int) -> None:
    await in_database(lambda: holidays.choose(player, day(first), day(last)))


def row(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def due_of(game: Game) -> float:
    deadline = row(game).deadline
    assert deadline is not None
    return (deadline.timestamp() * 1000 - START) / DAY_MS


@pytest.mark.parametrize("mode", ["turns", "rounds"])
async def test_a_turn_ends_with_the_holiday(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, mode: str
) -> None:
    room, game = await started(alice, bob, mode)
    await away(alice, 0, 9)
    if mode == "rounds":
        await away(bob, 0, 4)
    clock.set(START + 3 * DAY_MS)
    await sweep_deadlines()
    assert await in_database(lambda: GameEvent.objects.filter(game=game).count()) == 1
    # The worker looks again at the end of the first holiday, and not each second until then.
    assert await in_database(lambda: due_of(game)) == (5 if mode == "rounds" else 10)
    assert await in_database(due_rooms) == []
    assert await in_database(lambda: find_stuck(utc_now())) == []
    assert await in_database(lambda: problems_of(row(game))) == []
    view = await in_database(lambda: load_room(room.code))
    assert view is not None
    assert view.view.seats[0].holiday == (START, START + 10 * DAY_MS)
    clock.set(START + 10 * DAY_MS + 1)
    await sweep_deadlines()
    types = await in_database(
        lambda: set(GameEvent.objects.filter(game=game).values_list("type", flat=True))
    )
    assert "turn.timed_out" in types
    assert "seat.away" not in types
    assert await in_database(lambda: problems_of(row(game))) == []
    assert await in_database(abandoned_rooms) == []


async def test_who_is_back_earlier_plays_on(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, game = await started(alice, bob, "turns")
    await away(alice, 0, 9)
    clock.set(START + 4 * DAY_MS)
    await sweep_deadlines()
    hub = await hubs.enter(room.code)
    assert hub is not None
    assert hub.game is not None
    await hub.catch_up()
    with pytest.raises(Refused, match="on holiday"):
        await hub.game.submit(1, AutoPlay(0), "")
    await hub.game.submit(0, Roll(1, 0), "")
    assert await in_database(lambda: problems_of(row(game))) == []
    # Ended today: the turn is over at midnight.
    mine = await in_database(lambda: holidays.holidays_of(alice))
    await in_database(lambda: holidays.give_up(alice, mine[0].pk))
    clock.set(START + 5 * DAY_MS + 2000)
    await sweep_deadlines()
    assert hub.game.state.acting == (1,)
    # Bob has no holiday: his turn ends as ever.
    clock.set(START + 6 * DAY_MS + 4000)
    await sweep_deadlines()
    assert hub.game.state.acting == (0,)


async def test_short_clocks_know_no_holidays(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room = await in_database(lambda: open_room(alice, clock=30))
    await in_database(lambda: begun(room, alice, bob))
    await away(alice, 0, 2)
    clock.advance(32)
    hub = await hubs.enter(room.code)
    assert hub is not None
    assert hub.game is not None
    with pytest.raises(IllegalAction, match="time is up"):
        await hub.game.submit(0, Roll(1, 0), "")
    await sweep_deadlines()
    assert hub.game.state.acting == (1,)
