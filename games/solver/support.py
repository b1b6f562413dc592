"""Variants that the solver supports. Loads fast: it needs no compiled code."""

from functools import lru_cache

from games.rules import Variant, find_variant
from games.rules.dice import DICE_COUNT, FACES, ROLLS_PER_TURN, Dice

ROLLS = (2, 3, 4)
MOST_BOXES = 15
"""A table has a row for each set of boxes: 32,768 of them."""


class UnsupportedVariant(ValueError):
    """The solver has no method for this variant."""


def is_exact(variant: Variant) -> bool:
    """Whether the values of this variant are exact; those of Triple Yahtzee are estimates."""
    return len(variant.columns) == 1


@lru_cache(maxsize=256)
def check_supported(variant: Variant) -> None:
    """Raise `UnsupportedVariant` unless the solver can compute values for this variant.

    It needs five six-sided dice, two to four rolls a turn, one column of up to 15 boxes or the
    scorecard of Triple Yahtzee, and points that do not depend on the number of the roll. Only the
    first roll of a turn may score more, in lower boxes of a game without jokers.
    """
    numbers = (variant.dice_count, variant.faces, variant.rolls_per_turn)
    if numbers[:2] != (DICE_COUNT, FACES) or variant.rolls_per_turn not in ROLLS:
        raise UnsupportedVariant(
            f"the solver needs {DICE_COUNT} dice with {FACES} faces and 2 to 4 rolls; "
            f"{variant.name} has {numbers[0]} dice with {numbers[1]} faces and {numbers[2]} rolls"
        )
    triple = find_variant("triple_yahtzee")
    is_triple = (variant.columns, variant.categories) == (triple.columns, triple.categories)
    if not is_exact(variant) and not is_triple:
        raise UnsupportedVariant(f"{variant.name} has several columns and is not Triple Yahtzee")
    if is_triple and variant.rolls_per_turn != ROLLS_PER_TURN:
        raise UnsupportedVariant(f"{variant.name} needs {ROLLS_PER_TURN} rolls a turn")
    if len(variant.categories) > MOST_BOXES:
        raise UnsupportedVariant(f"{variant.name} has more than {MOST_BOXES} boxes in a column")
    if not all(_points_fit(variant, dice) for dice in variant.all_rolls):
        raise UnsupportedVariant(f"points of {variant.name} depend on the number of the roll")


def _points_fit(variant: Variant, dice: Dice) -> bool:
    """Whether these dice score the same in each roll, or more in the first one of a game without
    jokers.
    """
    later = {variant.plain_fills(dice, roll) for roll in range(2, variant.rolls_per_turn + 1)}
    if len(later) > 1:
        return False
    pairs = zip(variant.plain_fills(dice, 1), *later, strict=True)
    changed = [(first, last) for first, last in pairs if first != last]
    if changed and (variant.counts_further_yahtzees or len(variant.columns) > 1):
        return False
    upper = variant.upper_categories
    return all(first.points > last.points and last.box[1] not in upper for first, last in changed)


def is_supported(variant: Variant) -> bool:
    """Whether the solver can compute values for this variant."""
    try:
        check_supported(variant)
    except UnsupportedVariant:
        return False
    return True
