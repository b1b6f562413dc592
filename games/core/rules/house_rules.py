"""House rules: a base game and choices, as one text such as `yatzy+two-pairs-of-four+bonus-100`.

Equal rules have one text: the words stand in a fixed order, and a word that changes nothing is left
out. A text without words is an official game.

    text  = base *("+" word)
    base  = "yacht" / "yahtzee" / "yatzy" / "generala"
"""

import copyreg
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from threading import Lock
from typing import NamedTuple
from weakref import WeakValueDictionary

from games.core.rules.catalogue import CATALOGUE
from games.core.rules.choices import CHOICES, NOTES, Choice, Unfit, box_id, find_choice, note_of
from games.core.rules.errors import InvalidRules, UnknownSwitch, UnknownVariant
from games.core.rules.more_games import MORE_GAMES, NAMED, find_base
from games.core.rules.variant import Variant
from games.core.rules.variants import find_official

BASES = ("yacht", "yahtzee", "yatzy", "generala")
RULES_LENGTH = 200
"""The most characters of a text."""
MOST_BOXES = 20
KEPT = 32
"""How many rule sets stay in memory though nobody uses them."""

_used: WeakValueDictionary[str, Variant] = WeakValueDictionary()
"""The rule sets in use, by their texts: anyone who asks for one gets the same object."""
_kept: OrderedDict[str, Variant] = OrderedDict()
_lock = Lock()


class _Word(NamedTuple):
    """A word of a text, and the choice that it makes."""

    choice: Choice
    word: str
    value: str


def find_variant(variant_id: str, /, **switches: str) -> Variant:
    """Return the rules with this id: a game with these switches, or house rules by their text.
    Other switches keep their defaults.

    The same arguments return the same object while anybody uses it. Raises `UnknownVariant`,
    `InvalidRules` and `UnknownSwitch`.
    """
    if not isinstance(variant_id, str) or ("+" not in variant_id and variant_id not in MORE_GAMES):
        return find_official(variant_id, **switches)
    if switches:
        raise UnknownSwitch("%(rules)s have no switches", rules=variant_id[:RULES_LENGTH])
    return MORE_GAMES.get(variant_id) or find_rules(variant_id)


def is_readable(variant_id: str) -> bool:
    """Whether this version knows the game or the house rules with this id."""
    try:
        find_variant(variant_id)
    except UnknownVariant:
        return False
    return True


def name_of(variant_id: str) -> str:
    """Return the name of a game or of house rules; the id itself if another version made it."""
    try:
        return find_variant(variant_id).name
    except UnknownVariant:
        return variant_id


def find_rules(text: str) -> Variant:
    """Return the rules that a text describes: an official game, or house rules whose id is their
    one text. Raises InvalidRules.
    """
    with _lock:
        known = _used.get(text)
    if known is not None:
        return known
    found = _parse(text)
    if not is_house_rules(found):
        return found
    with _lock:
        found = _used.setdefault(found.id, found)
        _kept[found.id] = found
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


def is_house_rules(variant: Variant) -> bool:
    """Whether this is none of the official games: house rules, or one of `MORE_GAMES`."""
    return "+" in variant.id or variant.id in MORE_GAMES


def words_of(text: str) -> list[str]:
    """Return the words of a text that describes rules."""
    return text.split("+")[1:]


def notes_of(variant: Variant) -> tuple[str, ...]:
    """Return what a card does not tell of its rules, in sentences: pages translate them."""
    if variant.id in MORE_GAMES:
        return (NOTES["save-rolls"],) if variant.saves_rolls else ()
    words = words_of(variant.id)
    return tuple(note for word in words if (note := note_of(word, words)) is not None)


def _parse(text: str) -> Variant:
    if len(text) > RULES_LENGTH:
        raise InvalidRules("rules are at most %(most)s characters long", most=RULES_LENGTH)
    base_id, *words = text.split("+")
    if base_id not in BASES:
        raise InvalidRules("rules begin with one of %(known)s", known=", ".join(BASES))
    base = find_base(base_id)
    variant = base
    effective: list[str] = []
    for each in _sorted(words):
        try:
            changed = each.choice.apply(variant, each.value)
        except Unfit as unfit:
            raise InvalidRules(str(unfit), word=each.word) from unfit
        if not _are_equal(changed, variant):
            variant, effective = changed, [*effective, each.word]
    if not effective:
        return base
    if len(variant.categories) > MOST_BOXES:
        raise InvalidRules("a card has at most %(most)s boxes", most=MOST_BOXES)
    one_text = "+".join((base_id, *effective))
    name, tagline = NAMED.get(one_text, (f"{base.usual_name}+", ""))
    return _find_official(variant, base) or replace(
        variant,
        id=one_text,
        usual_name=name,
        tagline=tagline,
        switches={},
        switch_choices={},
        highest=highest(variant),
        minutes=base.minutes,
    )


def _sorted(words: list[str]) -> Iterator[_Word]:
    """Yield the words in the order in which they apply. Raises InvalidRules."""
    found: dict[str, _Word] = {}
    for word in words:
        choice, value = find_choice(word)
        if choice is None:
            raise InvalidRules("this version does not know the word '%(word)s'", word=word[:40])
        key = choice.key(value)
        if key in found:
            raise InvalidRules(
                "'%(first)s' and '%(second)s' contradict each other",
                first=found[key].word,
                second=word,
            )
        found[key] = _Word(choice, word, value)
    places = {choice.id: place for place, choice in enumerate(CHOICES)}
    return iter(
        sorted(
            found.values(), key=lambda each: (places[each.choice.id], _rank(each.value), each.word)
        )
    )


def _rank(value: str) -> int:
    """Return the place of a box in the catalogue: added boxes stand in its order."""
    ids = list(CATALOGUE)
    id_ = box_id(value.partition("|")[0])
    return ids.index(id_) if id_ in ids else len(ids)


def _are_equal(one: Variant, other: Variant) -> bool:
    """Whether two sets of rules on the same base mean the same."""
    if _meaning(one) != _meaning(other):
        return False
    return all(
        mine is theirs or _points(one, index) == _points(other, index)
        for index, (mine, theirs) in enumerate(zip(one.categories, other.categories, strict=True))
    )


def _meaning(variant: Variant) -> tuple[object, ...]:
    """Return what rules say, but for the points of dice."""
    ids = tuple(category.id for category in variant.categories)
    numbers = (variant.dice_count, variant.faces, variant.rolls_per_turn)
    joker = (variant.joker, variant.yahtzee_bonus)
    ways = (variant.order, variant.saves_rolls, variant.served_win)
    return ids, variant.upper_bonus, numbers, joker, ways


def _points(variant: Variant, index: int) -> list[int]:
    """Return the points of a category in each roll, the first of a turn and the last."""
    category = variant.categories[index]
    points = [
        category.score(dice, number)
        for number in (1, variant.rolls_per_turn)
        for dice in variant.all_rolls
    ]
    if category.joker_score is not None and variant.joker != "none":
        alike = [dice for dice in variant.all_rolls if len(set(dice)) == 1]
        points += [category.joker_score(dice, variant.rolls_per_turn) for dice in alike]
    return points


def _find_official(variant: Variant, base: Variant) -> Variant | None:
    """Return the official game with a switch that has the same rules, None if there is none."""
    for switch in base.switch_choices.values():
        for value in switch.values:
            official = find_official(base.id, **{switch.id: value})
            if _are_equal(variant, official):
                return official
    return None


def highest(variant: Variant) -> int:
    """Return the highest card, without bonus Yahtzees: each box has its own turn."""
    most = [max(points) for points in variant.possible_points]
    limit, bonus = variant.upper_bonus or (0, 0)
    return sum(most) + (bonus if sum(most[: variant.upper_size]) >= limit else 0)


def _restore(id_: str, switches: dict[str, str]) -> Variant:
    return find_variant(id_, **switches)


# Variants are compared by identity, so copies and pickles must give the same object.
copyreg.pickle(Variant, lambda variant: (_restore, (variant.id, dict(variant.switches))))
