"""What every choice in a position is worth."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from games.rules import Dice, Fill, Position
from games.rules.position import MAX_ROLLS
from games.solver.compiled import compiled
from games.solver.exactness import is_exact
from games.solver.lattice import (
    KEEP_COUNT,
    KEEP_STARTS,
    KEEPS,
    ROLL_KEEPS,
    Floats,
    roll_index,
)
from games.solver.scoring import Scoring
from games.solver.tables import table
from games.solver.turns import allowed, keep_worths, score


class Option(NamedTuple):
    """One choice: to keep some dice and roll on, or to score."""

    keep: Dice | None
    """The faces kept, ascending; None when this option scores."""
    fill: Fill | None
    """What scoring does; None when this option rolls on."""
    value: float
    """Expected points still to come after this choice, those that it scores at once included."""


def options(position: Position) -> tuple[Option, ...]:
    """Return all choices, best first; of equal ones scoring comes first, then card order.

    At the start of a turn the only one is to roll: `keep` is (). On a full card there are none.
    """
    if not is_exact(position.variant):
        from games.solver import triple  # noqa: PLC0415 - large, and seldom asked for

        return triple.options(position)
    if position.card.is_full:
        return ()
    found = table(position.variant)
    state = found.state(position.card)
    if position.dice is None:
        return (Option((), None, float(found.values[state])),)
    roll = roll_index(position.dice)
    boxes = np.empty(len(position.variant.boxes))
    keeps = np.empty(KEEP_COUNT)
    rolls_left = MAX_ROLLS - position.rolls
    evaluate(found.rules, found.values, *state, roll, rolls_left, boxes, keeps)
    made = [
        Option(None, fill, float(boxes[position.variant.index(fill.box)]))
        for fill in position.card.fills(position.dice)
    ]
    if rolls_left:
        chosen = ROLL_KEEPS[KEEP_STARTS[roll] : KEEP_STARTS[roll + 1]][::-1]
        worths = keeps[chosen].tolist()
        made += [
            Option(KEEPS[keep], None, worth)
            for keep, worth in zip(chosen.tolist(), worths, strict=True)
        ]
    # Rounded, so that what is equal but for the last bits keeps its order.
    return tuple(sorted(made, key=lambda option: -round(option.value, 9)))


def value(position: Position) -> float:
    """Return the expected points still to come under perfect play; 0.0 on a full card."""
    if not is_exact(position.variant):
        from games.solver import triple  # noqa: PLC0415 - large, and seldom asked for

        return triple.value(position)
    return max((option.value for option in options(position)), default=0.0)


def sd(position: Position) -> float:
    """Return the standard deviation of the points still to come at the start of a turn.

    Raises `ValueError` if there are dice on the table, or the variant has several columns.
    """
    if position.dice is not None:
        raise ValueError("a standard deviation is known at the start of a turn only")
    found = table(position.variant)
    return sqrt(found.variance_at(found.state(position.card)))


@compiled
def evaluate(
    rules: Scoring,
    values: Floats,
    filled: int,
    flag: int,
    total: int,
    roll: int,
    rolls_left: int,
    boxes: Floats,
    keeps: Floats,
) -> None:
    """Write what each box (NaN if it is not allowed) and each keep is worth into two arrays.

    `boxes` is (boxes,), `keeps` is (462,) and is left alone when no rolls are left. The keeps that
    a roll allows are in `lattice.ROLL_KEEPS`.
    """
    choices = allowed(rules, filled, roll)
    for box in range(len(boxes)):
        boxes[box] = np.nan
        if (choices >> box) & 1:
            boxes[box] = score(rules, values, filled, flag, total, roll, box)
    if rolls_left > 0:
        keep_worths(rules, values, filled, flag, total, rolls_left, keeps)
