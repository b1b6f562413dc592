"""A card of Triple Yahtzee as seven integers, and tables of points for compiled code.

A state is an int64 array `[filled 0, filled 1, filled 2, upper 0, upper 1, upper 2, fifties]`:
for each column a mask of the filled boxes (bit 0 is ones, bit 12 chance) and the upper total,
counted up to 63; then a mask of the columns whose Yahtzee box holds 50. Points in other boxes
do not affect the rest of the game. All values are weighted by the column's multiplier, as the
card's total is.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.core.rules import Scorecard, find_variant
from games.core.rules.scorecard import YAHTZEE as FIFTY
from games.core.rules.scoring import DICE_COUNT
from games.core.rules.variant import YAHTZEE_BONUS
from games.core.solver.lattice import ROLLS

VARIANT: Final = find_variant("triple_yahtzee")
JOKERS: Final = ("none", "forced", "free")
"""The values of the switch; compiled code is given the index."""
NONE, FORCED, FREE = range(3)

COLUMNS: Final = len(VARIANT.columns)
CATEGORIES: Final = len(VARIANT.categories)
BOXES: Final = COLUMNS * CATEGORIES
UPPER: Final = VARIANT.upper_size
UPPER_MASK: Final = (1 << UPPER) - 1
FULL: Final = (1 << CATEGORIES) - 1
FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE, CHANCE = 8, 9, 10, 11, 12
assert VARIANT.upper_bonus is not None
THRESHOLD: Final = VARIANT.upper_bonus[0]
UPPER_BONUS: Final = VARIANT.upper_bonus[1]
BONUS: Final = YAHTZEE_BONUS
PAR: Final = VARIANT.par
ALL_FIFTIES: Final = (1 << COLUMNS) - 1
STATE: Final = 2 * COLUMNS + 1

SUCCESSOR_LEVELS: Final = DICE_COUNT + 1
"""Levels of points that a card can differ by after a fill: 0 to 5 dice in an upper box."""
LEVELS: Final = 31
"""Most different points of one category, and so the length of a row of `LEVEL_POINTS`."""
NO_BOX: Final = -1e30
"""Value of an illegal choice."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def _points() -> Ints:
    """Return the points of each roll in each category, 252 x 13."""
    fills = (VARIANT.plain_fills(dice)[:CATEGORIES] for dice in ROLLS)
    return np.array([[fill.points for fill in row] for row in fills])


POINTS: Final = _points()


def _levels() -> tuple[Ints, Ints]:
    """Return for each roll and category which of the category's points it earns, and those points.

    Upper boxes have the levels 0 to 5, the number of dice; sums of dice their own points; boxes of
    fixed points 0 and 1.
    """
    level_points = np.zeros((CATEGORIES, LEVELS), np.int64)
    for category in range(CATEGORIES):
        values = sorted(set(POINTS[:, category]) | {0})
        level_points[category, : len(values)] = values
    levels = np.array(
        [
            [list(level_points[category]).index(row[category]) for category in range(CATEGORIES)]
            for row in POINTS
        ]
    )
    return levels, level_points


LEVEL, LEVEL_POINTS = _levels()
LEVEL_COUNT: Final = LEVEL.max(axis=0) + 1
JOKER_POINTS: Final = np.array(
    [
        category.joker_score(ROLLS[0], VARIANT.rolls_per_turn) if category.joker_score else 0
        for category in VARIANT.categories
    ],
    np.int64,
)
"""Points of a joker in the boxes with fixed points."""


def read_card(card: Scorecard) -> Ints:
    """Return the state of a card; its bonus Yahtzees so far do not matter."""
    state = np.zeros(STATE, np.int64)
    for column in range(COLUMNS):
        entries = card.column(column)
        state[column] = sum(1 << place for place, entry in enumerate(entries) if entry is not None)
        state[COLUMNS + column] = min(card.upper(column), THRESHOLD)
        state[2 * COLUMNS] |= (entries[YAHTZEE] == FIFTY) << column
    return state


def count_open(state: Ints) -> int:
    """Return the number of open boxes, which is the number of turns left."""
    return BOXES - sum(int(mask).bit_count() for mask in state[:COLUMNS])
