"""Why a choice is good, in a sentence of exact figures: what the next roll can make of kept dice,
and what a turn for a box alone brings.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from django.utils.formats import number_format
from django.utils.translation import gettext

from games.language import in_percent
from games.puzzles.choices import Choice
from games.puzzles.themes import pattern_of
from games.rules import Dice, Fill, Position, Variant

LEAST_CHANCE = 0.05
"""A chance below this, or a smaller difference, is not worth a word."""
MAX_BOXES = 2
CHEAP = 8.0
"""Points: a box that brings so little in a turn of its own is a box to give up."""


def reasons(position: Position, best: Choice, mine: Choice) -> list[str]:
    """Return sentences in the current language that compare the best choice with another one; none
    if there is nothing simple to say.
    """
    if best.fill is not None:
        return _of_box(position.variant, best.fill)
    keep = best.keep or ()
    return [*_of_keep(position, keep, mine.keep), *_of_bonus(position, keep)]


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
    return [text % {"box": name, "points": fill.points, "mean": number_format(round(mean, 1), 1)}]


def _of_keep(position: Position, keep: Dice, mine: Dice | None) -> list[str]:
    """Return what the next roll makes of the dice to keep, and of the player's, where that differs
    most.
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
    """Return what dice of one face are worth for the upper bonus, if it is still to be won."""
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
    """Return the name of a box in the current language."""
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
