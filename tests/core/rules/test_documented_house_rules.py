"""What docs/rules.md says of the text of house rules."""

import re

import pytest

from games.core.rules import InvalidRules, find_variant
from games.core.rules.catalogue import CATALOGUE
from games.core.rules.choices import CHOICES
from tests.environment import ROOT

DOCS = (ROOT / "docs/rules.md").read_text()


def test_the_table_has_the_order_of_the_text() -> None:
    table = DOCS.partition("| Word | What it changes |")[2].partition("\n\n")[0]
    lines = re.findall(r"^\| `([^`]+)`", table, re.M)
    words = [re.sub("BOX", "low", line).replace("N", "5") for line in lines]
    found = [[choice.id for choice in CHOICES if choice.pattern.fullmatch(w)] for w in words]
    assert [ids for (ids,) in found] == [choice.id for choice in CHOICES]


def test_it_lists_the_order_of_boxes() -> None:
    listed = DOCS.partition("### The order of boxes")[2].partition(", then others")[0]
    assert re.findall("`([a-z_]+)`", listed) == list(CATALOGUE)


@pytest.mark.parametrize(
    ("text", "one"),
    [
        (
            "yacht+with-odd+with-low+with-high+with-one-pair",
            "yacht+with-one-pair+with-odd+with-low+with-high",
        ),
        ("yahtzee+extra-100", "yahtzee"),
        ("yahtzee+joker-none+extra-100", "yahtzee+joker-none+extra-100"),
        ("yatzy+straights-sum", "yatzy"),
        ("yacht+limit-70", "yacht"),
    ],
)
def test_equal_rules_have_one_text(text: str, one: str) -> None:
    assert find_variant(text).id == one


@pytest.mark.parametrize(
    "text",
    [
        "yahtzee+joker-free+no-yahtzee",
        "generala+served-win+no-generala",
        "yahtzee+rolls-2+rolls-4",
        "yacht+six-dice+with-yatzy",
        "yatzy+joker-none",
        "yahtzee+served-full-house-5",
        "yahtzee+order-down",
        "yahtzee+five-alike-plus-dice",
        "yatzy+with-castle",
    ],
)
def test_it_refuses_what_contradicts_itself(text: str) -> None:
    with pytest.raises(InvalidRules):
        find_variant(text)


@pytest.mark.parametrize(
    ("text", "box", "dice", "roll", "points"),
    [
        ("yacht+six-dice", "full_house", (6, 6, 6, 5, 5, 5), 2, 28),
        ("yacht+six-dice", "yacht", (2, 2, 2, 2, 2, 6), 2, 50),
        ("yacht+six-dice", "choice", (1, 2, 3, 4, 5, 6), 2, 21),
        ("yacht+six-dice+five-alike-plus-dice", "yacht", (2, 2, 2, 2, 2, 6), 2, 60),
        ("generala", "full_house", (1, 1, 1, 2, 2), 1, 35),
        ("generala+full-house-sum", "full_house", (1, 1, 1, 2, 2), 1, 7),
        ("generala+straights-sum", "straight", (1, 2, 3, 4, 5), 1, 15),
        (
            "generala+with-three-in-a-row+straights-sum",
            "three_in_a_row",
            (1, 2, 3, 3, 3),
            2,
            15,
        ),
    ],
)
def test_boxes_score_as_it_says(
    text: str, box: str, dice: tuple[int, ...], roll: int, points: int
) -> None:
    (category,) = (each for each in find_variant(text).categories if each.id == box)
    assert category.score(dice, roll) == points
