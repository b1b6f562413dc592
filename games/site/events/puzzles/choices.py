"""The choices in a position, in a fixed order, what each one loses, and the theme of a
puzzle, which follows from its position and its best choice. Pure.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.core.rules import Dice, Fill, Position
from games.core.rules.scorecard import is_joker

TOLERANCE = 10
"""In hundredths of a point: a choice that loses at most this much is right."""
LAST_BOXES = 3
"""With this many open boxes or fewer, it is the end of the game."""
SACRIFICED = 4
"""A box filled with at most this many points counts as given up."""


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
        return self.loss <= TOLERANCE


def choices_of(position: Position) -> tuple[Choice, ...]:
    """Return the choices in a position with dice and one column: boxes in card order, then the sets
    of dice to keep, fewest first.
    """
    # Keeping all dice is not a choice, because it wastes a roll.
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


class Theme(StrEnum):
    """What a puzzle is about, in the order in which themes are offered."""

    STOP = "stop"
    UPPER = "upper"
    STRAIGHTS = "straights"
    FULL_HOUSE = "full_house"
    ALIKE = "alike"
    SACRIFICE = "sacrifice"
    BOX = "box"
    KEEP = "keep"
    END = "end"


def theme_of(position: Position, best: Choice) -> Theme:
    """Return the theme of a position with dice; docs/analysis.md has the rules."""
    dice = position.dice
    assert dice is not None
    if len(position.card.open_boxes) <= LAST_BOXES:
        return Theme.END
    if is_joker(position.variant, position.card.entries, dice):
        return Theme.ALIKE
    if position.rolls_left and (best.fill is not None or _is_made(position)):
        return Theme.STOP
    if best.fill is not None:
        if best.fill.points <= SACRIFICED:
            return Theme.SACRIFICE
        return _of_box(position, best.fill.box.category)
    return _of_keep(position, best.keep or ())


def pattern_of(category: str) -> Theme | None:
    """Return the theme of a lower box that needs a pattern; None for all others."""
    if category.endswith("straight"):
        return Theme.STRAIGHTS
    if category in ("full_house", "two_pairs"):
        return Theme.FULL_HOUSE
    if category.endswith("of_a_kind") or category in ("yacht", "yahtzee", "yatzy"):
        return Theme.ALIKE
    return None


def _is_made(position: Position) -> bool:
    """Whether the dice already make a straight, a full house or five alike that is still open."""
    fills = position.card.fills(position.dice or (), position.rolls)
    whole = (Theme.STRAIGHTS, Theme.FULL_HOUSE)
    return any(
        fill.points > 0
        and (
            (pattern_of(fill.box.category) in whole and fill.box.category != "two_pairs")
            or fill.box.category in ("yacht", "yahtzee", "yatzy")
        )
        for fill in fills
    )


def _of_box(position: Position, category: str) -> Theme:
    index = position.variant.index((0, category))
    if position.variant.categories[index].section == "upper":
        return Theme.UPPER
    return pattern_of(category) or Theme.BOX


def _of_keep(position: Position, keep: Dice) -> Theme:
    counts = Counter(keep)
    if len(counts) == 1:
        face = keep[0]
        is_open = position.card.entries[face - 1] is None
        return Theme.UPPER if is_open else Theme.ALIKE
    if len(counts) == 2 and min(counts.values()) >= 2:
        return Theme.FULL_HOUSE
    if len(keep) == len(counts) >= 3 and keep[-1] - keep[0] <= 4:
        return Theme.STRAIGHTS
    return Theme.KEEP
