"""Variants that the solver supports. Loads fast: it needs no compiled code."""

from weakref import WeakKeyDictionary

from games.core.rules import Variant, find_variant
from games.core.rules.choices import HOUSE_ROLLS as ROLLS
from games.core.rules.scoring import DICE_COUNT, FACES, ROLLS_PER_TURN, Dice

MOST_BOXES = 15
"""A table has a row for each set of boxes: 32,768 of them."""


class UnsupportedVariant(ValueError):
    """The solver has no method for this variant."""


def is_exact(variant: Variant) -> bool:
    """Whether the solver has exact values for this variant; those of Triple Yahtzee are
    estimates.
    """
    return len(variant.columns) == 1 and is_supported(variant)


def check_supported(variant: Variant) -> None:
    """Raise `UnsupportedVariant` unless the solver can compute values for this variant.

    It needs five six-sided dice, two to four rolls a turn, one column of up to 15 boxes or the
    scorecard of Triple Yahtzee, and points that do not depend on the number of the roll. Only the
    first roll of a turn may score more, in lower boxes of a game without jokers.
    """
    problem = _problem(variant)
    if problem:
        raise UnsupportedVariant(problem)


_problems: WeakKeyDictionary[Variant, str] = WeakKeyDictionary()


def _problem(variant: Variant) -> str:
    """Return why the solver cannot compute values for this variant, "" if it can."""
    if variant not in _problems:
        _problems[variant] = _find_problem(variant)
    return _problems[variant]


def _find_problem(variant: Variant) -> str:
    numbers = (variant.dice_count, variant.faces, variant.rolls_per_turn)
    if numbers[:2] != (DICE_COUNT, FACES) or variant.rolls_per_turn not in ROLLS:
        return (
            f"the solver needs {DICE_COUNT} dice with {FACES} faces and 2 to 4 rolls; "
            f"{variant.name} has {numbers[0]} dice with {numbers[1]} faces and {numbers[2]} rolls"
        )
    triple = find_variant("triple_yahtzee")
    is_triple = (variant.columns, variant.categories) == (triple.columns, triple.categories)
    if len(variant.columns) > 1 and not is_triple:
        return f"{variant.name} has several columns and is not Triple Yahtzee"
    if variant.saves_rolls or variant.needed or variant.served_win:
        return f"{variant.name} has more state than its card, or is won by more than points"
    if is_triple and variant.rolls_per_turn != ROLLS_PER_TURN:
        return f"{variant.name} needs {ROLLS_PER_TURN} rolls a turn"
    if len(variant.categories) > MOST_BOXES:
        return f"{variant.name} has more than {MOST_BOXES} boxes in a column"
    if not all(_points_fit(variant, dice) for dice in variant.all_rolls):
        return f"points of {variant.name} depend on the number of the roll"
    return ""


def _points_fit(variant: Variant, dice: Dice) -> bool:
    """Whether these dice score the same in each roll, or more in the first one of a game without
    jokers.
    """
    # Not by `plain_fills`, which keeps what it computes: nobody may ever play by these rules.
    for category in variant.categories:
        first, *later = (category.score(dice, n + 1) for n in range(variant.rolls_per_turn))
        if len(set(later)) > 1:
            return False
        if first == later[0]:
            continue
        if variant.counts_further_yahtzees or len(variant.columns) > 1:
            return False
        if first < later[0] or category.section == "upper":
            return False
    return True


def is_supported(variant: Variant) -> bool:
    """Whether the solver can compute values for this variant."""
    return not _problem(variant)
