"""If the host allows it, a bot plays for an absent player until they are back."""

import pytest

from games.core.engine import GameState
from games.models import Room, User
from games.platform.database.threads import in_database
from games.record.ratings.results import read_result
from games.tables.live import bot_driver
from games.tables.live.deadlines import sweep_deadlines
from games.tables.live.registry import Hubs
from games.tables.rooms import seating, starting
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.people import current_game, seated, state_of


async def table(host: User, *others: User) -> Room:
    """A room with a clock and a stand-in, where a game has begun."""

    def make() -> Room:
        room = seated(host, *others, clock=30)
        seating.set_stand_ins(room.pk, host.pk, True)
        starting.start(room.pk, host.pk)
        return room

    return await in_database(make)


async def time_out(room: Room, clock: FakeClock) -> GameState:
    """Let the acting player's time pass."""
    due = (await state_of(room)).next_due
    assert due is not None
    clock.set_at_least(due)
    await sweep_deadlines()
    return await state_of(room)


async def test_it_gives_the_seat_back_and_counts_no_box_that_the_bot_filled(
    hubs: Hubs, clock: FakeClock, bots_move_at_once: None, alice: User
) -> None:
    room = await table(alice)
    for _ in range(2):
        await time_out(room, clock)
    while (await state_of(room)).seats[0].turn.number < 12:
        assert await bot_driver.play_move(room.code)
    client = await visit(room, alice)
    while client.table["seats"][0]["auto"]:
        await client.reach(client.table["seq"] + 1)
    assert not await bot_driver.play_move(room.code)
    if client.table["seats"][0]["turn"]["dice"] is None:
        await client.roll()
    option = client.table["seats"][0]["options"][0]
    await client.score(option["category"])
    game = await in_database(lambda: current_game(room))
    result = await in_database(lambda: read_result(game))
    assert result.seats[0].turns == 1


async def test_it_leaves_the_seat_to_the_player_who_was_faster(
    hubs: Hubs, clock: FakeClock, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await table(alice)
    for _ in range(2):
        await time_out(room, clock)

    async def comes_back(ms: int) -> None:
        client = await visit(room, alice)
        while client.table["seats"][0]["auto"]:
            await client.reach(client.table["seq"] + 1)

    monkeypatch.setattr(bot_driver, "pause", comes_back)
    assert not await bot_driver.play_move(room.code)
    state = await state_of(room)
    assert not state.seats[0].auto
    assert state.seats[0].turn.rolls == 0
