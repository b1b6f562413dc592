"""A second, naive scorer of all four variants, independent of games.core.rules.

It follows docs/rules.md. A box is a (column, category) pair; a card maps filled boxes to points.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

Box = tuple[int, str]
Card = dict[Box, int]

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
BONUS = {"yahtzee": 35, "triple_yahtzee": 35, "yatzy": 50}
"""Points for 63 or more in the upper section; Yacht has no such bonus."""
JOKERS = {"full_house": 25, "small_straight": 30, "large_straight": 40}
COLUMNS = {"triple_yahtzee": 3}


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


def fill(
    variant: str, switches: Mapping[str, str], card: Card, box: Box, dice: Sequence[int]
) -> tuple[int, int]:
    """Return the points of `dice` in `box`, and the bonus for another Yahtzee before its column's
    multiplier. Joker rules apply if the switches say so.
    """
    column, category = box
    scored = points(variant, category, dice)
    yahtzees = [card.get((number, "yahtzee")) for number in range(COLUMNS.get(variant, 1))]
    if (
        variant not in ("yahtzee", "triple_yahtzee")
        or switches.get("joker") == "none"
        or len(set(dice)) > 1
        or None in yahtzees
    ):
        return scored, 0
    if category in JOKERS and (column, UPPER[dice[0] - 1]) in card:
        scored = JOKERS[category]
    return scored, 100 if all(points == 50 for points in yahtzees) else 0


def total(variant: str, card: Card, bonuses: Mapping[int, int]) -> int:
    """Return the total of a card; `bonuses`: Yahtzee bonuses by column, before multipliers."""
    result = 0
    for column in range(COLUMNS.get(variant, 1)):
        boxes = {category: scored for (at, category), scored in card.items() if at == column}
        upper = sum(boxes.get(category, 0) for category in UPPER)
        raw = sum(boxes.values()) + bonuses.get(column, 0)
        raw += BONUS.get(variant, 0) if upper >= 63 else 0
        result += raw * (column + 1)
    return result
