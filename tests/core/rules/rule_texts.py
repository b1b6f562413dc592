"""Texts of house rules that together have every word, and the words that there are."""

import re

from games.core.rules import find_variant
from games.core.rules.catalogue import CATALOGUE
from games.core.rules.choices import CHOICES, NUMBER
from games.core.rules.house_rules import BASES

TEXTS = (
    "yatzy+six-dice",
    "yacht+six-dice",
    "maxi_yatzy",
    "generala+bonus-0+small-straight-1-5+with-small-straight+with-three-pairs+served-win"
    "+double-generala+limit-60+six-dice+rolls-2+no-poker",
    "yacht+no-big-straight+save-rolls+limit-61+served-full-house-7+with-high+rolls-2"
    "+full-house-25+five-alike-plus-dice+with-even+straights-sum",
    "yahtzee+rolls-4+full-house-sum+extra-100+with-odd+five-alike-full-house+kinds-equal"
    "+no-small-straight",
    "yahtzee+with-poker+joker-none+kinds-all+small-straight-of-four+two-pairs-of-four"
    "+with-two-pairs+rolls-2+limit-65+bonus-43",
    "yatzy+no-two-pairs+no-full-house+with-all-different+rolls-3+with-straight",
    "generala+with-three-of-a-kind+with-low+limit-72+no-straight+order-lower-first+no-generala",
    "yatzy+order-down+six-dice+straights-sum+no-one-pair+with-castle+limit-50+no-yatzy",
    "yahtzee+bonus-35+joker-forced+no-chance+extra-none+with-big-straight+no-small-straight",
    "yacht+no-little-straight+with-large-straight+no-yacht+limit-41+order-free"
    "+served-four-of-a-kind-5",
    "yahtzee+with-little-straight+no-yahtzee+with-one-pair",
    "yatzy+with-three-in-a-row+straights-sum+no-large-straight+no-three-of-a-kind",
    "yacht+no-choice+no-four-of-a-kind",
    "yacht+with-five-of-a-kind+with-chance+six-dice",
    "generala+bonus-0+with-four-of-a-kind+limit-42+with-full-straight+six-dice",
    "yahtzee+joker-free",
    "generala+six-dice+with-tower",
    "generala+no-generala+with-two-pairs+with-yatzy",
)
NEVER = {"with-full-house": "every game has one"}
"""Words that fit no game, and why."""
NUMBERED = re.compile(r"(served|bonus|limit)-.*?[0-9]+")


def words_of_rules() -> set[str]:
    """Return every word; "served", "bonus" and "limit" for all of theirs."""
    lower = {
        box.id for base in BASES for box in find_variant(base).categories if box.section == "lower"
    }
    boxes = {"drop": lower, "add": set(CATALOGUE)}
    found: set[str] = set()
    for choice in CHOICES:
        pattern = choice.pattern.pattern
        beginning = pattern.partition("(")[0]
        if choice.id in boxes:
            found |= {beginning + id_.replace("_", "-") for id_ in boxes[choice.id]}
        elif NUMBER in pattern:
            found.add(beginning.rstrip("-"))
        else:
            found |= _alternatives(pattern)
    return found


def _alternatives(pattern: str) -> set[str]:
    parts = re.fullmatch(r"([a-z-]*)(?:\((.*)\)|\(\[([0-9]+)\]\))?", pattern)
    assert parts is not None, pattern
    ends = (
        list(pattern[pattern.index("[") + 1 : pattern.index("]")])
        if "[" in pattern
        else ((parts[2] or "").split("|"))
    )
    return {parts[1] + end for end in ends}


def words_in(text: str) -> set[str]:
    """Return the words of a text, as `words_of_rules` names them."""
    found = ((NUMBERED.fullmatch(word), word) for word in text.split("+")[1:])
    return {word if match is None else match[1] for match, word in found}
