"""Which events of a hint a process takes over."""

from collections.abc import Sequence

import pytest

from games.engine import GameState, Player, Roll, Score, decide, evolve, initial_state, start
from games.engine.actions import Action
from games.engine.event_chain import BEGINNING
from games.engine.fairness import FairDice
from games.live.game import LiveGame
from games.live.hints import GameAdvanced
from games.log.appender import Appender
from games.log.loading import LoadedGame
from games.log.records import EventRow, LoggedEvent, hashes_of, row_of
from games.rules import find_variant

GAME = 7
SEED = FairDice(bytes(32), "code", ("a",), None, 6)


def log_of(length: int) -> list[LoggedEvent]:
    """Return the first events of a game of one player."""
    first = start("code", find_variant("yacht"), [Player(1, "Alice", "a")], "", 0)
    state, log = initial_state(first), [LoggedEvent(1, first, "")]
    while len(log) < length:
        turn = state.seats[0].turn
        action: Roll | Score = Roll(turn.number, turn.rolls)
        if turn.dice is not None:
            box = state.seats[0].card.best(turn.dice, turn.rolls)[0][0]
            action = Score(turn.number, turn.rolls, box.category)
        for event in decide(state, 0, action, SEED, 0):
            state = evolve(state, event)
            log.append(LoggedEvent(state.seq, event, ""))
    return log


LOG = log_of(7)
FIRST = 2
"""The event after the one that all processes know at first."""


ROWS = [row_of(logged) for logged in LOG]
HEADS = hashes_of(BEGINNING, ROWS)


def head_at(seq: int) -> str:
    return HEADS[seq - 1]


def row(seq: int) -> EventRow:
    return ROWS[seq - 1]


def hint(*seqs: int, game: int = GAME) -> GameAdvanced:
    newest = seqs[-1]
    rows = tuple(row(seq) for seq in seqs)
    return GameAdvanced(room=1, game=game, seq=newest, head=head_at(newest), events=rows)


def state_at(seq: int) -> GameState:
    first, *later = [logged.event for logged in LOG[:seq]]
    state = initial_state(first)  # type: ignore[arg-type]  # the log begins with game.started
    for event in later:
        state = evolve(state, event)
    return state


class Reader:
    """A process that follows the game from hints, and reads the log when they do not suffice."""

    def __init__(self) -> None:
        known = FIRST - 1
        loaded = LoadedGame(GAME, state_at(known), SEED, LOG[:known], head_at(known))
        self.shown: list[LoggedEvent] = []
        self.game = LiveGame(loaded, Appender(), self)

    def show_events(
        self, game: LiveGame, before: GameState, events: Sequence[LoggedEvent], own: bool
    ) -> None:
        self.shown += events

    def show_correction(self, game: LiveGame) -> None:
        raise AssertionError

    def check_action(self, state: GameState, action: Action) -> None:
        raise AssertionError

    def note_failure(self) -> None:
        raise AssertionError


@pytest.mark.parametrize("events", [(3, 5), (4, 5), (5,), (3, 4), ()])
async def test_it_does_not_take_over_a_hint_with_a_gap(events: tuple[int, ...]) -> None:
    reader = Reader()
    reader.game._adopt(ROWS[1:2], head_at(2), own=False)
    rows = tuple(row(seq) for seq in events)
    advanced = GameAdvanced(room=1, game=GAME, seq=5, head=head_at(5), events=rows)
    assert not reader.game.take_over(advanced)
    assert reader.game.state.seq == 2


async def test_it_takes_over_events_only_if_they_lead_to_the_hash_of_the_hint() -> None:
    reader = Reader()
    other = row(3)._replace(at=1)
    forged = GameAdvanced(room=1, game=GAME, seq=3, head=head_at(3), events=(row(2), other))
    assert not reader.game.take_over(forged)
    assert reader.game.state.seq == 1
    assert reader.game.take_over(hint(2, 3))
