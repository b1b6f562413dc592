"""The rules a second time, the slow and obvious way, from the words of docs/rules.md.

Shares nothing with `games.rules`: cards are lists of dicts, dice are counted and compared as text.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

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

Column = dict[str, int | None]


def all_rolls() -> Iterator[tuple[int, ...]]:
    """All 7,776 ordered rolls."""
    return product((1, 2, 3, 4, 5, 6), repeat=5)


def points(variant: str, category: str, dice: tuple[int, ...]) -> int:
    """Points on an empty card."""
    if category in FACES:
        return sum(die for die in dice if die == FACES[category])
    if category in ("choice", "chance"):
        return sum(dice)
    if category in ("yacht", "yahtzee", "yatzy"):
        return 50 if len(set(dice)) == 1 else 0
    by_variant = {"yacht": yacht_points, "yatzy": yatzy_points}
    return by_variant.get(variant, yahtzee_points)(category, dice)


def yacht_points(category: str, dice: tuple[int, ...]) -> int:
    text = "".join(map(str, sorted(dice)))
    (common, count), *rest = Counter(dice).most_common()
    match category:
        case "full_house":
            return sum(dice) if count == 3 and len(rest) == 1 else 0
        case "four_of_a_kind":
            return 4 * common if count >= 4 else 0
        case "little_straight":
            return 30 if text == "12345" else 0
        case "big_straight":
            return 30 if text == "23456" else 0
    raise AssertionError(category)


def yahtzee_points(category: str, dice: tuple[int, ...]) -> int:
    distinct = "".join(map(str, sorted(set(dice))))
    counts = sorted(Counter(dice).values())
    match category:
        case "three_of_a_kind":
            return sum(dice) if counts[-1] >= 3 else 0
        case "four_of_a_kind":
            return sum(dice) if counts[-1] >= 4 else 0
        case "full_house":
            return 25 if counts == [2, 3] else 0
        case "small_straight":
            return 30 if any(run in distinct for run in ("1234", "2345", "3456")) else 0
        case "large_straight":
            return 40 if distinct in ("12345", "23456") else 0
    raise AssertionError(category)


def yatzy_points(category: str, dice: tuple[int, ...]) -> int:
    text = "".join(map(str, sorted(dice, reverse=True)))
    pairs = [face for face in "654321" if face * 2 in text]
    triples = [face for face in "654321" if face * 3 in text]
    fours = [face for face in "654321" if face * 4 in text]
    match category:
        case "one_pair":
            return 2 * int(pairs[0]) if pairs else 0
        case "two_pairs":
            return 2 * int(pairs[0]) + 2 * int(pairs[1]) if len(pairs) == 2 else 0
        case "three_of_a_kind":
            return 3 * int(triples[0]) if triples else 0
        case "four_of_a_kind":
            return 4 * int(fours[0]) if fours else 0
        case "small_straight":
            return 15 if text == "54321" else 0
        case "large_straight":
            return 20 if text == "65432" else 0
        case "full_house":
            return sum(dice) if triples and len(pairs) == 2 else 0
    raise AssertionError(category)


def choices(
    variant: str, columns: list[Column], dice: tuple[int, ...], joker: str
) -> dict[tuple[int, str], tuple[int, int]]:
    """Each box that may be filled now, and its points and bonus Yahtzee points."""
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
