"""The moves of one card: allowed boxes and keeps, and the card after a fill."""

from games.core.rules.scoring import FACES
from games.core.solver.compiled import compiled
from games.core.solver.lattice import FIVE_ALIKE, KEEP_STARTS, ROLL_KEEPS
from games.core.solver.triple.cards import (
    CATEGORIES,
    COLUMNS,
    LEVEL,
    POINTS,
    THRESHOLD,
    UPPER,
    UPPER_BONUS,
    YAHTZEE,
    Floats,
    Ints,
)
from games.core.solver.triple.turn import after, is_open, joker_fill, joker_in_force

MAX_OPTIONS = 70
"""31 keeps and 39 boxes."""


@compiled
def fill_points(state: Ints, joker: int, roll: int, column: int, category: int) -> int:
    """Return the raw points, bonus Yahtzee included, of a roll in a box, -1 if not allowed."""
    if POINTS[roll, YAHTZEE] and joker_in_force(state, joker):
        for face in range(FACES):
            if FIVE_ALIKE[face] == roll:
                return joker_fill(state, joker, face, column, category)
    return POINTS[roll, category] if is_open(state, column, category) else -1


@compiled
def apply(state: Ints, roll: int, points: int, column: int, category: int) -> int:
    """Fill a box in place and return the weighted points that the card gains."""
    gained = points
    state[column] |= 1 << category
    if category < UPPER:
        total = state[COLUMNS + column]
        reached = min(total + POINTS[roll, category], THRESHOLD)
        state[COLUMNS + column] = reached
        if total < THRESHOLD <= reached:
            gained += UPPER_BONUS
    elif category == YAHTZEE and points:
        state[2 * COLUMNS] |= 1 << column
    return (column + 1) * gained


@compiled
def list_options(
    state: Ints,
    joker: int,
    roll: int,
    successors: Floats,
    keeps: Floats,
    rolls_left: int,
    values: Floats,
    codes: Ints,
) -> int:
    """Write the values of all options, fills first in card order, and return how many there are.

    `successors` (1, 3, 13, 6) of this card; `keeps` (462,) with this many rolls left. The code of
    a fill is -1 - its place on the card, the code of a keep its number.
    """
    count = 0
    for column in range(COLUMNS):
        for category in range(CATEGORIES):
            points = fill_points(state, joker, roll, column, category)
            if points >= 0:
                following = after(successors, 0, column, category, LEVEL[roll, category])
                values[count] = (column + 1) * points + following
                codes[count] = -1 - (column * CATEGORIES + category)
                count += 1
    if rolls_left:
        for place in range(KEEP_STARTS[roll], KEEP_STARTS[roll + 1]):
            codes[count] = ROLL_KEEPS[place]
            values[count] = keeps[ROLL_KEEPS[place]]
            count += 1
    return count


@compiled
def best_option(values: Floats, count: int) -> int:
    """Return the index of the best option, the first of equal ones."""
    best = 0
    for place in range(1, count):
        if values[place] > values[best]:
            best = place
    return best
