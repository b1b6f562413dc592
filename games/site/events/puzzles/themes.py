"""The theme of a puzzle, which follows from its position and its best choice. Pure."""

from collections import Counter
from enum import StrEnum

from games.core.rules import Dice, Position, joker
from games.site.events.puzzles.choices import Choice

LAST_BOXES = 3
"""With this many open boxes or fewer, it is the end of the game."""
SACRIFICED = 4
"""A box filled with at most this many points counts as given up."""


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
    if joker.in_force(position.variant, position.card.entries, dice):
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
