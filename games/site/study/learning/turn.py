"""A turn in three pictures, and the upper bonus in one."""

from typing import NamedTuple

from games.core.rules import Category, Dice, Variant

FIRST: Dice = (4, 2, 4, 6, 1)
KEPT: Dice = (4, 4)
AGAIN: Dice = (3, 5, 1)
LAST: Dice = (4, 4, 4, 1, 6)


class TurnPictures(NamedTuple):
    """The first roll, the dice kept from it, the dice rolled again, and the last roll with the box
    that it fills. `counts`: which of its dice count there.
    """

    first: Dice
    kept: Dice
    again: Dice
    last: Dice
    counts: tuple[bool, ...]
    boxes: tuple[tuple[Category, int], ...]
    """Some boxes and what the last roll scores there, the best one first."""


def turn_pictures(variant: Variant) -> TurnPictures:
    """Return the pictures of a turn."""
    upper = [category for category in variant.categories if category.face in LAST]
    scores = [(category, variant.points(category.id, LAST)) for category in upper]
    boxes = tuple(sorted(scores, key=lambda score: -score[1]))
    counts = tuple(face == boxes[0][0].face for face in LAST)
    return TurnPictures(FIRST, KEPT, AGAIN, LAST, counts, boxes)


class UpperRow(NamedTuple):
    """Dice of one face, as many as the bonus needs on average, and their sum."""

    category: Category
    dice: Dice
    points: int


class BonusPicture(NamedTuple):
    """How an upper section reaches its bonus: its rows add up to `total`, which is enough."""

    rows: tuple[UpperRow, ...]
    total: int
    needed: int
    bonus: int


def bonus_picture(variant: Variant) -> BonusPicture | None:
    """Return the picture of the upper bonus, None for a variant without one."""
    if variant.upper_bonus is None:
        return None
    rows = []
    for category in variant.categories:
        if category.face is not None:
            dice = (category.face,) * variant.par
            rows.append(UpperRow(category, dice, category.score(dice, variant.rolls_per_turn)))
    needed, bonus = variant.upper_bonus
    return BonusPicture(tuple(rows), sum(row.points for row in rows), needed, bonus)
