"""The exact value of a turn, for many cards at once, from the values of the cards after it.

All functions work on `LANES` cards side by side, in the last axis of every array, so that the
processor handles several in one instruction. `successors` is (lanes, 3, 13, 6): the value of
the card after filling a box of a column. The last index is the level of points if the card depends
on it: the number of dice in an upper box, 1 for 50 in the Yahtzee box, else 0. The value includes
an upper bonus that the fill reaches, but not the points of the box.
"""

import numpy as np

from games.core.rules.scoring import DICE_COUNT, FACES
from games.core.solver.compiled import compiled
from games.core.solver.keep_lanes import LANES, combine_levels, expect, expect_rolls, maximise
from games.core.solver.keep_lanes import score as score_rolls
from games.core.solver.lattice import FIRST_ROLL, FIVE_ALIKE
from games.core.solver.triple.cards import (
    ALL_FIFTIES,
    BONUS,
    CATEGORIES,
    COLUMNS,
    FORCED,
    JOKER_POINTS,
    LEVEL,
    LEVEL_COUNT,
    LEVEL_POINTS,
    LEVELS,
    NO_BOX,
    NONE,
    POINTS,
    UPPER,
    YAHTZEE,
    Floats,
    Ints,
)

BEST_ROWS: int = CATEGORIES * LEVELS
COMBINATIONS, OF_ROLL = combine_levels(LEVEL, LEVELS)


@compiled
def is_open(state: Ints, column: int, category: int) -> bool:
    """Whether a box is open."""
    return bool((state[column] >> category) & 1 == 0)


@compiled
def joker_in_force(state: Ints, joker: int) -> bool:
    """Whether five alike fall under the joker rule: all Yahtzee boxes are filled."""
    filled = state[0] & state[1] & state[2]
    return bool(joker != NONE and (filled >> YAHTZEE) & 1 == 1)


@compiled
def joker_fill(state: Ints, joker: int, face: int, column: int, category: int) -> int:
    """Return the raw points, bonus included, of five alike of a face in a box, -1 if forbidden.

    Only where the joker is in force; faces are counted from 0. The rule is in
    games.core.rules.scorecard.
    """
    if not is_open(state, column, category):
        return -1
    if joker == FORCED and category != face:
        matching = False
        lower = False
        for other in range(COLUMNS):
            matching |= is_open(state, other, face)
            lower |= (state[other] >> UPPER) != (1 << (CATEGORIES - UPPER)) - 1
        if matching or (lower and category < UPPER):
            return -1
    points = int(POINTS[FIVE_ALIKE[face], category])
    if category >= UPPER and not is_open(state, column, face):
        points = max(points, int(JOKER_POINTS[category]))
    return points + (BONUS if state[2 * COLUMNS] == ALL_FIFTIES else 0)


@compiled
def after(successors: Floats, lane: int, column: int, category: int, level: int) -> float:
    """Return the value of the card after a box was filled with points of this level."""
    matters = category < UPPER or category == YAHTZEE
    return float(successors[lane, column, category, level if matters else 0])


@compiled
def _best_by_level(states: Ints, successors: Floats, best: Floats) -> None:
    """For each category and level of points: the value of the best column for them."""
    best[:] = NO_BOX
    for lane in range(states.shape[0]):
        for category in range(CATEGORIES):
            for column in range(COLUMNS):
                if is_open(states[lane], column, category):
                    for level in range(LEVEL_COUNT[category]):
                        value = (column + 1) * LEVEL_POINTS[category, level] + after(
                            successors, lane, column, category, level
                        )
                        row = category * LEVELS + level
                        best[row, lane] = max(best[row, lane], value)


@compiled
def _score_jokers(states: Ints, joker: int, successors: Floats, keep_values: Floats) -> None:
    """Replace the values of five alike that fall under the joker rule."""
    for lane in range(states.shape[0]):
        state = states[lane]
        if not joker_in_force(state, joker):
            continue
        for face in range(FACES):
            best = NO_BOX
            for column in range(COLUMNS):
                for category in range(CATEGORIES):
                    points = joker_fill(state, joker, face, column, category)
                    if points >= 0:
                        level = DICE_COUNT if category == face else 0
                        value = (column + 1) * points + after(
                            successors, lane, column, category, level
                        )
                        best = max(best, value)
            keep_values[FIRST_ROLL + FIVE_ALIKE[face], lane] = best


@compiled
def score(states: Ints, joker: int, successors: Floats, keep_values: Floats) -> None:
    """Write the value of each roll when it is scored into the last 252 rows of `keep_values`.

    `states` (lanes, 7), `keep_values` (462, LANES).
    """
    best = np.empty((BEST_ROWS, LANES))
    _best_by_level(states, successors, best)
    combined = np.empty((len(COMBINATIONS), LANES))
    score_rolls(best, COMBINATIONS, OF_ROLL, combined, keep_values)
    _score_jokers(states, joker, successors, keep_values)


@compiled
def play_turn(states: Ints, joker: int, successors: Floats, last: Floats, first: Floats) -> Floats:
    """Return the value of each card at the start of the turn, (LANES,).

    `last` and `first` (462, LANES) get the value of each keep with one roll and with two rolls
    left; the full rolls of `last` get the value of scoring them.
    """
    score(states, joker, successors, last)
    expect(last)
    maximise(last, first)
    expect(first)
    best = np.empty_like(first)
    maximise(first, best)
    expect_rolls(best)
    keep_values: Floats = best[0].copy()
    return keep_values
