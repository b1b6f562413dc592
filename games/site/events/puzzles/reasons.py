"""Why a choice is good, in a sentence with exact figures: what the next roll can make of the kept
dice, and what a whole turn for one box is worth.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from django.utils.formats import number_format
from django.utils.translation import gettext

from games.core.rules import Dice, Fill, Position, Variant
from games.platform.language import in_percent
from games.site.events.puzzles.choices import TOLERANCE, Choice, pattern_of
from games.site.events.puzzles.quality import HUNDREDTHS

LEAST_CHANCE = 0.05
"""A chance or a difference below this is not worth mentioning."""
MAX_BOXES = 2
LEAST_LOSS = TOLERANCE / HUNDREDTHS
"""Points. A choice that loses no more is right, and there is nothing to compare."""
LEAST_LATER = 0.05
"""Points that would be shown as 0.0."""
LEAST_MORE = 0.5
"""Points. A smaller difference on the next roll is not worth mentioning."""
CHEAP = 8.0
"""Points. A box that is worth so little in a whole turn is a box to give up."""


def reasons(position: Position, best: Choice, mine: Choice, loss: float = 0.0) -> list[str]:
    """Return sentences in the current language that compare the best choice with another one, which
    is worth `loss` points less; none if there is nothing simple to say.
    """
    if best.fill is not None:
        found = _of_box(position.variant, best.fill)
        if not found and mine.fill is not None and loss > LEAST_LOSS:
            return [_now_and_later(position.variant, best.fill, mine.fill, loss)]
        return found
    keep = best.keep or ()
    found = [*_of_keep(position, keep, mine.keep), *_of_bonus(position, keep)]
    if found or mine == best:
        return found
    if mine.fill is not None:
        return _of_poor_box(position.variant, mine.fill)
    return _of_points(position, keep, mine.keep or ())


def _of_box(variant: Variant, fill: Fill) -> list[str]:
    mean = turn_mean(variant, fill.box.category)
    if fill.points >= mean:
        text = gettext(
            "A turn spent on %(box)s alone brings %(mean)s on average. Here you get %(points)s."
        )
    elif mean <= CHEAP:
        text = gettext(
            "A turn spent on %(box)s alone brings only %(mean)s on average: you lose little."
        )
    else:
        return []
    name = box_name(variant, fill.box.category)
    return [text % {"box": name, "points": fill.points, "mean": _shown(mean)}]


def _of_poor_box(variant: Variant, mine: Fill) -> list[str]:
    """Return what the player's box is usually worth, if that is more than now."""
    mean = turn_mean(variant, mine.box.category)
    if mine.points >= mean:
        return []
    text = gettext(
        "A turn spent on %(box)s alone brings %(mean)s on average. Here you get %(points)s."
    )
    name = box_name(variant, mine.box.category)
    return [text % {"box": name, "points": mine.points, "mean": _shown(mean)}]


def _now_and_later(variant: Variant, best: Fill, mine: Fill, loss: float) -> str:
    """Return what two boxes score now, and what they change in the rest of the game, including the
    upper bonus. Both differences together are the loss.
    """
    more = best.points + best.bonus - mine.points - mine.bonus
    later = loss - more
    names = {
        "best": box_name(variant, best.box.category),
        "mine": box_name(variant, mine.box.category),
        "more": abs(more),
        "later": _shown(abs(later)),
    }
    if more < 0:
        text = gettext(
            "The box %(mine)s brings %(more)s more now, but the rest of the game then brings "
            "%(later)s less."
        )
    elif later >= LEAST_LATER:
        text = gettext(
            "While the box %(mine)s is open, the rest of the game brings %(later)s more."
        )
    elif later > -LEAST_LATER:
        text = gettext("The box %(best)s brings %(more)s more now than %(mine)s.")
    else:
        text = gettext(
            "The box %(best)s brings %(more)s more now than %(mine)s, and the rest of the game "
            "then brings only %(later)s less."
        )
    return text % names


def _of_points(position: Position, keep: Dice, mine: Dice) -> list[str]:
    """Return the box whose points after the next roll differ most between the best dice and the
    player's.
    """
    means, others = next_roll_means(position, keep), next_roll_means(position, mine)
    box = max(means, key=lambda each: means[each] - others[each])
    if means[box] - others[box] < LEAST_MORE:
        return []
    text = gettext(
        "After the next roll, the box %(box)s is worth %(mean)s on average; with your choice, "
        "%(other)s."
    )
    name = box_name(position.variant, box)
    return [text % {"box": name, "mean": _shown(means[box]), "other": _shown(others[box])}]


def _shown(points: float) -> str:
    return number_format(round(points, 1), 1)


def _of_keep(position: Position, keep: Dice, mine: Dice | None) -> list[str]:
    """Return what the next roll can make of the best dice and of the player's, for the box where
    the chances differ most.
    """
    chances = next_roll_chances(position, keep)
    others = {} if mine in (keep, None) else next_roll_chances(position, mine or ())
    gains = {box: chance - others.get(box, 0.0) for box, chance in chances.items()}
    boxes = sorted(gains, key=lambda box: -gains[box])[:MAX_BOXES]
    if others:
        text = gettext(
            "The chance of %(box)s on the next roll is %(percent)s; with your choice, %(other)s."
        )
    else:
        text = gettext("The chance of %(box)s on the next roll is %(percent)s.")
    return [
        text
        % {
            "box": box_name(position.variant, box),
            "percent": in_percent(100 * chances[box]),
            "other": in_percent(100 * others.get(box, 0.0)),
        }
        for box in boxes
        if gains[box] >= LEAST_CHANCE
    ]


def _of_bonus(position: Position, keep: Dice) -> list[str]:
    """Return what dice of one face are worth for the upper bonus, if it can still be won."""
    bonus, card = position.variant.upper_bonus, position.card
    if bonus is None or len(set(keep)) != 1 or card.upper() >= bonus[0]:
        return []
    category = position.variant.categories[keep[0] - 1]
    if card.filled((0, category.id)):
        return []
    text = gettext("%(box)s count towards the bonus: %(upper)s of %(at)s points so far.")
    name = box_name(position.variant, category.id)
    return [text % {"box": name, "upper": card.upper(), "at": bonus[0]}]


def box_name(variant: Variant, category: str) -> str:
    return gettext(variant.categories[variant.index((0, category))].name)


def next_roll_chances(position: Position, keep: Dice) -> dict[str, float]:
    """Return, for each open box that needs a pattern, the chance that the next roll makes it when
    these dice are kept.
    """
    variant, entries = position.variant, position.card.entries
    wanted = [
        (index, category.id)
        for index, category in enumerate(variant.categories)
        if entries[index] is None and pattern_of(category.id) is not None
    ]
    chances: Counter[str] = Counter()
    for dice, chance in completions(variant, keep):
        fills = variant.plain_fills(dice)
        for index, category_id in wanted:
            if fills[index].points > 0:
                chances[category_id] += chance  # type: ignore[assignment]
    return dict(chances)


def next_roll_means(position: Position, keep: Dice) -> dict[str, float]:
    """Return, for each open box, its mean points after the next roll when these dice are kept."""
    variant, entries = position.variant, position.card.entries
    means = {
        each.id: 0.0 for each, at in zip(variant.categories, entries, strict=True) if at is None
    }
    for dice, chance in completions(variant, keep):
        for fill in variant.plain_fills(dice):
            if fill.box.category in means:
                means[fill.box.category] += chance * fill.points
    return means


@lru_cache(maxsize=1024)
def completions(variant: Variant, keep: Dice) -> tuple[tuple[Dice, float], ...]:
    """Return the different rolls that kept dice can become, each ascending, with their chances."""
    count = variant.dice_count - len(keep)
    total = variant.faces**count
    found = []
    for rolled in combinations_with_replacement(range(1, variant.faces + 1), count):
        ways = factorial(count) // prod(factorial(each) for each in Counter(rolled).values())
        found.append((tuple(sorted((*keep, *rolled))), ways / total))
    return tuple(found)


@lru_cache(maxsize=64)
def turn_mean(variant: Variant, category: str) -> float:
    """Return the expected points of a turn in which only this box counts."""
    index = variant.index((0, category))
    worth = {dice: float(variant.plain_fills(dice)[index].points) for dice in variant.all_rolls}
    for _ in range(variant.rolls_per_turn - 1):
        means = _means_of_keeps(variant, worth)
        worth = {dice: max(means[keep] for keep in _all_keeps(dice)) for dice in worth}
    return _means_of_keeps(variant, worth)[()]


def _means_of_keeps(variant: Variant, worth: dict[Dice, float]) -> dict[Dice, float]:
    """Return the mean worth of the rolls that each set of kept dice can become."""
    means = dict(worth)
    faces = range(1, variant.faces + 1)
    for size in reversed(range(variant.dice_count)):
        for keep in combinations_with_replacement(faces, size):
            more = (tuple(sorted((*keep, face))) for face in faces)
            means[keep] = sum(means[each] for each in more) / variant.faces
    return means


@lru_cache(maxsize=1024)
def _all_keeps(dice: Dice) -> tuple[Dice, ...]:
    found = {
        tuple(face for place, face in enumerate(dice) if chosen >> place & 1)
        for chosen in range(2 ** len(dice))
    }
    return tuple(found)
