"""A second, naive scorer of all four variants, independent of games.core.rules.

It follows docs/rules.md.
"""

from collections import Counter
from collections.abc import Sequence

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
BONUS = {"yahtzee": 35, "triple_yahtzee": 35, "yatzy": 50}
"""Points for 63 or more in the upper section; Yacht has no such bonus."""


def points(variant: str, category: str, dice: Sequence[int]) -> int:
    """Return the points of five dice in a category, without jokers."""
    if category in UPPER:
        face = UPPER.index(category) + 1
        return face * list(dice).count(face)
    if variant == "yacht":
        return yacht_points(category, dice)
    if variant == "yatzy":
        return yatzy_points(category, dice)
    return yahtzee_points(category, dice)


def yacht_points(category: str, dice: Sequence[int]) -> int:
    counts = Counter(dice)
    if category == "full_house":
        return sum(dice) if sorted(counts.values()) == [2, 3] else 0
    if category == "four_of_a_kind":
        return sum(4 * face for face, count in counts.items() if count >= 4)
    if category == "little_straight":
        return 30 if sorted(dice) == [1, 2, 3, 4, 5] else 0
    if category == "big_straight":
        return 30 if sorted(dice) == [2, 3, 4, 5, 6] else 0
    if category == "yacht":
        return 50 if len(counts) == 1 else 0
    assert category == "choice"
    return sum(dice)


def yahtzee_points(category: str, dice: Sequence[int]) -> int:
    counts = Counter(dice)
    if category in ("three_of_a_kind", "four_of_a_kind"):
        wanted = 3 if category.startswith("three") else 4
        return sum(dice) if max(counts.values()) >= wanted else 0
    if category == "full_house":
        return 25 if sorted(counts.values()) == [2, 3] else 0
    if category == "small_straight":
        runs = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})
        return 30 if any(run <= set(dice) for run in runs) else 0
    if category == "large_straight":
        return 40 if sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) else 0
    if category == "yahtzee":
        return 50 if len(counts) == 1 else 0
    assert category == "chance"
    return sum(dice)


def yatzy_points(category: str, dice: Sequence[int]) -> int:
    counts = Counter(dice)
    pairs = sorted(face for face, count in counts.items() if count >= 2)
    if category == "one_pair":
        return 2 * max(pairs, default=0)
    if category == "two_pairs":
        return 2 * sum(pairs) if len(pairs) == 2 else 0
    if category in ("three_of_a_kind", "four_of_a_kind"):
        wanted = 3 if category.startswith("three") else 4
        return sum(wanted * face for face, count in counts.items() if count >= wanted)
    if category == "small_straight":
        return 15 if sorted(dice) == [1, 2, 3, 4, 5] else 0
    if category == "large_straight":
        return 20 if sorted(dice) == [2, 3, 4, 5, 6] else 0
    if category == "full_house":
        return sum(dice) if sorted(counts.values()) == [2, 3] else 0
    if category == "yatzy":
        return 50 if len(counts) == 1 else 0
    assert category == "chance"
    return sum(dice)
