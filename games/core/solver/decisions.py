"""The value of a position and of each choice."""

from math import sqrt

import numpy as np

from games.core.rules import Position, Scorecard
from games.core.solver.choices import keep_options, ranked
from games.core.solver.lattice import FIRST_ROLL, KEEP_COUNT, Floats, roll_index
from games.core.solver.option import Option
from games.core.solver.support import check_supported, is_exact
from games.core.solver.tables import table
from games.core.solver.turns import evaluate, evaluate_keeps


def options(position: Position) -> tuple[Option, ...]:
    """Return all choices, best first; ties with scoring first, then in card order.

    At the start of a turn the only choice is to roll: `keep` is (). On a full card there are none.
    Raises `UnsupportedVariant`.
    """
    check_supported(position.variant)
    if not is_exact(position.variant):
        from games.core.solver import triple  # noqa: PLC0415 - large and rarely needed

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
    rolls_left = position.rolls_left
    evaluate(found.rules, found.values, *state, roll, rolls_left, boxes, keeps)
    choices = [
        Option(None, fill, float(boxes[position.variant.index(fill.box)]))
        for fill in position.card.fills(position.dice, position.rolls)
    ]
    if rolls_left:
        choices += keep_options(roll, keeps)
    return ranked(choices)


def value(position: Position) -> float:
    """Return the expected points still to come under perfect play; 0.0 on a full card.

    Raises `UnsupportedVariant`.
    """
    check_supported(position.variant)
    if not is_exact(position.variant):
        from games.core.solver import triple  # noqa: PLC0415 - large and rarely needed

        return triple.value(position)
    return max((option.value for option in options(position)), default=0.0)


def roll_values(card: Scorecard, rolls_left: int) -> Floats:
    """Return the value of each of the 252 rolls, (252,), on a card with an open box.

    Rolls are numbered as in `lattice`; `rolls_left` is 0 to 2. Raises `UnsupportedVariant`.
    """
    check_supported(card.variant)
    if not is_exact(card.variant):
        from games.core.solver import triple  # noqa: PLC0415 - large and rarely needed

        return triple.roll_values(card, rolls_left)
    found = table(card.variant)
    keeps = np.empty(KEEP_COUNT)
    evaluate_keeps(found.rules, found.values, *found.state(card), rolls_left + 1, keeps)
    return keeps[FIRST_ROLL:].copy()


def sd(position: Position) -> float:
    """Return the standard deviation of the points still to come, at the start of a turn.

    Raises `ValueError` if there are dice on the table, or the variant has several columns.
    """
    if position.dice is not None:
        raise ValueError("a standard deviation is known only at the start of a turn")
    found = table(position.variant)
    return sqrt(found.variance_at(found.state(position.card)))
