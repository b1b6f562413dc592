"""The choices in a position, in a fixed order, and what each one loses. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.core.rules import Dice, Fill, Position

TOLERANCE = 10
"""In hundredths of a point: a choice that loses at most this much is right."""


class Choice(NamedTuple):
    """Keep these faces (ascending) and roll the other dice, or fill a box."""

    keep: Dice | None
    fill: Fill | None

    @property
    def key(self) -> str:
        """The choice as text: `keep:556`, `keep:` or `box:full_house`."""
        if self.fill is not None:
            return f"box:{self.fill.box.category}"
        return "keep:" + "".join(map(str, self.keep or ()))


class Valued(NamedTuple):
    """A choice, and what it loses against the best one, in hundredths of a point."""

    choice: Choice
    loss: int

    @property
    def is_right(self) -> bool:
        """Whether the choice solves the puzzle."""
        return self.loss <= TOLERANCE


def choices_of(position: Position) -> tuple[Choice, ...]:
    """Return the choices in a position with dice and one column: boxes in card order, then the sets
    of dice to keep, fewest first. Keeping all dice is not a choice, because it wastes a roll.
    """
    assert position.dice is not None
    fills = position.card.fills(position.dice, position.rolls)
    boxes = [Choice(None, fill) for fill in fills]
    if not position.rolls_left:
        return tuple(boxes)
    return (*boxes, *[Choice(keep, None) for keep in _keeps(tuple(sorted(position.dice)))])


@lru_cache(maxsize=1024)
def _keeps(dice: Dice) -> tuple[Dice, ...]:
    """Return the distinct sets of dice that can be kept from ascending dice, except for all."""
    return tuple(
        keep for size in range(len(dice)) for keep in dict.fromkeys(combinations(dice, size))
    )


def valued(position: Position, losses: Sequence[int]) -> list[Valued]:
    """Return all choices, best first; equal ones in their order.

    Raises ValueError if there is not one loss for each choice.
    """
    pairs = zip(choices_of(position), losses, strict=True)
    return sorted((Valued(choice, loss) for choice, loss in pairs), key=lambda each: each.loss)
