"""Variants for tests: the published ones that we do not play, and small invented ones."""

from dataclasses import replace
from functools import partial

from games.core.rules import Category, Variant, find_variant
from games.core.rules.scoring import (
    alike_points,
    dice_sum,
    full_house_points,
    matching_sum,
    pairs_sum,
)
from games.core.rules.variants import UPPER, YAHTZEE

BY_ID = {category.id: category for category in YAHTZEE}


def changed(variant: Variant, category_id: str, score: object) -> Variant:
    """Return the variant with another way to score one category."""
    categories = tuple(
        replace(category, score=score) if category.id == category_id else category  # type: ignore[arg-type]
        for category in variant.categories
    )
    return replace(variant, categories=categories)


def five_alike_as_full_house() -> Variant:
    """Return plain Yahtzee where five alike score as a full house, too."""
    plain = find_variant("yahtzee", joker="none")
    return changed(
        plain,
        "full_house",
        lambda dice, roll: max(full_house_points(25, dice, roll), alike_points(25, dice, roll)),
    )


def no_upper_bonus() -> Variant:
    """Return plain Yahtzee without the upper bonus."""
    return replace(find_variant("yahtzee", joker="none"), upper_bonus=None)


def pair_as_two_pairs() -> Variant:
    """Return Yatzy with the mistake of a published program: one pair scores in two pairs."""
    return changed(
        find_variant("yatzy"),
        "two_pairs",
        lambda dice, roll: pairs_sum(2, dice, roll) or matching_sum(2, dice, roll),
    )


def three_upper() -> Variant:
    """Return three upper boxes with a bonus of 20 from 12 points."""
    return Variant("small", "Small", UPPER[:3], upper_bonus=(12, 20))


def three_lower() -> Variant:
    """Return three lower boxes, two of them of points that depend on the dice."""
    choice = Category("choice", "Choice", "lower", "", dice_sum)
    pair = Category("pair", "Pair", "lower", "", partial(matching_sum, 2))
    return Variant("small", "Small", (BY_ID["yahtzee"], pair, choice))
