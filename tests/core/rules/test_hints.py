"""The words at the table are those of the rules that are played, whatever house rules change."""

import random
import re
from functools import cache

import pytest

from games.core.engine.sheet import sheet
from games.core.rules import Variant, find_variant
from games.core.rules.choices import CHOICES, NOTES
from tests.core.rules.house_rules import random_rules
from tests.support.oracles.house_rules import NaiveRules

BEST_FIVE = "Three of a kind and a pair: sum of the best five"
FIRST_ROLL = re.compile(r"(?:, (\d+)|; (\d+) more) in the first roll$")
BOXES: dict[str, dict[str, str]] = {
    "yacht+six-dice": {"full_house": BEST_FIVE, "yacht": "50 for five of a kind"},
    "yatzy+six-dice": {"full_house": BEST_FIVE, "chance": "Sum of all dice"},
    "yacht+six-dice+no-full-house+with-poker": {"poker": "40 for four of a kind"},
    "generala+six-dice+full-house-sum": {"full_house": BEST_FIVE},
    "yacht+six-dice+five-alike-plus-dice": {
        "yacht": "50 and the five equal dice for five of a kind"
    },
    "yacht+five-alike-plus-dice": {"yacht": "50 and the dice for five of a kind"},
    "yacht+served-full-house-7": {
        "full_house": "Three of a kind and a pair: sum of all; 7 more in the first roll"
    },
    "yacht+six-dice+served-full-house-7": {"full_house": f"{BEST_FIVE}; 7 more in the first roll"},
    "yacht+full-house-25+five-alike-full-house+served-full-house-7": {
        "full_house": "25 for a full house or five alike; 7 more in the first roll"
    },
    "generala+served-generala-10": {"generala": "50 for five of a kind; 10 more in the first roll"},
    # 5 of the game itself, and 7.
    "generala+served-straight-7": {"straight": "20 for five in a row; 12 more in the first roll"},
    "generala+five-alike-full-house": {
        "full_house": "30 for a full house or five alike; 5 more in the first roll"
    },
    "generala+five-alike-full-house+served-full-house-1": {
        "full_house": "30 for a full house or five alike; 6 more in the first roll"
    },
    "generala+full-house-25": {"full_house": "25 for three of a kind and a pair"},
    "generala+straights-sum": {"straight": "Sum of five dice in a row"},
    "yacht+straights-sum": {
        "little_straight": "15 for 1-2-3-4-5",
        "big_straight": "20 for 2-3-4-5-6",
    },
    "yahtzee+straights-sum": {
        "small_straight": "Sum of four dice in a row",
        "large_straight": "Sum of five dice in a row",
    },
    "yatzy+two-pairs-of-four": {"two_pairs": "Sum of two pairs, or of four alike"},
    "yatzy+kinds-all": {"three_of_a_kind": "Sum of all dice with three of a kind"},
    "yahtzee+kinds-equal": {"four_of_a_kind": "Sum of the equal dice with four of a kind"},
    "yatzy+small-straight-of-four": {"small_straight": "15 for four in a row"},
    "yahtzee+small-straight-1-5": {"small_straight": "30 for 1-2-3-4-5"},
}
LINES: dict[str, tuple[str, ...]] = {
    "yatzy+save-rolls": ("Unused rolls are there in your later turns.",),
    "maxi_yatzy": ("Unused rolls are there in your later turns.",),
    "generala+served-win": ("A Generala in the first roll wins the game.",),
    "yatzy+order-down": ("Fill the boxes from top to bottom.",),
    "yacht+order-lower-first": ("Fill the lower section first.",),
    "yacht+six-dice": ("There are six dice.",),
    "yahtzee+joker-none+rolls-4": ("Another Yahtzee is no joker and has no bonus.",),
    "yahtzee+joker-free+rolls-4": ("Another Yahtzee is a joker; you choose the box.",),
    "yahtzee+extra-none": ("Another Yahtzee has no bonus.",),
    "yahtzee+joker-none+extra-100": (
        "Another Yahtzee is no joker.",
        "Another Yahtzee earns 100 points extra.",
    ),
    "generala+six-dice+served-win+save-rolls": (
        "There are six dice.",
        "A Generala in the first roll wins the game.",
        "Unused rolls are there in your later turns.",
    ),
    "yacht+bonus-35+limit-60+rolls-4+with-chance": (),
    "yacht": (),
    "generala": (),
}
# The sheet has the numbers themselves, or one box more or less.
BY_NUMBER = {"drop", "double", "add", "bonus", "limit", "rolls"}
BY_BOX = {"full-house", "five-alike-full-house", "two-pairs", "kinds", "small-straight"}
BY_BOX |= {"straights", "alike", "served"}


def hints(text: str) -> dict[str, str]:
    sections = sheet(find_variant(text)).sections
    return {each.id: each.hint for section in sections for each in section.categories}


@pytest.mark.parametrize("text", BOXES)
def test_a_box_says_what_it_scores(text: str) -> None:
    found = hints(text)
    assert {box: found[box] for box in BOXES[text]} == BOXES[text]


@pytest.mark.parametrize("text", LINES)
def test_the_card_says_what_no_box_does(text: str) -> None:
    assert (sheet(find_variant(text)).notes or ()) == LINES[text]


def test_each_choice_is_told_by_a_number_a_box_or_a_line() -> None:
    by_line = {key.partition(" ")[0] for key in NOTES}
    assert by_line | BY_NUMBER | BY_BOX == {choice.id for choice in CHOICES}


@cache
def texts() -> list[str]:
    found = {random_rules(random.Random(f"hints {seed}"))[1] for seed in range(250)}
    return sorted(text for text in found if "+" in text)


def naive_points(text: str, variant: Variant, box: str) -> list[tuple[tuple[int, ...], int, int]]:
    """Return all dice with their points in the last roll and in the first one."""
    naive = NaiveRules(text)
    return [
        (dice, naive.points(box, dice, naive.rolls), naive.points(box, dice, 1))
        for dice in variant.all_rolls
    ]


def test_every_hint_says_what_a_second_scorer_gives() -> None:
    for text in texts():
        variant = find_variant(text)
        for category in variant.categories:
            if category.section == "lower":
                points = naive_points(text, variant, category.id)
                assert complaints(category.hint, points) == [], (text, category.id, category.hint)


def complaints(hint: str, points: list[tuple[tuple[int, ...], int, int]]) -> list[str]:
    """Compare a hint with the points that all dice get."""
    found = FIRST_ROLL.search(hint)
    plain = FIRST_ROLL.sub("", hint)
    wrong = []
    most = max(last for _, last, _ in points)
    told = 0 if found is None else int(found[2] or int(found[1]) - most)
    if {first - last for _, last, first in points if last} != {told}:
        wrong.append("the first roll")
    fixed = re.match(r"(\d+) (?:for|and)", plain)
    if fixed and " and the " not in plain and {last for _, last, _ in points} != {0, int(fixed[1])}:
        wrong.append("points")
    if re.search("[Ss]um of all", plain) and any(last not in (0, sum(d)) for d, last, _ in points):
        wrong.append("sum of all")
    if not fixed and "um of" not in plain:
        wrong.append("neither points nor a sum")
    return wrong


def test_a_box_that_scores_otherwise_has_other_words() -> None:
    for text in texts():
        variant, base = find_variant(text), text.partition("+")[0]
        usual = hints(base)
        for category in variant.categories:
            if category.section == "upper" or category.id not in usual or variant.dice_count > 5:
                continue
            mine = [each[1:] for each in naive_points(text, variant, category.id)]
            theirs = [each[1:] for each in naive_points(base, find_variant(base), category.id)]
            assert (mine == theirs) is (category.hint == usual[category.id]), (text, category.id)


def test_the_card_of_house_rules_differs_from_the_usual_one() -> None:
    for text in texts():
        assert sheet(find_variant(text)) != sheet(find_variant(text.partition("+")[0])), text
