"""The choices that house rules make: what each word of their text means.

To add one, write its change here, its sentence in docs/rules.md, and its naive rule in
tests/support/oracles.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial

from games.core.rules.catalogue import CATALOGUE, SIX_DICE
from games.core.rules.more_games import DOUBLE_GENERALA, find_base
from games.core.rules.scoring import (
    Score,
    alike_and_dice,
    dice_sum,
    exact_points,
    first_of,
    fixed_points,
    full_house_points,
    groups_sum,
    kind_points,
    kind_sum,
    matching_pairs_sum,
    matching_sum,
    run_points,
    run_sum,
    served,
)
from games.core.rules.variant import YAHTZEE_BONUS, Category, Joker, Order, Variant

ALIKE = ("yacht", "yahtzee", "yatzy", "generala")
"""The boxes for all dice alike."""
FIVE = 5
"""With six dice, five of them are enough for these boxes."""
KINDS = {"three_of_a_kind": 3, "four_of_a_kind": 4}
SMALL, LARGE = (1, 2, 3, 4, 5), (2, 3, 4, 5, 6)
HOUSE_ROLLS = (2, 3, 4)
"""Rolls of a turn."""
LIMITS = range(40, 85)
BONUSES = range(201)
EXTRAS = range(1, 101)


HINTS = (
    "Three of a kind and a pair: sum of all",
    "Three of a kind and a pair: sum of the best five",
    "25 for three of a kind and a pair",
    "30 for three of a kind and a pair",
    "25 for a full house or five alike",
    "30 for a full house or five alike",
    "Sum of a full house or of five alike",
    "Sum of two pairs, or of four alike",
    "Sum of all dice with three of a kind",
    "Sum of all dice with four of a kind",
    "Sum of the equal dice with three of a kind",
    "Sum of the equal dice with four of a kind",
    "15 for four in a row",
    "30 for four in a row",
    "15 for 1-2-3-4-5",
    "30 for 1-2-3-4-5",
    "Sum of four dice in a row",
    "Sum of five dice in a row",
    "50 and the dice for five of a kind",
    "50 and the five equal dice for five of a kind",
)
"""What boxes score by these choices, in words: pages translate them."""
FOR_SIX_DICE = {
    "Three of a kind and a pair: sum of all": "Three of a kind and a pair: sum of the best five",
    "50 and the dice for five of a kind": "50 and the five equal dice for five of a kind",
}
"""Words that are true of five dice only, and those for six."""
FIRST_ROLL = re.compile(r"(?:, \d+|; (\d+) more) in the first roll$")
"""What the words of a box end with if it scores more in the first roll of a turn."""
NOTES = {
    "dice": "There are six dice.",
    "joker none": "Another Yahtzee is no joker and has no bonus.",
    "joker none extra-100": "Another Yahtzee is no joker.",
    "joker forced": "Another Yahtzee is a joker; its upper box comes first.",
    "joker free": "Another Yahtzee is a joker; you choose the box.",
    "extra none": "Another Yahtzee has no bonus.",
    "extra 100": "Another Yahtzee earns 100 points extra.",
    "served-win": "A Generala in the first roll wins the game.",
    "save-rolls": "Unused rolls are there in your later turns.",
    "order down": "Fill the boxes from top to bottom.",
    "order lower-first": "Fill the lower section first.",
}
"""What a choice changes that no box, bonus or number of rolls on the card tells, by choice, and by
its value where each has a sentence of its own. Pages translate them."""


class Unfit(Exception):
    """A choice does not fit the rules so far. Its text says why, with "%(word)s" for its word."""


Change = Callable[[Variant, str], Variant]


@dataclass(frozen=True, eq=False)
class Choice:
    """One thing that house rules can change. `pattern`: its words; the group is the value.

    `is_many`: a text may have one such word for each box.
    """

    id: str
    pattern: re.Pattern[str]
    apply: Change
    is_many: bool = False

    def key(self, value: str) -> str:
        """Return what a text may choose once only."""
        return f"{self.id} {value.partition('|')[0]}" if self.is_many else self.id


def find_choice(word: str) -> tuple[Choice | None, str]:
    """Return the choice that a word makes, and its value; None if no choice has such a word."""
    for choice in CHOICES:
        found = choice.pattern.fullmatch(word)
        if found:
            return choice, "|".join(found.groups())
    return None, ""


def note_of(word: str, words: Collection[str]) -> str | None:
    """Return the sentence for one of the words of house rules; None if the card itself tells what
    it does.
    """
    choice, value = find_choice(word)
    if choice is None:
        return None
    if (choice.id, value) == ("joker", "none") and "extra-100" in words:
        value = "none extra-100"
    return NOTES.get(f"{choice.id} {value}") or NOTES.get(choice.id)


# --- Which boxes there are ----------------------------------------------------------------


def box_id(word: str) -> str:
    """Return the id of the box that a word names."""
    return word.replace("-", "_")


def _find(variant: Variant, id_: str) -> Category:
    for category in variant.categories:
        if category.id == id_:
            return category
    raise Unfit("'%(word)s' does not fit: the card has no such box")


def _six_dice(variant: Variant, value: str) -> Variant:
    if variant.id == "yahtzee":
        raise Unfit("'%(word)s' does not fit: Yahtzee has five dice")
    alike = [each.id for each in variant.categories if each.id in ALIKE]
    told = tuple(_with_hint(each, each.hint, dice_count=6) for each in variant.categories)
    changed = replace(variant, dice_count=6, categories=told)
    for id_ in alike:
        hint = _find(variant, id_).hint
        changed = _changed(changed, id_, partial(kind_points, FIVE, 50), hint)
    return changed


def _without(variant: Variant, value: str) -> Variant:
    dropped = _find(variant, box_id(value))
    if dropped.section == "upper":
        raise Unfit("'%(word)s' does not fit: the upper section stays whole")
    left = tuple(each for each in variant.categories if each is not dropped)
    changed = replace(variant, categories=left)
    return _with_joker(changed, "none", 0) if dropped.id == "yahtzee" else changed


def _with(variant: Variant, value: str) -> Variant:
    added = CATALOGUE.get(box_id(value))
    if added is None:
        raise Unfit("'%(word)s' does not fit: there is no such box")
    if any(each.id == added.id for each in find_base(variant.id).categories):
        raise Unfit("'%(word)s' does not fit: the game has this box")
    if added.id in ALIKE and any(each.id in ALIKE for each in variant.categories):
        raise Unfit("'%(word)s' does not fit: the card has a box for five of a kind")
    if added.id in SIX_DICE and variant.dice_count < 6:
        raise Unfit("'%(word)s' does not fit: the box needs six dice")
    if added.id == "yatzy" and variant.dice_count > FIVE:
        added = replace(added, score=partial(kind_points, FIVE, 50))
    added = _with_hint(added, added.hint, variant.dice_count)
    return replace(variant, categories=(*variant.categories, added))


def _double_generala(variant: Variant, value: str) -> Variant:
    if variant.id != "generala":
        raise Unfit("'%(word)s' does not fit: it belongs to Generala")
    _find(variant, "generala")
    added = DOUBLE_GENERALA
    if variant.dice_count > FIVE:
        added = replace(added, score=partial(kind_points, FIVE, 100))
    return replace(variant, categories=(*variant.categories, added))


# --- Points of boxes ----------------------------------------------------------------------


def _with_hint(category: Category, hint: str, dice_count: int) -> Category:
    """Return a category with words that are true of so many dice."""
    told = FOR_SIX_DICE.get(hint, hint) if dice_count > FIVE else hint
    return category if told == category.hint else replace(category, hint=told)


def _and_in_first_roll(hint: str, more: int) -> str:
    """Return the words of a box that scores so much more in the first roll of a turn."""
    return f"{FIRST_ROLL.sub('', hint)}; {more} more in the first roll" if more else hint


def _more_in_first_roll(variant: Variant, category: Category) -> int:
    """Return how much more a category scores in the first roll of a turn."""
    last = variant.rolls_per_turn
    if last == 1:
        return 0
    return max(category.score(dice, 1) - category.score(dice, last) for dice in variant.all_rolls)


def _changed(
    variant: Variant, id_: str, score: Score, hint: str, joker: Score | None = None
) -> Variant:
    """Return the rules with other points of a box. Raises Unfit if the card has no such box."""
    old = _find(variant, id_)
    new = replace(old, score=score, joker_score=joker)
    new = _with_hint(new, hint, variant.dice_count)
    return replace(
        variant, categories=tuple(new if each is old else each for each in variant.categories)
    )


def _full_house(variant: Variant, value: str) -> Variant:
    if value == "sum":
        hint = "Three of a kind and a pair: sum of all"
        return _changed(variant, "full_house", partial(groups_sum, 3, 2), hint, dice_sum)
    hint = "25 for three of a kind and a pair"
    score = partial(full_house_points, 25)
    return _changed(variant, "full_house", score, hint, partial(fixed_points, 25))


def _five_alike_full_house(variant: Variant, value: str) -> Variant:
    old = _find(variant, "full_house")
    last = variant.rolls_per_turn
    small, large = (old.score(dice, last) for dice in ((1, 1, 1, 2, 2), (5, 5, 6, 6, 6)))
    fixed = small == large
    alike: Score = partial(kind_points, FIVE, small) if fixed else partial(matching_sum, FIVE)
    more = old.score((1, 1, 1, 2, 2), 1) - small
    if more:
        alike = partial(served, more, alike)
    hint = "Sum of a full house or of five alike"
    if fixed:
        hint = f"{small} for a full house or five alike"
    score = partial(first_of, old.score, alike)
    hint = _and_in_first_roll(hint, more)
    return _changed(variant, "full_house", score, hint, old.joker_score)


def _two_pairs_of_four(variant: Variant, value: str) -> Variant:
    return _changed(variant, "two_pairs", matching_pairs_sum, "Sum of two pairs, or of four alike")


def _kinds(variant: Variant, value: str) -> Variant:
    score, sum_of = (kind_sum, "all dice") if value == "all" else (matching_sum, "the equal dice")
    present = {each.id for each in variant.categories}
    if not present & KINDS.keys():
        raise Unfit("'%(word)s' does not fit: the card has no such box")
    for id_, size in KINDS.items():
        if id_ in present:
            kind = "three of a kind" if size == 3 else "four of a kind"
            hint = f"Sum of {sum_of} with {kind}"
            variant = _changed(variant, id_, partial(score, size), hint)
    return variant


def _small_straight(variant: Variant, value: str) -> Variant:
    points = _find(variant, "small_straight").score(SMALL, variant.rolls_per_turn)
    joker = partial(fixed_points, points)
    if value == "of-four":
        score, hint = partial(run_points, 4, points), f"{points} for four in a row"
        return _changed(variant, "small_straight", score, hint, joker)
    score = partial(exact_points, SMALL, points)
    return _changed(variant, "small_straight", score, f"{points} for 1-2-3-4-5", joker)


def _straights_sum(variant: Variant, value: str) -> Variant:
    straights = [each for each in variant.categories if each.pattern == "straight"]
    # The full straight scores its sum anyway.
    found = [each for each in straights if each.id not in SIX_DICE]
    if not found:
        raise Unfit("'%(word)s' does not fit: the card has no such box")
    for category in found:
        short = category.score((1, 1, 2, 3, 4), variant.rolls_per_turn) > 0
        low = category.score(SMALL, variant.rolls_per_turn) > 0
        high = category.score(LARGE, variant.rolls_per_turn) > 0
        score: Score = partial(run_sum, 4 if short else 5)
        hint = f"Sum of {'four' if short else 'five'} dice in a row"
        if low != high:  # exactly these five
            score = partial(exact_points, SMALL if low else LARGE, 15 if low else 20)
            hint = "15 for 1-2-3-4-5" if low else "20 for 2-3-4-5-6"
        most = 18 if short else 20 if high else 15
        joker = None if category.joker_score is None else partial(fixed_points, most)
        variant = _changed(variant, category.id, score, hint, joker)
    return variant


def _alike_and_dice(variant: Variant, value: str) -> Variant:
    for category in variant.categories:
        if category.id in ALIKE:
            if category.id == "yahtzee" and variant.yahtzee_bonus:
                raise Unfit("'%(word)s' does not fit: bonus Yahtzees need 50 for each")
            score, hint = partial(alike_and_dice, FIVE, 50), "50 and the dice for five of a kind"
            return _changed(variant, category.id, score, hint)
    raise Unfit("'%(word)s' does not fit: the card has no such box")


def _served(variant: Variant, value: str) -> Variant:
    id_, extra = value.split("|")
    category = _find(variant, box_id(id_))
    if category.section == "upper":
        raise Unfit("'%(word)s' does not fit: upper boxes score the same in each roll")
    if variant.counts_further_yahtzees:
        raise Unfit("'%(word)s' does not fit: it needs a game without jokers")
    if int(extra) not in EXTRAS:
        raise Unfit("'%(word)s' does not fit: it is 1 to 100 points")
    score = partial(served, int(extra), category.score)
    more = int(extra) + _more_in_first_roll(variant, category)
    return _changed(variant, category.id, score, _and_in_first_roll(category.hint, more))


# --- The game -----------------------------------------------------------------------------


def _rolls(variant: Variant, value: str) -> Variant:
    return replace(variant, rolls_per_turn=int(value))


def _limit(variant: Variant, value: str) -> Variant:
    if int(value) not in LIMITS:
        raise Unfit("'%(word)s' does not fit: the bonus is for 40 to 84 points")
    _, points = variant.upper_bonus or (63, 0)
    return replace(variant, upper_bonus=(int(value), points)) if points else variant


def _bonus(variant: Variant, value: str) -> Variant:
    points = int(value)
    if points not in BONUSES:
        raise Unfit("'%(word)s' does not fit: the bonus is 0 to 200 points")
    return replace(variant, upper_bonus=(63, points) if points else None)


def _with_joker(variant: Variant, joker: Joker, extra: int) -> Variant:
    return replace(variant, joker=joker, yahtzee_bonus=extra, switches={}, switch_choices={})


def _joker(variant: Variant, value: str) -> Variant:
    if variant.id != "yahtzee":
        raise Unfit("'%(word)s' does not fit: jokers belong to Yahtzee")
    _find(variant, "yahtzee")
    joker: Joker = "forced" if value == "forced" else "free" if value == "free" else "none"
    return _with_joker(variant, joker, 0 if joker == "none" else YAHTZEE_BONUS)


def _extra(variant: Variant, value: str) -> Variant:
    if variant.id != "yahtzee":
        raise Unfit("'%(word)s' does not fit: bonus Yahtzees belong to Yahtzee")
    _find(variant, "yahtzee")
    return _with_joker(variant, variant.joker, YAHTZEE_BONUS if value == "100" else 0)


def _save_rolls(variant: Variant, value: str) -> Variant:
    return replace(variant, saves_rolls=True)


def _served_win(variant: Variant, value: str) -> Variant:
    if variant.id != "generala":
        raise Unfit("'%(word)s' does not fit: it belongs to Generala")
    return replace(variant, served_win=_find(variant, "generala").id)


def _order(variant: Variant, value: str) -> Variant:
    if variant.joker != "none":
        raise Unfit("'%(word)s' does not fit: it needs a game without jokers")
    order: Order = (
        "down" if value == "down" else "lower_first" if value == "lower-first" else "free"
    )
    return replace(variant, order=order)


def _choice(id_: str, pattern: str, apply: Change, is_many: bool = False) -> Choice:
    return Choice(id_, re.compile(pattern), apply, is_many)


NUMBER = "(0|[1-9][0-9]{0,2})"
CHOICES = (
    _choice("dice", "six-dice", _six_dice),
    _choice("drop", "no-([a-z-]+)", _without, is_many=True),
    _choice("double", "double-generala", _double_generala),
    _choice("add", "with-([a-z-]+)", _with, is_many=True),
    _choice("full-house", "full-house-(sum|25)", _full_house),
    _choice("five-alike-full-house", "five-alike-full-house", _five_alike_full_house),
    _choice("two-pairs", "two-pairs-of-four", _two_pairs_of_four),
    _choice("kinds", "kinds-(all|equal)", _kinds),
    _choice("small-straight", "small-straight-(of-four|1-5)", _small_straight),
    _choice("straights", "straights-sum", _straights_sum),
    _choice("joker", "joker-(none|forced|free)", _joker),
    _choice("extra", "extra-(none|100)", _extra),
    _choice("alike", "five-alike-plus-dice", _alike_and_dice),
    _choice("served", f"served-([a-z-]+)-{NUMBER}", _served, is_many=True),
    _choice("bonus", f"bonus-{NUMBER}", _bonus),
    _choice("limit", f"limit-{NUMBER}", _limit),
    _choice("rolls", "rolls-([234])", _rolls),
    _choice("served-win", "served-win", _served_win),
    _choice("save-rolls", "save-rolls", _save_rolls),
    _choice("order", "order-(free|down|lower-first)", _order),
)
"""In the order in which they apply."""
