"""The features of a card for the fitted value: 0 or 1, and mostly 0.

The first `HIDDEN_INPUTS` go into the hidden units and the sum, the rest only into the sum:

- for each box, whether it is open;
- for each column, how likely its upper bonus looks;
- which of 27 ways the three Yahtzee boxes are open, scratched or scored;
- for each category, which of 8 ways its three boxes are open;
- for each column, the distance of its upper total from par (three dice of each filled face),
  together with the number of open upper boxes;
- for each pair of boxes, whether both are open.
"""

import numpy as np

from games.core.rules.scoring import DICE_COUNT
from games.core.solver.compiled import compiled
from games.core.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    PAR,
    THRESHOLD,
    UPPER,
    UPPER_MASK,
    YAHTZEE,
    Ints,
)

REACHED, MISSED = 0, 1
LOWEST, HIGHEST = -17, 10
"""Larger distances from par count as these."""
DISTANCES = HIGHEST - LOWEST + 3
CHANCES = 30

CHANCE_FEATURES = BOXES
YAHTZEE_FEATURES = CHANCE_FEATURES + COLUMNS * CHANCES
HIDDEN_INPUTS: int = YAHTZEE_FEATURES + 3**COLUMNS
PATTERN_FEATURES = HIDDEN_INPUTS
UPPER_FEATURES: int = PATTERN_FEATURES + CATEGORIES * 2**COLUMNS
FEATURES: int = UPPER_FEATURES + COLUMNS * (UPPER + 1) * DISTANCES
PAIRS = BOXES * (BOXES - 1) // 2


def _distances() -> Ints:
    """Return the distance from par for each mask of filled upper boxes and upper total."""
    all_faces = sum(range(1, UPPER + 1))
    table = np.empty((1 << UPPER, THRESHOLD + 1), np.int64)
    for mask in range(1 << UPPER):
        filled = sum(face + 1 for face in range(UPPER) if mask >> face & 1)
        for total in range(THRESHOLD + 1):
            if total >= THRESHOLD:
                table[mask, total] = REACHED
            elif total + DICE_COUNT * (all_faces - filled) < THRESHOLD:
                table[mask, total] = MISSED
            else:
                table[mask, total] = 2 + min(max(total - PAR * filled, LOWEST), HIGHEST) - LOWEST
    return table


def _chances() -> Ints:
    """Return a level for the chance of the upper bonus, for each mask of filled boxes and total.

    The levels are standard deviations between the points still needed and the mean if each die
    shows the face of an open box half of the time. The first two levels are those of the distance.
    """
    table = DISTANCE.copy()
    for mask in range(1 << UPPER):
        faces = [face + 1 for face in range(UPPER) if not mask >> face & 1]
        mean, sd = 2.5 * sum(faces), (1.25 * sum(face**2 for face in faces)) ** 0.5
        for total in range(THRESHOLD):
            if table[mask, total] != MISSED:
                steps = (mean + 0.5 - (THRESHOLD - total)) / sd * 5.6 + 14
                table[mask, total] = 2 + min(max(int(steps), 0), CHANCES - 3)
    return table


DISTANCE = _distances()
CHANCE = _chances()
OPEN_UPPER = np.array([UPPER - mask.bit_count() for mask in range(1 << UPPER)])


@compiled
def yahtzee_way(state: Ints) -> int:
    """Return the number, 0 to 26, of what the three Yahtzee boxes hold."""
    way = 0
    for column in range(COLUMNS):
        filled = (state[column] >> YAHTZEE) & 1
        fifty = (state[2 * COLUMNS] >> column) & 1
        way = 3 * way + filled + fifty
    return way


@compiled
def pattern(state: Ints, category: int) -> int:
    """Return the number, 0 to 7, of which columns have this category filled."""
    found = 0
    for column in range(COLUMNS):
        found |= ((state[column] >> category) & 1) << column
    return found


@compiled
def chance_feature(column: int, mask: int, total: int) -> int:
    """Return the feature for how likely a column's upper bonus looks."""
    return CHANCE_FEATURES + column * CHANCES + int(CHANCE[mask & UPPER_MASK, total])


@compiled
def upper_feature(column: int, mask: int, total: int) -> int:
    """Return the feature for a column's distance from par and number of open upper boxes."""
    upper = mask & UPPER_MASK
    row = column * (UPPER + 1) + int(OPEN_UPPER[upper])
    return UPPER_FEATURES + row * DISTANCES + int(DISTANCE[upper, total])


@compiled
def active(state: Ints, found: Ints) -> tuple[int, int]:
    """Write the numbers of the features that are 1, except pairs, into `found`, (65,).

    Returns how many of them go into the hidden units, and how many there are in all.
    """
    count = 0
    for column in range(COLUMNS):
        for category in range(CATEGORIES):
            if (state[column] >> category) & 1 == 0:
                found[count] = column * CATEGORIES + category
                count += 1
    for column in range(COLUMNS):
        found[count] = chance_feature(column, state[column], state[COLUMNS + column])
        count += 1
    found[count] = YAHTZEE_FEATURES + yahtzee_way(state)
    count += 1
    hidden = count
    for category in range(CATEGORIES):
        found[count] = PATTERN_FEATURES + 8 * category + pattern(state, category)
        count += 1
    for column in range(COLUMNS):
        found[count] = upper_feature(column, state[column], state[COLUMNS + column])
        count += 1
    return hidden, count
