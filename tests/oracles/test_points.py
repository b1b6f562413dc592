"""The naive scorer of the load tests, against points worked out by hand from docs/rules.md."""

import pytest

from tests.oracles import points as scorer

CASES = [
    ("yacht", "yacht", [5, 5, 5, 5, 5], 50),
    ("yacht", "yacht", [1, 3, 3, 2, 5], 0),
    ("yacht", "threes", [2, 3, 3, 5, 6], 6),
    ("yacht", "full_house", [2, 2, 4, 4, 4], 16),
    ("yacht", "full_house", [2, 2, 2, 2, 2], 0),
    ("yacht", "four_of_a_kind", [6, 6, 4, 6, 6], 24),
    ("yacht", "four_of_a_kind", [3, 3, 3, 3, 3], 12),
    ("yacht", "little_straight", [3, 5, 4, 1, 2], 30),
    ("yacht", "little_straight", [1, 2, 3, 4, 6], 0),
    ("yacht", "big_straight", [4, 6, 2, 5, 3], 30),
    ("yacht", "choice", [3, 3, 5, 6, 6], 23),
    ("yahtzee", "three_of_a_kind", [2, 2, 2, 5, 6], 17),
    ("yahtzee", "four_of_a_kind", [2, 2, 2, 5, 6], 0),
    ("yahtzee", "full_house", [2, 2, 6, 6, 6], 25),
    ("yahtzee", "small_straight", [3, 4, 5, 6, 6], 30),
    ("yahtzee", "large_straight", [2, 3, 4, 5, 6], 40),
    ("yahtzee", "chance", [1, 1, 1, 1, 2], 6),
    ("yatzy", "one_pair", [3, 3, 5, 5, 1], 10),
    ("yatzy", "two_pairs", [3, 3, 5, 5, 1], 16),
    ("yatzy", "two_pairs", [3, 3, 3, 3, 1], 0),
    ("yatzy", "three_of_a_kind", [4, 4, 4, 4, 1], 12),
    ("yatzy", "small_straight", [1, 2, 3, 4, 5], 15),
    ("yatzy", "large_straight", [2, 3, 4, 5, 6], 20),
    ("yatzy", "full_house", [5, 5, 5, 2, 2], 19),
    ("yatzy", "yatzy", [6, 6, 6, 6, 6], 50),
]


@pytest.mark.parametrize(("variant", "category", "dice", "points"), CASES)
def test_it_scores_as_the_rules_say(
    variant: str, category: str, dice: list[int], points: int
) -> None:
    assert scorer.points(variant, category, dice) == points


def test_it_gives_a_bonus_and_a_joker_for_a_second_yahtzee() -> None:
    card = {(0, "yahtzee"): 50, (0, "fours"): 12}
    fours = [4, 4, 4, 4, 4]
    assert scorer.fill("yahtzee", {"joker": "forced"}, card, (0, "full_house"), fours) == (25, 100)
    assert scorer.fill("yahtzee", {"joker": "none"}, card, (0, "full_house"), fours) == (0, 0)


def test_it_gives_no_bonus_after_a_scratched_yahtzee() -> None:
    card = {(0, "yahtzee"): 0, (0, "fours"): 12}
    filled = scorer.fill("yahtzee", {"joker": "forced"}, card, (0, "large_straight"), [4] * 5)
    assert filled == (40, 0)


def test_it_waits_for_all_three_yahtzees_of_triple_yahtzee() -> None:
    card = {(0, "yahtzee"): 50, (1, "yahtzee"): 50}
    switches = {"joker": "forced"}
    assert scorer.fill("triple_yahtzee", switches, card, (0, "fours"), [4] * 5) == (20, 0)
    card[2, "yahtzee"] = 50
    assert scorer.fill("triple_yahtzee", switches, card, (0, "fours"), [4] * 5) == (20, 100)


def test_it_totals_the_columns_of_triple_yahtzee_once_twice_and_three_times() -> None:
    # 63 in the upper section of the third column: (18 + 24 + 21 + 35 bonus + 100) * 3
    card = {(0, "chance"): 20, (1, "chance"): 10}
    card |= {(2, "sixes"): 18, (2, "fours"): 24, (2, "threes"): 21}
    assert scorer.total("triple_yahtzee", card, {2: 100}) == 20 + 2 * 10 + 3 * 198


def test_it_knows_the_upper_bonus_of_each_variant() -> None:
    card = {(0, "sixes"): 30, (0, "fives"): 25, (0, "fours"): 8}
    assert scorer.total("yacht", card, {}) == 63
    assert scorer.total("yahtzee", card, {}) == 63 + 35
    assert scorer.total("yatzy", card, {}) == 63 + 50
