"""Exact counts over all 7,776 rolls, as chess libraries count positions ("perft").

`perft/<variant>.json` holds, for each category, how many rolls score and the sum of their points.
The code, the naive implementation and the stored numbers must all agree.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from games.core.rules import VARIANTS
from tests.support.oracles import rules as naive

Counts = dict[str, dict[str, int]]


def stored(variant: str) -> Counts:
    path = Path(__file__).parent / "perft" / f"{variant}.json"
    counts: Counts = json.loads(path.read_text())
    return counts


def count(variant: str, points: Callable[[str, tuple[int, ...]], int]) -> Counts:
    result = {}
    for category in naive.CATEGORIES[variant]:
        scores = [points(category, dice) for dice in naive.all_rolls()]
        result[category] = {
            "rolls": sum(score > 0 for score in scores),
            "points": sum(scores),
        }
    return result


@cache
def naive_counts(variant: str) -> Counts:
    return count(variant, lambda category, dice: naive.points(variant, category, dice))


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_stores_what_the_naive_implementation_counts(variant: str) -> None:
    assert naive_counts(variant) == stored(variant)


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_has_the_categories_in_card_order(variant: str) -> None:
    ids = [category.id for category in VARIANTS[variant].categories]

    assert ids == naive.CATEGORIES[variant] == list(stored(variant))


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_scores_every_roll_as_the_naive_implementation(variant: str) -> None:
    for dice in naive.all_rolls():
        for category in naive.CATEGORIES[variant]:
            expected = naive.points(variant, category, dice)
            assert VARIANTS[variant].points(category, dice) == expected, (category, dice)


# Combinatorics: 5 dice, 6 faces. Three or more alike: 10*25*6 + 5*5*6 + 6 = 1656, and so on.
KNOWN_ROLLS = [
    ("yahtzee", "three_of_a_kind", 1656),
    ("yatzy", "three_of_a_kind", 1656),
    ("yacht", "four_of_a_kind", 156),
    ("yahtzee", "four_of_a_kind", 156),
    ("yatzy", "four_of_a_kind", 156),
    ("yacht", "yacht", 6),
    ("yahtzee", "yahtzee", 6),
    ("yatzy", "yatzy", 6),
    ("yacht", "full_house", 300),
    ("yahtzee", "full_house", 300),
    ("yatzy", "full_house", 300),
    # 1,800 with a fifth face and the 300 full houses, which hold two pairs as well.
    ("yatzy", "two_pairs", 2100),
    ("yatzy", "one_pair", 7056),
    ("yahtzee", "small_straight", 1200),
    ("yahtzee", "large_straight", 240),
    ("yacht", "little_straight", 120),
    ("yacht", "big_straight", 120),
    ("yatzy", "small_straight", 120),
    ("yatzy", "large_straight", 120),
    ("yacht", "ones", 6**5 - 5**5),
]


@pytest.mark.parametrize(("variant", "category", "rolls"), KNOWN_ROLLS)
def test_it_counts_as_combinatorics_says(variant: str, category: str, rolls: int) -> None:
    assert stored(variant)[category]["rolls"] == rolls


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_sums_the_pips_of_all_rolls(variant: str) -> None:
    everything = "choice" if variant == "yacht" else "chance"

    assert stored(variant)[everything] == {"rolls": 7776, "points": 136_080}
    for category, face in naive.FACES.items():
        assert stored(variant)[category]["points"] == 6480 * face
