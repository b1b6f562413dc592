"""House rules in plain words, in the reader's language."""

from collections.abc import Callable, Collection, Mapping

from django.utils.translation import gettext

from games.core.rules import Variant, base_of, find_variant
from games.core.rules.choices import box_id, find_choice, note_of
from games.core.rules.house_rules import words_of

SENTENCES: dict[str, Callable[[], str]] = {
    "full-house sum": lambda: gettext("A full house scores the sum of its dice."),
    "full-house 25": lambda: gettext("A full house scores 25."),
    "five-alike-full-house": lambda: gettext("Five of a kind is a full house, too."),
    "two-pairs": lambda: gettext("Four of a kind is two pairs, too."),
    "kinds all": lambda: gettext("Three and four of a kind score the sum of all dice."),
    "kinds equal": lambda: gettext("Three and four of a kind score the equal dice only."),
    "small-straight of-four": lambda: gettext("A small straight is any four in a row."),
    "small-straight 1-5": lambda: gettext("A small straight is 1-2-3-4-5."),
    "straights": lambda: gettext("A straight scores the sum of its dice."),
    "double": lambda: gettext("“Double Generala” scores 100 once “Generala” has scored."),
    "alike": lambda: gettext("Five of a kind scores 50 and the sum of its dice."),
    "bonus 0": lambda: gettext("There is no upper bonus."),
    "drop": lambda: gettext("Without the box “%(box)s”."),
    "add": lambda: gettext("With the box “%(box)s”."),
    "served": lambda: gettext("“%(box)s” scores %(number)s more in the first roll."),
    "bonus": lambda: gettext("The upper bonus is %(number)s points."),
    "limit": lambda: gettext("The upper bonus takes %(number)s points or more."),
    "rolls": lambda: gettext("You roll up to %(number)s times a turn."),
}
"""By choice, and by its value where each has a sentence of its own. `NOTES` has more."""


def sentences(variant: Variant) -> list[str]:
    """Return what differs from the usual rules of the base, one sentence for each choice."""
    base = find_variant(base_of(variant.id))
    names = {each.id: each.name for each in (*base.categories, *variant.categories)}
    words = words_of(variant.id)
    return [sentence(word, words, names) for word in words]


def sentence(word: str, words: Collection[str], names: Mapping[str, str]) -> str:
    """Return one of these words as a sentence. `names`: of boxes, by id. Raises KeyError if it is
    unknown.
    """
    choice, value = find_choice(word)
    if choice is None:
        raise KeyError(word)
    if note := note_of(word, words):
        return gettext(note)
    box, _, number = value.partition("|")
    template = SENTENCES.get(f"{choice.id} {value}") or SENTENCES[choice.id]
    name = names.get(box_id(box), "")
    return template() % {"box": gettext(name) if name else "", "number": number or value}
