"""The lattice of keeps: all multisets of up to five dice, with an edge for each die added.

There are 462 keeps, numbered by size and then in ascending order: 0 is the empty keep and the last
252, from `FIRST_ROLL` on, are the full rolls. Roll number r is `ROLLS[r]` and keep number
`FIRST_ROLL + r`. Comments and shapes state these numbers; the code derives them from
`games.core.rules.scoring`.

Rolling the missing dice one at a time gives the recursion that makes the solver fast: the value of
a keep is the mean of the values of its six children. The same edges in the other direction give the
best keep within a roll.
"""

from math import factorial, prod

import numpy as np
import numpy.typing as npt

from games.core.rules.scoring import DICE_COUNT, FACES, ROLLS_PER_TURN, Dice, all_rolls

EQUAL = 1e-10
"""Choices whose values differ by less are equal. Far above rounding errors."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

REROLLS = ROLLS_PER_TURN - 1
"""The rolls of a turn after the first, before which the player may keep dice."""

ROLLS: tuple[Dice, ...] = all_rolls(DICE_COUNT, FACES)
"""The 252 rolls, each in ascending order."""

KEEPS: tuple[Dice, ...] = tuple(
    keep for size in range(DICE_COUNT + 1) for keep in all_rolls(size, FACES)
)
"""The 462 keeps, each in ascending order."""

KEEP_COUNT = len(KEEPS)
ROLL_COUNT = len(ROLLS)
FIRST_ROLL = KEEP_COUNT - ROLL_COUNT
"""210: the number of keeps that leave at least one die to roll."""

FIVE_ALIKE: Ints = np.array([ROLLS.index((face,) * DICE_COUNT) for face in range(1, FACES + 1)])
"""(6,): the roll of five alike of each face."""

_INDEX = {keep: index for index, keep in enumerate(KEEPS)}


def _children() -> Ints:
    rows = [
        [_INDEX[tuple(sorted((*keep, face)))] for face in range(1, FACES + 1)]
        for keep in KEEPS[:FIRST_ROLL]
    ]
    return np.array(rows, dtype=np.int64)


def _parents() -> Ints:
    rows = np.full((KEEP_COUNT, DICE_COUNT), -1, dtype=np.int64)
    for index, keep in enumerate(KEEPS):
        for place, face in enumerate(sorted(set(keep))):
            rest = list(keep)
            rest.remove(face)
            rows[index, place] = _INDEX[tuple(rest)]
    return rows


def _roll_probability(dice: Dice) -> float:
    ways = factorial(DICE_COUNT) // prod(factorial(dice.count(face)) for face in set(dice))
    return float(ways / FACES**DICE_COUNT)


def _keeps_of(dice: Dice) -> list[int]:
    """Numbers of the different keeps of these dice that leave at least one to roll, ascending."""
    chosen = (
        [die for place, die in enumerate(dice) if bits >> place & 1]
        for bits in range(2**DICE_COUNT - 1)
    )
    return sorted({_INDEX[tuple(keep)] for keep in chosen})


CHILDREN = _children()
"""(210, 6): the keep that results when a keep gets one more die of face f + 1."""

PARENTS = _parents()
"""(462, 5): the different keeps with one die less, padded at the end with -1."""

ROLL_PROBABILITY: Floats = np.array([_roll_probability(dice) for dice in ROLLS])
"""(252,): probability of each roll of five dice."""

_CHOICES = [_keeps_of(dice) for dice in ROLLS]

KEEP_STARTS: Ints = np.cumsum([0, *map(len, _CHOICES)], dtype=np.int64)
"""(253,): the keeps of roll r are `ROLL_KEEPS[KEEP_STARTS[r] : KEEP_STARTS[r + 1]]`."""

ROLL_KEEPS: Ints = np.array([keep for choices in _CHOICES for keep in choices], dtype=np.int64)
"""(4116,): for each roll the keeps that leave at least one die to roll, ascending.

With the 252 keeps of all five dice these are the 4368 pairs of roll and keep in the literature.
"""


_SIZES = [len(all_rolls(size, FACES)) for size in range(DICE_COUNT + 1)]
_STARTS = [sum(_SIZES[:size]) for size in range(DICE_COUNT + 1)]
_BY_SIZE = [
    (slice(start, start + count), np.ascontiguousarray(CHILDREN[start : start + count].T))
    for start, count in reversed(list(zip(_STARTS[:-1], _SIZES[:-1], strict=True)))
]
"""The keeps of each size, large ones first, and their children, (6, keeps)."""


def keep_index(dice: Dice) -> int:
    """Return the number of a keep: up to five dice, in any order. Raises `KeyError`."""
    return _INDEX[tuple(sorted(dice))]


def roll_index(dice: Dice) -> int:
    """Return the number of a roll: five dice, in any order. Raises `KeyError`."""
    index = _INDEX[tuple(sorted(dice))] - FIRST_ROLL
    if index < 0:
        raise KeyError(dice)
    return index


def expect(keep_values: Floats) -> None:
    """Compute the values of the keeps from the values of the rolls, in place.

    `keep_values` is (462,); its last 252 entries are read and the first 210 are written.
    """
    for keeps, children in _BY_SIZE:
        keep_values[keeps] = np.add.reduce(keep_values[children]) / FACES


def maximise(keep_values: Floats) -> None:
    """Replace the value of each roll by the best value of it and all keeps within it, in place.

    `keep_values` is (462,); only its last 252 entries are written.
    """
    rolls = keep_values[FIRST_ROLL:]
    within = np.maximum.reduceat(keep_values[ROLL_KEEPS], KEEP_STARTS[:-1])
    np.maximum(rolls, within, out=rolls)


def maximise_choosing(keep_values: Floats, choice: Ints) -> None:
    """Replace the value of each keep by the best value of it and all keeps within it, in place, and
    write the number of that keep into `choice`, (462,). Ties (to 1e-10) go to more dice.
    """
    choice[0] = 0
    for size in range(1, DICE_COUNT + 1):
        keeps = np.arange(_STARTS[size], _STARTS[size] + _SIZES[size])
        best, chosen = keep_values[keeps], keeps
        for parent in PARENTS[keeps, :size].T:
            value = np.where(parent < 0, -np.inf, keep_values[parent])
            chosen = np.where(value > best + EQUAL, choice[parent], chosen)
            best = np.maximum(best, value)
        keep_values[keeps], choice[keeps] = best, chosen
