"""A choice in a position and its value."""

from typing import NamedTuple

from games.core.rules import Dice, Fill


class Option(NamedTuple):
    """One choice: keep some dice and roll again, or score."""

    keep: Dice | None
    """The faces kept, ascending; None when this option scores."""
    fill: Fill | None
    """The outcome of scoring; None when this option rolls again."""
    value: float
    """Expected points still to come after this choice, including the points of scoring now."""
