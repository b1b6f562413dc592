"""A second, slow scorer, written from the rules in words: imports nothing of the game's code.

Only for comparison: plain counting, one branch for each sentence of the rules.
"""

from collections import Counter
from dataclasses import dataclass, field

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = {
    "yacht": ["full_house", "four_of_a_kind", "little_straight", "big_straight", "choice", "yacht"],
    "yahtzee": [
        "three_of_a_kind",
        "four_of_a_kind",
        "full_house",
        "small_straight",
        "large_straight",
        "yahtzee",
        "chance",
    ],
    "yatzy": [
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
LOWER["triple_yahtzee"] = LOWER["yahtzee"]
COLUMNS = {"yacht": [1], "yahtzee": [1], "triple_yahtzee": [1, 2, 3], "yatzy": [1]}
UPPER_BONUS = {"yacht": 0, "yahtzee": 35, "triple_yahtzee": 35, "yatzy": 50}

Dice = tuple[int, ...]
NaiveBox = tuple[int, str]


def plain_points(variant: str, category: str, dice: Dice) -> int:
    """Return the points of the dice in a category, jokers apart."""
    if category in UPPER:
        face = UPPER.index(category) + 1
        return sum(value for value in dice if value == face)
    if category in ("choice", "chance"):
        return sum(dice)
    if variant == "yacht":
        return _yacht(category, dice)
    if variant == "yatzy":
        return _yatzy(category, dice)
    return _yahtzee(category, dice)


def _yacht(category: str, dice: Dice) -> int:
    counts = Counter(dice)
    if category == "full_house":
        return sum(dice) if sorted(counts.values()) == [2, 3] else 0
    if category == "four_of_a_kind":
        return next((4 * face for face, count in counts.items() if count >= 4), 0)
    if category == "little_straight":
        return 30 if sorted(dice) == [1, 2, 3, 4, 5] else 0
    if category == "big_straight":
        return 30 if sorted(dice) == [2, 3, 4, 5, 6] else 0
    assert category == "yacht"
    return 50 if len(counts) == 1 else 0


def _yahtzee(category: str, dice: Dice) -> int:
    counts = Counter(dice)
    most = max(counts.values())
    text = "".join(str(face) for face in sorted(counts))
    if category == "three_of_a_kind":
        return sum(dice) if most >= 3 else 0
    if category == "four_of_a_kind":
        return sum(dice) if most >= 4 else 0
    if category == "full_house":
        return 25 if sorted(counts.values()) == [2, 3] else 0
    if category == "small_straight":
        return 30 if any(run in text for run in ("1234", "2345", "3456")) else 0
    if category == "large_straight":
        return 40 if text in ("12345", "23456") else 0
    assert category == "yahtzee"
    return 50 if most == 5 else 0


def _yatzy(category: str, dice: Dice) -> int:
    counts = Counter(dice)

    def highest(size: int) -> int:
        return max((size * face for face in counts if counts[face] >= size), default=0)

    if category == "one_pair":
        return highest(2)
    if category == "two_pairs":
        pairs = [face for face in counts if counts[face] >= 2]
        return 2 * pairs[0] + 2 * pairs[1] if len(pairs) == 2 else 0
    if category == "three_of_a_kind":
        return highest(3)
    if category == "four_of_a_kind":
        return highest(4)
    if category == "small_straight":
        return 15 if sorted(dice) == [1, 2, 3, 4, 5] else 0
    if category == "large_straight":
        return 20 if sorted(dice) == [2, 3, 4, 5, 6] else 0
    if category == "full_house":
        return sum(dice) if sorted(counts.values()) == [2, 3] else 0
    assert category == "yatzy"
    return 50 if len(counts) == 1 else 0


@dataclass
class NaiveCard:
    """A scorecard kept with a pencil. `joker` is the switch: forced, free or none."""

    variant: str
    joker: str = "none"
    boxes: dict[NaiveBox, int] = field(default_factory=dict)
    bonuses: Counter[int] = field(default_factory=Counter)

    @property
    def columns(self) -> range:
        return range(len(COLUMNS[self.variant]))

    def all_boxes(self) -> list[NaiveBox]:
        names = UPPER + LOWER[self.variant]
        return [(column, category) for column in self.columns for category in names]

    def _is_further_yahtzee(self, dice: Dice) -> bool:
        filled = all((column, "yahtzee") in self.boxes for column in self.columns)
        return len(set(dice)) == 1 and self.joker != "none" and filled

    def options(self, dice: Dice) -> set[NaiveBox]:
        """Return the boxes that may be filled with these dice."""
        is_open = {box for box in self.all_boxes() if box not in self.boxes}
        if not self._is_further_yahtzee(dice) or self.joker == "free":
            return is_open
        matching = {box for box in is_open if box[1] == UPPER[dice[0] - 1]}
        lower = {box for box in is_open if box[1] not in UPPER}
        return matching or lower or is_open

    def judge(self, box: NaiveBox, dice: Dice) -> tuple[int, int, bool]:
        """Return points, bonus, and whether it is a joker, of filling `box`."""
        column, category = box
        points = plain_points(self.variant, category, dice)
        if not self._is_further_yahtzee(dice):
            return points, 0, False
        all_fifty = all(self.boxes[(each, "yahtzee")] == 50 for each in self.columns)
        matching_filled = (column, UPPER[dice[0] - 1]) in self.boxes
        joker = category not in UPPER and matching_filled
        if joker:
            fixed = {"full_house": 25, "small_straight": 30, "large_straight": 40}
            points = fixed.get(category, points)
        return points, 100 if all_fifty else 0, joker

    def fill(self, box: NaiveBox, dice: Dice) -> tuple[int, int, bool]:
        """Write the result of `judge` down and return it."""
        points, bonus, joker = self.judge(box, dice)
        self.boxes[box] = points
        self.bonuses[box[0]] += bonus
        return points, bonus, joker

    def upper_bonus(self, column: int) -> int:
        upper = sum(self.boxes.get((column, category), 0) for category in UPPER)
        return UPPER_BONUS[self.variant] if upper >= 63 else 0

    @property
    def total(self) -> int:
        total = 0
        for column, multiplier in enumerate(COLUMNS[self.variant]):
            raw = sum(points for (where, _), points in self.boxes.items() if where == column)
            total += multiplier * (raw + self.bonuses[column] + self.upper_bonus(column))
        return total


def naive_places(totals: list[int], resigned: list[int]) -> list[int]:
    """Return places from 1: the standing by total, ties shared; then the latest to resign.

    `resigned` lists seats in the order in which they resigned.
    """
    places = [0] * len(totals)
    standing = [seat for seat in range(len(totals)) if seat not in resigned]
    for seat in standing:
        places[seat] = 1 + len([other for other in standing if totals[other] > totals[seat]])
    for place, seat in enumerate(reversed(resigned), start=len(standing) + 1):
        places[seat] = place
    return places
