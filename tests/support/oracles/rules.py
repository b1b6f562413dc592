"""A second, slow and simple implementation of the rules, written from docs/rules.md.

It shares nothing with `games.core.rules`: cards are lists of dicts, and the points are those of
`tests/support/oracles/points.py`.
"""

from collections.abc import Iterator
from itertools import product

from tests.support.oracles.points import points

FACES = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
UPPER = list(FACES)

CATEGORIES = {
    "yacht": [
        *UPPER,
        "full_house",
        "four_of_a_kind",
        "little_straight",
        "big_straight",
        "choice",
        "yacht",
    ],
    "yahtzee": [
        *UPPER,
        "three_of_a_kind",
        "four_of_a_kind",
        "full_house",
        "small_straight",
        "large_straight",
        "yahtzee",
        "chance",
    ],
    "yatzy": [
        *UPPER,
        "one_pair",
        "two_pairs",
        "three_of_a_kind",
        "four_of_a_kind",
        "small_straight",
        "large_straight",
        "full_house",
        "chance",
        "yatzy",
    ],
}
CATEGORIES["triple_yahtzee"] = CATEGORIES["yahtzee"]

__all__ = ["CATEGORIES", "FACES", "UPPER", "all_rolls", "choices", "points"]

Column = dict[str, int | None]


def all_rolls() -> Iterator[tuple[int, ...]]:
    """Yield all 7,776 ordered rolls."""
    return product((1, 2, 3, 4, 5, 6), repeat=5)


def choices(
    variant: str, columns: list[Column], dice: tuple[int, ...], joker: str
) -> dict[tuple[int, str], tuple[int, int]]:
    """Return each box that may be filled now, with its points and its bonus Yahtzee points."""
    opened = [
        (number, category)
        for number, column in enumerate(columns)
        for category in column
        if column[category] is None
    ]
    plain = {box: (points(variant, box[1], dice), 0) for box in opened}
    if variant in ("yacht", "yatzy") or joker == "none" or len(set(dice)) > 1:
        return plain
    yahtzees = [column["yahtzee"] for column in columns]
    if any(mark is None for mark in yahtzees):
        return plain
    bonus = 100 if all(mark == 50 for mark in yahtzees) else 0
    matching = UPPER[dice[0] - 1]
    fixed = {"full_house": 25, "small_straight": 30, "large_straight": 40}

    if joker == "free":
        allowed = opened
    else:
        steps = (
            [box for box in opened if box[1] == matching],
            [box for box in opened if box[1] not in FACES],
            opened,
        )
        allowed = next((step for step in steps if step), [])
    result = {}
    for number, category in allowed:
        is_joker = category not in FACES and columns[number][matching] is not None
        scored = points(variant, category, dice)
        if is_joker and category in fixed:
            scored = fixed[category]
        result[number, category] = (scored, bonus)
    return result
