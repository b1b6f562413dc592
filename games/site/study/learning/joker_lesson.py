"""The joker rule in dice: what a further Yahtzee scores."""

from typing import NamedTuple

from games.core.rules import Category, Dice, Variant
from games.site.study.learning.boxes import category_of, filled_with
from games.site.study.learning.lessons import ALIKE


class JokerBox(NamedTuple):
    """A lower box, and what five alike score there as a joker, without the bonus."""

    category: Category
    points: int


class FurtherLesson(NamedTuple):
    """Five alike after the Yahtzee box, in dice. `matching`: the upper box of the face, and
    `matching_points` what they score there. `bonus`: the points on top, in the first column.
    """

    dice: Dice
    yahtzee: Category
    yahtzee_points: int
    matching: Category
    matching_points: int
    bonus: int
    jokers: tuple[JokerBox, ...]


def further_lesson(variant: Variant) -> FurtherLesson | None:
    """Return the lesson about further Yahtzees, None for a variant or switch without the rule."""
    if variant.joker == "none":
        return None
    columns = range(len(variant.columns))
    first = filled_with(variant, [(column, "yahtzee") for column in columns])
    then = filled_with(
        variant, [(column, id_) for column in columns for id_ in ("yahtzee", "fives")]
    )
    in_upper = first.outcome((0, "fives"), ALIKE)
    jokers = [
        JokerBox(category, then.outcome((0, category.id), ALIKE).points)
        for category in variant.categories
        if category.joker_score is not None
    ]
    yahtzee = category_of(variant, "yahtzee")
    return FurtherLesson(
        dice=ALIKE,
        yahtzee=yahtzee,
        yahtzee_points=variant.points(yahtzee.id, ALIKE),
        matching=category_of(variant, "fives"),
        matching_points=in_upper.points,
        bonus=in_upper.bonus,
        jokers=tuple(jokers),
    )
