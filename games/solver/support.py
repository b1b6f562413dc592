"""Variants that the solver supports. Loads fast: it needs no compiled code."""

from functools import cache

from games.rules import Variant, find_variant
from games.rules.dice import DICE_COUNT, FACES, ROLLS_PER_TURN


class UnsupportedVariant(ValueError):
    """The solver has no method for this variant."""


def is_exact(variant: Variant) -> bool:
    """Whether the values of this variant are exact; those of Triple Yahtzee are estimates."""
    return len(variant.columns) == 1


@cache
def check_supported(variant: Variant) -> None:
    """Raise `UnsupportedVariant` unless the solver can compute values for this variant.

    It needs five six-sided dice, three rolls a turn, points that do not depend on the number of
    the roll, and one column or the scorecard of Triple Yahtzee.
    """
    numbers = (variant.dice_count, variant.faces, variant.rolls_per_turn)
    if numbers != (DICE_COUNT, FACES, ROLLS_PER_TURN):
        raise UnsupportedVariant(
            f"the solver needs {DICE_COUNT} dice with {FACES} faces and {ROLLS_PER_TURN} rolls; "
            f"{variant.name} has {numbers[0]} dice with {numbers[1]} faces and {numbers[2]} rolls"
        )
    triple = find_variant("triple_yahtzee")
    is_triple = (variant.columns, variant.categories) == (triple.columns, triple.categories)
    if not is_exact(variant) and not is_triple:
        raise UnsupportedVariant(f"{variant.name} has several columns and is not Triple Yahtzee")
    for dice in variant.all_rolls:
        fills = {variant.plain_fills(dice, roll) for roll in range(1, variant.rolls_per_turn + 1)}
        if len(fills) > 1:
            raise UnsupportedVariant(f"points of {variant.name} depend on the number of the roll")


def is_supported(variant: Variant) -> bool:
    """Whether the solver can compute values for this variant."""
    try:
        check_supported(variant)
    except UnsupportedVariant:
        return False
    return True
