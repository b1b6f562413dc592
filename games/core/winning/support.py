"""What win probabilities are computed for, and the choices that they rank. Needs no compiler."""

from typing import NamedTuple

from games.core.rules import Dice, Fill, Variant, is_house_rules
from games.core.solver import is_supported

EXACT_BOXES = 5
"""With at most this many open boxes the distribution of the points to come is exact."""


class WinOption(NamedTuple):
    """One choice: keep some dice and roll again, or score."""

    keep: Dice | None
    """The faces kept, ascending; None when this option scores."""
    fill: Fill | None
    """The outcome of scoring; None when this option rolls again."""
    win: float | None
    """Expected share of opponents beaten, a tie counting half: with two players the win
    probability. None while more than `EXACT_BOXES` boxes are open."""
    value: float
    """Expected points still to come after this choice, including those that it scores at once."""


def has_outlook(variant: Variant) -> bool:
    """Whether win probabilities are computed for a variant: for official games only."""
    return is_supported(variant) and not is_house_rules(variant)
