"""Why rules are refused, in words: no id of a game, a box or a choice."""

import html
import re

import pytest
from django.test import Client
from django.utils.translation import override

from games.core.rules.choices import find_choice
from games.core.rules.errors import RulesError
from games.core.rules.house_rules import find_variant
from games.site.study.house_rules.form import refusal_words

REFUSED = {
    "yatzy+with-castle": "'With the box “Castle”' does not fit: the box needs six dice",
    "yahtzee+five-alike-plus-dice": "does not fit: bonus Yahtzees need 50 for each",
    "yahtzee+order-down": "does not fit: it needs a game without jokers",
    "yahtzee+served-large-straight-5": "does not fit: it needs a game without jokers",
    "yahtzee+six-dice": "'There are six dice' does not fit: Yahtzee has five dice",
    "yatzy+joker-free": "does not fit: jokers belong to Yahtzee",
    "yatzy+extra-100": "does not fit: bonus Yahtzees belong to Yahtzee",
    "yatzy+no-ones": "does not fit: the upper section stays whole",
    "yatzy+no-castle": "does not fit: the card has no such box",
    "yatzy+with-chance": "does not fit: the game has this box",
    "yacht+with-yatzy": "does not fit: the card has a box for five of a kind",
    "yatzy+double-generala": "does not fit: it belongs to Generala",
    "yatzy+served-ones-5": "does not fit: upper boxes score the same in each roll",
    "yatzy+served-chance-101": "does not fit: it is 1 to 100 points",
    "yatzy+limit-10": "does not fit: the bonus is for 40 to 84 points",
    "yatzy+bonus-201": "does not fit: the bonus is 0 to 200 points",
    "yatzy+bonus-1+bonus-2": "contradict each other",
    "triple_yahtzee+rolls-2": "rules begin with one of Yacht, Yahtzee, Yatzy, Generala",
}
"""By the text of the rules: written down from docs/rules.md."""
ID = re.compile(r"\b[a-z0-9]+(?:[-_][a-z0-9]+)+\b")


def words_of_refusal(text: str) -> str:
    with pytest.raises(RulesError) as refused:
        find_variant(text)
    return refusal_words(refused.value)


@pytest.mark.parametrize("text", REFUSED)
def test_a_refusal_has_words_instead_of_ids(text: str) -> None:
    for language in ("en", "de"):
        with override(language):
            said = words_of_refusal(text)
        assert [word for word in ID.findall(said) if find_choice(word)[0]] == []
        assert "(" not in said
        assert text.partition("+")[2] not in said


@pytest.mark.parametrize("text", REFUSED)
def test_it_says_why(text: str) -> None:
    assert REFUSED[text] in words_of_refusal(text)


@pytest.mark.parametrize("text", ["yatzy+with-castle", "yahtzee+order-down"])
def test_the_page_of_the_rules_says_it(outsider: Client, text: str) -> None:
    answer = outsider.get(f"/rules/x/{text}/")
    assert answer.status_code == 404
    assert REFUSED[text] in html.unescape(answer.content.decode())
