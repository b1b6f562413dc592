"""The distribution of each seat's final total, and each seat's win probability, at one moment
and over a whole game.

All seats are assumed to maximise expected points from now on. In Triple Yahtzee, the
standard deviation of the points to come was measured in games for points; each roll of a turn
accounts for an equal part of the turn's variance.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import sqrt
from pathlib import Path
from threading import Lock

import numpy as np

from games.core.engine import Event, GameState, evolve, initial_state
from games.core.engine.events import BoxScored, DiceRolled, GameFinished, GameStarted, SeatResigned
from games.core.rules import Dice, Position, Scorecard, Variant
from games.core.solver import files, is_exact, tables, value
from games.core.solver.induction import Progress
from games.core.solver.lattice import roll_index
from games.core.solver.scoring import fingerprint
from games.core.winning import shapes
from games.core.winning.distribution import Distribution, certain, first_place, normal
from games.core.winning.endgame import Endgame, trimmed
from games.core.winning.policy import NOT_ROLLED, WIDTH, turn_outcomes
from games.core.winning.shapes import Shapes
from games.core.winning.support import EXACT_BOXES, has_outlook

# How many cards' distributions are cached, mostly of waiting seats.
REMEMBERED = 512
ENDGAMES = 32


@cache
def _variances(joker: str) -> list[float]:
    """Return the variance of the points to come for 0 to 39 filled boxes, and a final 0."""
    from games.core.solver.triple import weights  # noqa: PLC0415 - large, and seldom asked for

    turns = weights.about(weights.path_of(joker))["measured"][joker]["turns"]
    return [turn["sd"] ** 2 for turn in turns] + [0.0, 0.0]


def sd_to_come(card: Scorecard, rolls: int) -> float:
    """Return the estimated standard deviation of the points to come, after `rolls` rolls."""
    filled = card.variant.rounds - len(card.open_boxes)
    now, later = _variances(str(card.variant.switches["joker"]))[filled : filled + 2]
    return sqrt(now + (later - now) * rolls / card.variant.rolls_per_turn)


_shapes: dict[Variant, Shapes] = {}
_computing = Lock()
# The most recent endgames. The end of a card is solved once, when `EXACT_BOXES` boxes are open.
_endgames: deque[tuple[Variant, Endgame]] = deque(maxlen=ENDGAMES)


@dataclass(frozen=True)
class Start:
    """The state of a card at the start of a turn that determines the points to come."""

    variant: Variant
    filled: int
    flag: int
    total: int

    @property
    def state(self) -> tuple[int, int, int]:
        """(filled, flag, upper total), as the solver's tables are indexed."""
        return self.filled, self.flag, self.total

    @property
    def unfilled(self) -> int:
        """Number of open boxes."""
        return len(self.variant.boxes) - self.filled.bit_count()


def start_of(card: Scorecard) -> Start:
    """Return the `Start` of a card with one column."""
    return Start(card.variant, *tables.table(card.variant).state(card))


def shapes_of(variant: Variant, progress: Progress | None = None) -> Shapes:
    """Return the shapes of a variant with one column; the first call reads or computes them.

    Computing takes seconds. The files are in the folder of the solver's tables.
    """
    found = _shapes.get(variant)
    if found is None:
        with _computing:
            found = _shapes.get(variant) or _load_or_compute(variant, progress)
            _shapes[variant] = found
    return found


def _load_or_compute(variant: Variant, progress: Progress | None) -> Shapes:
    found = tables.table(variant)
    floors, starts, rows = shapes.layout(found.rules)
    path = tables.path_of(variant)
    name = shapes.fingerprint(fingerprint(found.rules))
    stored = None if path is None else _read(path, name, rows)
    if stored is None:
        edges = shapes.solve_shapes(found.rules, found.values, progress)
        if path is not None:
            files.write(path.with_suffix(".shapes"), name, edges.view(np.float64))
            # Rather the file that processes share than an array of this one.
            stored = _read(path, name, rows)
        stored = edges if stored is None else stored
    return Shapes(floors, starts, stored)


def _read(path: Path, name: str, rows: int) -> shapes.Edges | None:
    # Files hold float64, and four int16 fit in one.
    stored = files.read(path.with_suffix(".shapes"), name, (rows, shapes.EDGE_COUNT // 4))
    return None if stored is None else stored.view(np.int16)


def is_ready(variant: Variant) -> bool:
    """Whether all tables of a variant exist, so that no function here takes seconds."""
    if not has_outlook(variant):
        return False
    if not is_exact(variant) or variant in _shapes:
        return True
    path = tables.path_of(variant)
    return path is not None and path.exists() and path.with_suffix(".shapes").exists()


def make_ready(variant: Variant) -> None:
    """Compute the tables of a variant, unless they exist or it has no win probabilities.

    Takes seconds.
    """
    if has_outlook(variant) and not is_ready(variant):
        shapes_of(variant)


def to_come(card: Scorecard, dice: Dice | None = None, rolls: int = 0) -> Distribution:
    """Return the distribution of the points to come: exact for the last `EXACT_BOXES` boxes.

    `dice`: the dice after `rolls` rolls; None at the start of a turn. For Triple Yahtzee the
    distribution is normal, with estimated mean and standard deviation.
    """
    if card.is_full:
        return certain(0)
    if not is_exact(card.variant):
        return _estimated(card, dice, rolls)
    start = start_of(card)
    if dice is None:
        return at_start(start)
    if start.unfilled <= EXACT_BOXES:
        return endgame(start).in_turn(*start.state, roll_index(dice), rolls)
    return _shaped(start, roll_index(dice), rolls)


@lru_cache(maxsize=REMEMBERED)
def _estimated(card: Scorecard, dice: Dice | None, rolls: int) -> Distribution:
    mean = value(Position(card.variant, card, dice, rolls))
    return normal(mean, sd_to_come(card, rolls))


@lru_cache(maxsize=REMEMBERED)
def at_start(start: Start) -> Distribution:
    """Return the distribution of the points to come at the start of a turn."""
    if start.unfilled == 0:
        return certain(0)
    if start.unfilled <= EXACT_BOXES:
        return endgame(start).to_come(*start.state)
    return _shaped(start, NOT_ROLLED, 0)


def endgame(start: Start) -> Endgame:
    """Return the solved endgame that includes a state. It may start some boxes earlier."""
    for variant, known in tuple(_endgames):
        if variant is start.variant and known.holds(*start.state):
            return known
    found = tables.table(start.variant)
    solved = Endgame(found.rules, found.values, *start.state)
    _endgames.append((start.variant, solved))
    return solved


def _shaped(start: Start, roll: int, rolls: int) -> Distribution:
    found = tables.table(start.variant)
    turn = np.empty(len(start.variant.boxes) * WIDTH * 2)
    turn_outcomes(found.rules, found.values, *start.state, roll, rolls, turn)
    mixed = np.empty(shapes.most_points(found.rules, start.unfilled) + 2)
    known = shapes_of(start.variant)
    shapes.mix_shapes(found.rules, found.values, found.squares, known, *start.state, turn, mixed)
    return trimmed(mixed / mixed.sum())


def final_total(state: GameState, seat: int) -> Distribution:
    """Return the distribution of a seat's final total."""
    mine = state.seats[seat]
    acts = seat in state.acting
    dice, rolls = (mine.turn.dice, mine.turn.rolls) if acts else (None, 0)
    return to_come(mine.card, dice, rolls).shifted(mine.card.total)


def win_probabilities(state: GameState) -> tuple[float, ...]:
    """Return the win probability of each seat if all play for points. They add up to 1.

    Ties share. Seats that resigned have 0; a finished game has its result. Raises ValueError for an
    aborted or cancelled game.
    """
    if state.status in ("aborted", "cancelled"):
        raise ValueError("a game that ended early has no winner")
    if state.status == "finished":
        first = [seat.place == 1 for seat in state.seats]
        return tuple(won / sum(first) for won in first)
    playing = [number for number, seat in enumerate(state.seats) if not seat.out]
    chances = [0.0] * len(state.seats)
    shares = first_place([final_total(state, number) for number in playing])
    for number, share in zip(playing, shares, strict=True):
        chances[number] = share
    return tuple(chances)


MOVES = (DiceRolled, BoxScored, SeatResigned, GameFinished)
"""Events that change the win probabilities."""


def win_curve(events: Sequence[Event]) -> list[tuple[float, ...]]:
    """Return the win probabilities of all seats after each event of a log.

    Other events, an abort included, repeat the previous ones. Raises ValueError if the log does not
    start a game.
    """
    if not events or not isinstance(events[0], GameStarted):
        raise ValueError("a log begins with game.started")
    state: GameState = initial_state(events[0])
    curve = [win_probabilities(state)]
    for event in events[1:]:
        state = evolve(state, event)
        curve.append(win_probabilities(state) if isinstance(event, MOVES) else curve[-1])
    return curve
