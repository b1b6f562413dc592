"""Several processes write to one game: an action that is too late waits for its turn."""

import asyncio
import time

import pytest

from games.core.engine import AutoPlay, Back, Roll
from games.core.engine.events import DiceRolled
from games.core.protocol.errors import Refused
from games.models import Game, Room, User
from games.platform.database.threads import in_database
from games.record.log.appender import Appender
from games.record.log.batches import Entry
from games.record.log.loading import load_game, read_events
from games.record.log.verifying import problems_of
from games.tables.live import game as live_game
from games.tables.live.game import LiveGame
from games.tables.live.registry import Hubs
from tests.support.desk import act
from tests.support.people import current_game, playing


class Rival:
    """An appender before which another process always writes, so many times."""

    def __init__(self, real: Appender, game: Game, wins: float) -> None:
        self.real = real
        self.game = game
        self.wins = wins
        self.tried = 0
        self.tasks: list[asyncio.Task[None]] = []

    def append(self, entry: Entry) -> None:
        """Queue the entry, perhaps too late."""
        self.tried += 1
        if self.tried > self.wins:
            self.real.append(entry)
        else:
            self.tasks.append(asyncio.create_task(self._append_late(entry)))

    async def _append_late(self, entry: Entry) -> None:
        await in_database(self._write)
        self.real.append(entry)

    def _write(self) -> None:
        """Send Bob away, or have him come back."""
        if load_game(self.game.pk).state.seats[1].auto:
            act(self.game, 1, Back())
        else:
            act(self.game, 2, AutoPlay(1))


async def against_a_rival(hubs: Hubs, room: Room, wins: float) -> tuple[LiveGame, Rival]:
    hub = await hubs.enter(room.code)
    assert hub is not None
    assert hub.game is not None
    game = await in_database(lambda: current_game(room))
    rival = Rival(hub.game._appender, game, wins)
    hub.game._appender = rival  # type: ignore[assignment]
    return hub.game, rival


@pytest.fixture
async def room(hubs: Hubs, alice: User, bob: User, charlie: User) -> Room:
    return await in_database(lambda: playing(alice, bob, charlie, mode="rounds", clock=60))


@pytest.mark.parametrize("wins", [1, 2, 5, 9])
async def test_it_does_what_it_is_told_when_others_were_faster_again_and_again(
    hubs: Hubs, room: Room, wins: int
) -> None:
    game, rival = await against_a_rival(hubs, room, wins)
    await game.submit(0, Roll(1, 0), "1:c1")
    log = await in_database(lambda: read_events(game.id))
    assert [logged.event.type for logged in log[wins + 1 :]] == ["dice.rolled"]
    assert [logged.by for logged in log if isinstance(logged.event, DiceRolled)] == ["1:c1"]
    assert rival.tried == wins + 1
    assert game.state == (await in_database(lambda: load_game(game.id))).state
    assert await in_database(lambda: problems_of(Game.objects.get(pk=game.id))) == []


async def test_it_says_busy_only_after_its_patience(
    hubs: Hubs, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_game, "TURN_S", 0.3)
    game, rival = await against_a_rival(hubs, room, float("inf"))
    began = time.monotonic()
    with pytest.raises(Refused) as refused:
        await game.submit(0, Roll(1, 0), "1:c1")
    assert refused.value.code == "busy"
    assert time.monotonic() - began >= 0.3
    assert rival.tried >= live_game.TRIES
    rival.wins = 0
    # Nothing was done; sent again, it is done once.
    await game.submit(0, Roll(1, 0), "1:c1")
    log = await in_database(lambda: read_events(game.id))
    assert [logged.by for logged in log if isinstance(logged.event, DiceRolled)] == ["1:c1"]


async def test_it_tries_as_often_as_before_on_a_machine_where_each_try_takes_long(
    hubs: Hubs, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_game, "TURN_S", 0.0)
    game, rival = await against_a_rival(hubs, room, live_game.TRIES - 1)
    await game.submit(0, Roll(1, 0), "1:c1")
    assert rival.tried == live_game.TRIES


async def test_a_move_without_conflict_prepares_for_none(
    hubs: Hubs, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = await against_a_rival(hubs, room, 0)
    monkeypatch.setattr(live_game, "Retrying", None)
    await game.submit(0, Roll(1, 0), "1:c1")
    assert game.state.seats[0].turn.rolls == 1
