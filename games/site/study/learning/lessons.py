"""What to show for each box: dice that explain it; a turn in three pictures, and the upper bonus in
one.

The dice are chosen by hand, but `games.site.study.learning.boxes` asks the rules for the points. In
the texts "%(face)s" is the number of an upper box.
"""

from typing import NamedTuple

from django.utils.translation import gettext_noop

from games.core.rules import Category, Dice, Variant

FIRST: Dice = (4, 2, 4, 6, 1)
KEPT: Dice = (4, 4)
AGAIN: Dice = (3, 5, 1)
LAST: Dice = (4, 4, 4, 1, 6)
ALIKE: Dice = (5, 5, 5, 5, 5)


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


class Shown(NamedTuple):
    """Dice, and what they teach, for players."""

    dice: Dice
    note: str


Lesson = tuple[Shown, ...]
"""The dice to show for a box, an example that scores first."""

OTHERS = gettext_noop("The other dice add nothing.")
FIFTH = gettext_noop("The fifth die adds nothing.")
ALL_COUNT = gettext_noop("All five dice count.")
ONLY_TWO = gettext_noop("Only two are alike.")
ONLY_THREE = gettext_noop("Only three are alike.")
ORDER = gettext_noop("Any order will do.")
FIVE_MISSING = gettext_noop("The 5 is missing.")
ONE_DIFFERS = gettext_noop("One die is different.")
ANY_NUMBER = gettext_noop("Any number will do.")
TWO_PAIRS = gettext_noop("Two pairs are not enough.")
NOT_FIVE = gettext_noop("Five of a kind is not a full house.")
FOR_BAD_ROLLS = gettext_noop("Good for dice that fit nowhere else.")

NONE_SHOWN = gettext_noop("There is no %(face)s.")

FOUR_ALIKE = (Shown((5, 5, 5, 5, 2), FIFTH), Shown((5, 5, 5, 2, 2), ONLY_THREE))
HOUSE = (
    Shown((3, 3, 5, 5, 5), ALL_COUNT),
    Shown((3, 3, 5, 5, 6), TWO_PAIRS),
    Shown(ALIKE, NOT_FIVE),
)
LOW_RUN = (Shown((3, 1, 5, 2, 4), ORDER), Shown((1, 2, 3, 4, 6), FIVE_MISSING))
ALL_ALIKE = (Shown((4, 4, 4, 4, 4), ANY_NUMBER), Shown((4, 4, 4, 4, 2), ONE_DIFFERS))
ANY_DICE = (Shown((2, 4, 5, 6, 6), FOR_BAD_ROLLS),)

YACHT = {
    "full_house": HOUSE,
    "four_of_a_kind": FOUR_ALIKE,
    "little_straight": LOW_RUN,
    "big_straight": (
        Shown((6, 2, 4, 3, 5), ORDER),
        Shown((1, 2, 3, 4, 5), gettext_noop("That is the little straight.")),
    ),
    "choice": ANY_DICE,
    "yacht": ALL_ALIKE,
}

YAHTZEE = {
    "three_of_a_kind": (Shown((4, 4, 4, 2, 5), ALL_COUNT), Shown((4, 4, 2, 2, 5), ONLY_TWO)),
    "four_of_a_kind": (Shown((6, 6, 6, 6, 3), ALL_COUNT), Shown((6, 6, 6, 3, 3), ONLY_THREE)),
    "full_house": (
        Shown((2, 2, 3, 3, 3), gettext_noop("Low dice score as much as high ones.")),
        Shown((2, 2, 3, 3, 6), TWO_PAIRS),
    ),
    "small_straight": (
        Shown((1, 2, 3, 4, 6), gettext_noop("The fifth die can be anything.")),
        Shown((1, 2, 3, 5, 6), gettext_noop("The 4 is missing.")),
    ),
    "large_straight": (
        Shown((6, 2, 4, 3, 5), ORDER),
        Shown((1, 2, 3, 4, 6), gettext_noop("Only four are in a row.")),
    ),
    "yahtzee": ALL_ALIKE,
    "chance": ANY_DICE,
}

YATZY = {
    "one_pair": (
        Shown((5, 5, 3, 3, 2), gettext_noop("The highest pair counts.")),
        Shown((1, 2, 4, 5, 6), gettext_noop("No two are alike.")),
    ),
    "two_pairs": (
        Shown((5, 5, 3, 3, 2), FIFTH),
        Shown((5, 5, 5, 5, 3), gettext_noop("Both pairs have the same number.")),
    ),
    "three_of_a_kind": (Shown((4, 4, 4, 2, 5), OTHERS), Shown((4, 4, 2, 2, 5), ONLY_TWO)),
    "four_of_a_kind": FOUR_ALIKE,
    "small_straight": LOW_RUN,
    "large_straight": (
        Shown((6, 2, 4, 3, 5), ORDER),
        Shown((1, 2, 3, 4, 5), gettext_noop("That is the small straight.")),
    ),
    "full_house": HOUSE,
    "chance": ANY_DICE,
    "yatzy": ALL_ALIKE,
}

LESSONS: dict[str, dict[str, Lesson]] = {
    "yacht": YACHT,
    "yahtzee": YAHTZEE,
    "triple_yahtzee": YAHTZEE,
    "yatzy": YATZY,
}
"""By the ids of variant and box; the boxes of the upper section have `upper_lesson`."""


def upper_lesson(face: int, faces: int) -> Lesson:
    """Return the lesson of the upper box that counts this face, with dice of `faces` faces."""
    others = [other for other in range(1, faces + 1) if other != face]
    return (
        Shown((face, face, face, others[0], others[3]), OTHERS),
        Shown(tuple(others[:5]), NONE_SHOWN),
    )
