"""Examples of what a box scores, computed by the rules of the variant; and what a further
Yahtzee scores (the joker rule).
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_noop

from games.core.rules import VARIANTS, Category, Dice, Scorecard, Variant, base_of
from games.site.study.learning.lessons import ALIKE, LESSONS, NOT_FIVE, Lesson, Shown, upper_lesson

JOKER = gettext_noop("A joker: your %(yahtzee)s box and your %(fives)s are filled.")
JOKER_COLUMNS = gettext_noop("A joker: all your %(yahtzee)s boxes and %(fives)s are filled.")
FURTHER = gettext_noop("If this box holds %(points)s, each further one earns %(bonus)s extra.")
FURTHER_COLUMNS = gettext_noop(
    "If all three of these boxes hold %(points)s, each further one earns %(bonus)s extra, times its"
    " column."
)


class Example(NamedTuple):
    """Dice and what they score in a box, before the column's multiplier.

    `counts`: for each die, whether it adds to the points. `bonus`: points for a further Yahtzee.
    `note`: for players, not translated yet.
    """

    dice: Dice
    counts: tuple[bool, ...]
    points: int
    bonus: int
    note: str


class BoxLesson(NamedTuple):
    """A box with its rule and examples. `more` (perhaps "") is for players, and not
    translated yet. `words`: the values of the placeholders in all texts.
    """

    category: Category
    more: str
    examples: tuple[Example, ...]
    words: dict[str, str | int]
    columns: tuple[int, ...]
    """The multipliers of the columns."""


def box_lessons(variant: Variant) -> tuple[BoxLesson, ...]:
    """Return the lesson of each category of a variant, in card order."""
    return tuple(
        _box_lesson(variant, category, _lesson(variant, category))
        for category in variant.categories
    )


def _lesson(variant: Variant, category: Category) -> Lesson:
    """Return the lesson that was written for a category, or its best dice."""
    base = VARIANTS.get(base_of(variant.id))
    if base is not None and _has_lessons(variant, base) and category in base.categories:
        if category.face is not None:
            return upper_lesson(category.face, variant.faces)
        if category.score is category_of(base, category.id).score:
            return LESSONS[base.id][category.id]
    scores = {dice: category.score(dice, variant.rolls_per_turn) for dice in variant.all_rolls}
    best = _clearest(variant, category, scores)
    none = next((dice for dice in reversed(variant.all_rolls) if not scores[dice]), None)
    missed = () if none is None else (Shown(none, ""),)
    return (Shown(best, ""), *missed)


def _clearest(variant: Variant, category: Category, scores: Mapping[Dice, int]) -> Dice:
    """Return dice that score most, and show why: for a pair two sixes and others, not six sixes."""
    most = max(scores.values())

    def clear(dice: Dice) -> tuple[int, int, Dice, Dice]:
        adding = {face for face in dice if adds(variant, category.id, dice, dice.index(face))}
        counted = tuple(face for face in dice if face in adding)
        return len(counted), len(set(dice)), counted, tuple(-face for face in dice)

    return max((dice for dice, points in scores.items() if points == most), key=clear)


def _has_lessons(variant: Variant, base: Variant) -> bool:
    dice = (variant.dice_count, variant.faces)
    return base.id in LESSONS and dice == (base.dice_count, base.faces)


def _box_lesson(variant: Variant, category: Category, lesson: Lesson) -> BoxLesson:
    examples = [_example(variant, category, shown) for shown in lesson]
    words: dict[str, str | int] = {"points": examples[0].points, "face": category.face or 0}
    more = ""
    if variant.joker != "none" and any(each.id == "chance" for each in variant.categories):
        yahtzee, fives = category_of(variant, "yahtzee"), category_of(variant, "fives")
        joker = _joker_example(variant, category_of(variant, "chance"))
        words |= {"yahtzee": yahtzee.name, "fives": fives.name, "bonus": joker.bonus}
        if category == yahtzee:
            more = FURTHER if len(variant.columns) == 1 else FURTHER_COLUMNS
        elif category.joker_score is not None:
            examples.append(_joker_example(variant, category))
    is_written = lesson[0].note != ""
    if category.id == "full_house" and is_written and ALIKE not in {e.dice for e in examples}:
        examples.append(_example(variant, category, Shown(ALIKE, NOT_FIVE)))
    return BoxLesson(category, more, tuple(examples), words, variant.columns)


def category_of(variant: Variant, id_: str) -> Category:
    return next(category for category in variant.categories if category.id == id_)


def _example(variant: Variant, category: Category, shown: Shown) -> Example:
    points = variant.points(category.id, shown.dice)
    counts = tuple(adds(variant, category.id, shown.dice, at) for at in range(len(shown.dice)))
    return Example(shown.dice, counts, points, 0, shown.note)


def adds(variant: Variant, category: str, dice: Dice, at: int) -> bool:
    """Whether the die at this position adds to the points: another face could score less."""
    others = ((*dice[:at], face, *dice[at + 1 :]) for face in range(1, variant.faces + 1))
    points = variant.points(category, dice)
    return any(variant.points(category, other) < points for other in others)


def _joker_example(variant: Variant, category: Category) -> Example:
    columns = range(len(variant.columns))
    card = filled_with(
        variant, [(column, id_) for column in columns for id_ in ("yahtzee", "fives")]
    )
    fill = card.outcome((0, category.id), ALIKE)
    note = JOKER if len(variant.columns) == 1 else JOKER_COLUMNS
    return Example(ALIKE, (True,) * len(ALIKE), fill.points, fill.bonus, note)


def filled_with(variant: Variant, boxes: list[tuple[int, str]]) -> Scorecard:
    """Return a card where five fives fill these boxes (column, category)."""
    card = Scorecard(variant)
    for column, id_ in boxes:
        entries = list(card.entries)
        entries[variant.index((column, id_))] = variant.points(id_, ALIKE)
        card = Scorecard(variant, tuple(entries), card.bonuses)
    return card


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
