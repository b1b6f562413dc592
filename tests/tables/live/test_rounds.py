"""What the server does in rounds: the clock of a round, bots, and players who leave."""

import pytest

from games.core.engine.events import DiceRolled
from games.core.protocol import errors
from games.core.protocol.errors import TRY_AGAIN, ErrorCode
from games.models import Room, User
from games.platform.database.threads import in_database
from games.record.log.loading import read_events
from games.tables.live import bot_driver
from games.tables.live.game import LiveGame
from games.tables.live.registry import Hubs
from games.tables.rooms import seating, starting
from tests.support.client import AsgiClient, visit
from tests.support.clock import FakeClock
from tests.support.people import current_game, playing, seated, state_of


async def start(host: User, *others: User) -> Room:
    return await in_database(lambda: playing(host, *others, mode="rounds", clock=60))


async def enter(room: Room, user: User | None) -> AsgiClient:
    return await visit(room, user)


async def test_bots_play_their_round_at_once_and_see_no_hidden_dice(
    hubs: Hubs, clock: FakeClock, alice: User, bots_move_at_once: None
) -> None:
    def make() -> Room:
        room = seated(alice, seats=4, mode="rounds", clock=60)
        seating.fill(room.pk, alice.pk)
        starting.start(room.pk, alice.pk)
        room.refresh_from_db()
        return room

    room = await in_database(make)
    client = await enter(room, alice)
    while await bot_driver.play_move(room.code):
        pass
    await client.hear("done", done=[1, 2, 3])
    await client.roll()
    await client.score("choice")
    state = await state_of(room)
    assert [seat.turn.number for seat in state.seats] == [2, 2, 2, 2]


async def test_a_bot_waits_while_the_database_takes_nothing(
    hubs: Hubs, alice: User, bots_move_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make() -> Room:
        room = seated(alice, seats=2, mode="rounds", clock=60)
        seating.fill(room.pk, alice.pk)
        starting.start(room.pk, alice.pk)
        return room

    async def refuse(*arguments: object) -> int:
        raise errors.Refused(ErrorCode.BUSY, TRY_AGAIN)

    room = await in_database(make)
    with monkeypatch.context() as broken:
        broken.setattr(LiveGame, "submit", refuse)
        assert not await bot_driver.play_move(room.code)
    assert await bot_driver.play_move(room.code)


async def test_bots_have_the_same_dice_and_show_nothing_before_the_reveal(
    hubs: Hubs, clock: FakeClock, alice: User, bots_move_at_once: None
) -> None:
    def make() -> Room:
        room = seated(alice, seats=2, mode="rounds", clock=60, dice="same")
        seating.fill(room.pk, alice.pk)
        starting.start(room.pk, alice.pk)
        room.refresh_from_db()
        return room

    room = await in_database(make)
    client = await enter(room, alice)
    while await bot_driver.play_move(room.code):
        pass
    await client.hear("done", done=[1])
    assert client.table["seats"][1]["turn"]["dice"] is None
    await client.roll()
    mine = client.table["seats"][0]["turn"]["dice"]
    await client.score("choice")
    log = await in_database(lambda: read_events(current_game(room).pk))
    rolls = [logged.event for logged in log if isinstance(logged.event, DiceRolled)]
    firsts = [list(each.dice) for each in rolls if (each.turn, each.roll) == (1, 1)]
    assert firsts == [mine, mine]
