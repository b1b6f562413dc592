"""The value of a position and of each choice."""

from math import sqrt

from games.core.rules import Position, Scorecard
from games.core.solver.child import run
from games.core.solver.choices import keep_options, ranked
from games.core.solver.lattice import FIRST_ROLL, Floats, roll_index
from games.core.solver.option import Option
from games.core.solver.support import check_supported, is_exact
from games.core.solver.tables import table
from games.core.solver.turn_values import first_rolls_served, plan_keeps, plan_rolls, score_rolls

TRIPLE = "games.core.solver.triple"


def options(position: Position) -> tuple[Option, ...]:
    """Return all choices, best first; ties with scoring first, then in card order.

    At the start of a turn the only choice is to roll: `keep` is (). On a full card there are none.
    Raises `UnsupportedVariant`.
    """
    check_supported(position.variant)
    if not is_exact(position.variant):
        estimated: tuple[Option, ...] = run(TRIPLE, "options", position)
        return estimated
    if position.card.is_full:
        return ()
    found = table(position.variant)
    state = found.state(position.card)
    if position.dice is None:
        return (Option((), None, float(found.values[state])),)
    roll = roll_index(position.dice)
    rolls_left = position.rolls_left
    scored = score_rolls(found.rules, found.values, state)
    values = dict(zip(scored.boxes, scored.values[:, roll].tolist(), strict=True))
    is_first = rolls_left == found.rules.rolls - 1
    choices = []
    for fill in position.card.fills(position.dice, position.rolls):
        box = position.variant.index(fill.box)
        extra = float(found.rules.served[box, roll]) if is_first else 0.0
        choices.append(Option(None, fill, values[box] + extra))
    if rolls_left:
        choices += keep_options(roll, plan_keeps(scored.values.max(axis=0), rolls_left))
    return ranked(choices)


def value(position: Position) -> float:
    """Return the expected points still to come under perfect play; 0.0 on a full card.

    Raises `UnsupportedVariant`.
    """
    check_supported(position.variant)
    if not is_exact(position.variant):
        estimated: float = run(TRIPLE, "value", position)
        return estimated
    return max((option.value for option in options(position)), default=0.0)


def roll_values(card: Scorecard, rolls_left: int) -> Floats:
    """Return the value of each of the 252 rolls, (252,), on a card with an open box.

    Rolls are numbered as in `lattice`; `rolls_left` is 0 to 2. Raises `UnsupportedVariant`.
    """
    check_supported(card.variant)
    if not is_exact(card.variant):
        estimated: Floats = run(TRIPLE, "roll_values", card, rolls_left)
        return estimated
    found = table(card.variant)
    scored = score_rolls(found.rules, found.values, found.state(card))
    is_first = rolls_left == found.rules.rolls - 1
    served = first_rolls_served(found.rules, scored) if is_first else None
    return plan_rolls(scored.values.max(axis=0), rolls_left, served)[FIRST_ROLL:]


def sd(position: Position) -> float:
    """Return the standard deviation of the points still to come, at the start of a turn.

    Raises `ValueError` if there are dice on the table, or the variant has several columns.
    """
    if position.dice is not None:
        raise ValueError("a standard deviation is known only at the start of a turn")
    found = table(position.variant)
    return sqrt(found.variance_at(found.state(position.card)))
