"""A second, slow scorecard, written from docs/rules.md: imports nothing from the game's code."""

from collections import Counter
from dataclasses import dataclass, field

from tests.support.oracles import rules as pencil
from tests.support.oracles.rules import CATEGORIES, UPPER

COLUMNS = {"yacht": [1], "yahtzee": [1], "triple_yahtzee": [1, 2, 3], "yatzy": [1]}
UPPER_BONUS = {"yacht": 0, "yahtzee": 35, "triple_yahtzee": 35, "yatzy": 50}

Dice = tuple[int, ...]
NaiveBox = tuple[int, str]


@dataclass
class NaiveCard:
    """A naive scorecard. `joker` is the value of the switch: forced, free or none."""

    variant: str
    joker: str = "none"
    dice_count = 5
    rolls = 3
    saves_rolls = False
    boxes: dict[NaiveBox, int] = field(default_factory=dict)
    bonuses: Counter[int] = field(default_factory=Counter)

    @property
    def names(self) -> list[str]:
        return CATEGORIES[self.variant]

    @property
    def columns(self) -> range:
        return range(len(COLUMNS[self.variant]))

    def all_boxes(self) -> list[NaiveBox]:
        names = CATEGORIES[self.variant]
        return [(column, category) for column in self.columns for category in names]

    def _is_further_yahtzee(self, dice: Dice) -> bool:
        filled = all((column, "yahtzee") in self.boxes for column in self.columns)
        return len(set(dice)) == 1 and self.joker != "none" and filled

    def options(self, dice: Dice) -> set[NaiveBox]:
        is_open = {box for box in self.all_boxes() if box not in self.boxes}
        if not self._is_further_yahtzee(dice) or self.joker == "free":
            return is_open
        matching = {box for box in is_open if box[1] == UPPER[dice[0] - 1]}
        lower = {box for box in is_open if box[1] not in UPPER}
        return matching or lower or is_open

    def judge(self, box: NaiveBox, dice: Dice) -> tuple[int, int, bool]:
        """Return points, bonus, and whether it is a joker, of filling `box`."""
        column, category = box
        points = pencil.points(self.variant, category, dice)
        if not self._is_further_yahtzee(dice):
            return points, 0, False
        all_fifty = all(self.boxes[(each, "yahtzee")] == 50 for each in self.columns)
        matching_filled = (column, UPPER[dice[0] - 1]) in self.boxes
        joker = category not in UPPER and matching_filled
        if joker:
            fixed = {"full_house": 25, "small_straight": 30, "large_straight": 40}
            points = fixed.get(category, points)
        return points, 100 if all_fifty else 0, joker

    def fill(self, box: NaiveBox, dice: Dice, roll: int = 3) -> tuple[int, int, bool]:
        """Store the result of `judge` and return it. The roll does not matter."""
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
