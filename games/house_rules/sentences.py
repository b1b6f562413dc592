"""House rules in plain words, in the reader's language."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext

from games.rules import Variant, base_of, find_variant
from games.rules.choices import box_id, find_choice
from games.rules.house_rules import words_of

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
    "dice": lambda: gettext("There are six dice."),
    "save-rolls": lambda: gettext("Unused rolls are there in your later turns."),
    "double": lambda: gettext("“Double Generala” scores 100 once “Generala” has scored."),
    "served-win": lambda: gettext("A Generala in the first roll wins the game."),
    "joker none": lambda: gettext("Another Yahtzee is no joker and has no bonus."),
    "joker forced": lambda: gettext("Another Yahtzee is a joker; its upper box comes first."),
    "joker free": lambda: gettext("Another Yahtzee is a joker; you choose the box."),
    "extra none": lambda: gettext("Another Yahtzee has no bonus."),
    "extra 100": lambda: gettext("Another Yahtzee earns 100 points extra."),
    "alike": lambda: gettext("Five of a kind scores 50 and the sum of its dice."),
    "bonus 0": lambda: gettext("There is no upper bonus."),
    "order down": lambda: gettext("Fill the boxes from top to bottom."),
    "order lower-first": lambda: gettext("Fill the lower section first."),
    "drop": lambda: gettext("Without the box “%(box)s”."),
    "add": lambda: gettext("With the box “%(box)s”."),
    "served": lambda: gettext("“%(box)s” scores %(number)s more in the first roll."),
    "bonus": lambda: gettext("The upper bonus is %(number)s points."),
    "limit": lambda: gettext("The upper bonus takes %(number)s points or more."),
    "rolls": lambda: gettext("You roll up to %(number)s times a turn."),
}
"""By choice, and by its value where each has a sentence of its own."""


def sentences(variant: Variant) -> list[str]:
    """Return what differs from the usual rules of the base, one sentence for each choice."""
    base = find_variant(base_of(variant.id))
    names = {each.id: each.name for each in (*base.categories, *variant.categories)}
    return [sentence(word, names) for word in words_of(variant.id)]


def sentence(word: str, names: Mapping[str, str]) -> str:
    """Return a word as a sentence. `names`: of boxes, by id. Raises KeyError if it is unknown."""
    choice, value = find_choice(word)
    if choice is None:
        raise KeyError(word)
    box, _, number = value.partition("|")
    template = SENTENCES.get(f"{choice.id} {value}") or SENTENCES[choice.id]
    name = names.get(box_id(box), "")
    return template() % {"box": gettext(name) if name else "", "number": number or value}
