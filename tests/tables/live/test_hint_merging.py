"""Processes that write the log of one game in turn announce it without gaps, in every order."""

import asyncio
from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

import pytest

from games.core.engine import GameState, Player, Roll, Score, decide, evolve, initial_state, start
from games.core.engine.actions import Action
from games.core.engine.fairness import FairDice
from games.core.rules import find_variant
from games.record.log.appender import Appender
from games.record.log.loading import LoadedGame
from games.record.log.records import BEGINNING, EventRow, LoggedEvent, hashes_of, row_of
from games.tables.live.game import LiveGame
from games.tables.live.game_news import Advance
from games.tables.live.process_hints import MAX_EVENTS, GameAdvanced

GAME = 7
WRITERS = 3
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


@cache
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
        self.reads = 0

    def show_advance(self, game: LiveGame, advance: Advance | None, own: bool) -> None:
        assert advance is not None, "it corrects itself"
        self.shown += advance.events

    def check_action(self, state: GameState, action: Action) -> None:
        raise AssertionError

    def note_failure(self) -> None:
        raise AssertionError

    def hear(self, heard: GameAdvanced, written: int) -> None:
        """React to a hint, when the log has `written` events, as the hubs do."""
        if self.game.differs(heard) and not self.game.take_over(heard):
            self.reads += 1
            self.game._adopt(ROWS[self.game.state.seq : written], head_at(written), own=False)
        seqs = [logged.seq for logged in self.shown]
        assert seqs == list(range(FIRST, self.game.state.seq + 1))
        assert self.shown == LOG[FIRST - 1 : self.game.state.seq]
        assert self.game.state == state_at(self.game.state.seq)
        assert self.game.head == head_at(self.game.state.seq)


def announced(writers: Sequence[int], writer: int) -> list[GameAdvanced]:
    """Return the hints of one writer, one for each event."""
    return [hint(seq) for seq, each in enumerate(writers, FIRST) if each == writer]


def merged(hints: Sequence[GameAdvanced]) -> GameAdvanced:
    """Return what is sent if none of the hints could be sent before the last."""
    newest = hints[0]
    for later in hints[1:]:
        newest = later.after(newest)
    return newest


async def test_it_follows_three_writers_in_every_order_of_writing_and_hearing() -> None:
    orders = 0
    for writers in product(range(WRITERS), repeat=len(LOG) - FIRST + 1):
        sent = [merged(all_) for w in range(WRITERS) if (all_ := announced(writers, w))]
        for order in permutations(sent):
            reader = Reader()
            for each in order:
                reader.hear(each, len(LOG))
            assert reader.game.state == state_at(len(LOG))
            orders += 1
    assert orders > 3000


async def test_it_follows_hints_that_are_partly_merged_repeated_and_late() -> None:
    for writers in product(range(WRITERS), repeat=len(LOG) - FIRST + 1):
        singles = [each for w in range(WRITERS) for each in announced(writers, w)]
        for shift in range(len(singles)):
            shifted = singles[shift:] + singles[:shift]
            reader = Reader()
            for one, other in zip(shifted, shifted[1:] + shifted[:1], strict=True):
                reader.hear(other.after(one), len(LOG))
                reader.hear(one, len(LOG))
            assert reader.game.state == state_at(len(LOG))


def test_it_leaves_out_events_before_a_gap() -> None:
    together = hint(5).after(hint(3))
    assert (together.seq, together.events) == (5, (row(5),))


def test_it_joins_events_that_follow_each_other() -> None:
    assert hint(4, 5).after(hint(3)) == hint(3, 4, 5)
    assert hint(4, 5).after(hint(3, 4)) == hint(3, 4, 5)


def test_it_never_goes_back_to_an_older_event_or_game() -> None:
    assert hint(3).after(hint(4, 5)) == hint(3, 4, 5)
    assert hint(2).after(hint(4, 5)) == hint(4, 5)
    assert hint(2).after(hint(5, game=GAME + 1)) == hint(5, game=GAME + 1)
    assert hint(2, game=GAME + 1).after(hint(5)) == hint(2, game=GAME + 1)


def test_it_keeps_events_when_a_hint_without_any_follows() -> None:
    head = GameAdvanced(room=1, game=GAME, seq=3, head=head_at(3))
    assert head.after(hint(2, 3)) == hint(2, 3)


def test_it_limits_the_events_of_a_hint() -> None:
    rows = tuple(EventRow(seq, "seat.back", 0, 0, "{}", "") for seq in range(1, 91))
    many = GameAdvanced(room=1, game=GAME, seq=90, head="", events=rows)
    kept = many.after(hint(2)).events
    assert [each.seq for each in kept] == list(range(91 - MAX_EVENTS, 91))


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


async def test_it_looks_again_when_another_process_has_another_newest_event() -> None:
    reader = Reader()
    reader.game._adopt(ROWS[1:3], head_at(3), own=False)
    assert not reader.game.differs(hint(3))
    other = GameAdvanced(room=1, game=GAME, seq=3, head="0" * 64)
    assert reader.game.differs(other)
    assert not reader.game.take_over(other)
    assert not reader.game.differs(GameAdvanced(room=1, game=GAME, seq=2, head="0" * 64))


async def test_it_does_not_take_over_while_an_action_is_decided() -> None:
    reader = Reader()
    async with reader.game.turn:
        assert not reader.game.take_over(hint(2))
    await asyncio.sleep(0)
    assert reader.game.take_over(hint(2))
