"""A second, slow scorecard for house rules and for games beyond the official ones. It follows
docs/rules.md and imports nothing from the game's code.
"""

from collections import Counter
from dataclasses import dataclass, field

from tests.support.oracles import more_games
from tests.support.oracles.cards import COLUMNS, NaiveCard
from tests.support.oracles.house_rules import NaiveRules
from tests.support.oracles.points import UPPER

Dice = tuple[int, ...]
NaiveBox = tuple[int, str]


def naive_card(variant: str, joker: str = "none") -> "NaiveCard | HouseCard":
    """Return an empty card of any rules. `joker`: the switch of an official game."""
    return NaiveCard(variant, joker) if variant in COLUMNS else HouseCard(variant)


@dataclass
class HouseCard:
    """A naive scorecard with one column. `variant`: the text of the rules, or the id of a game."""

    variant: str
    boxes: dict[NaiveBox, int] = field(default_factory=dict)
    bonuses: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.game = self.variant if self.variant in more_games.LOWER else ""
        self.rules = NaiveRules(self.variant)

    columns = range(1)

    @property
    def names(self) -> list[str]:
        lower = more_games.LOWER[self.game] if self.game else self.rules.boxes
        return [*UPPER, *lower]

    @property
    def dice_count(self) -> int:
        return more_games.DICE[self.game] if self.game else self.rules.dice_count

    @property
    def rolls(self) -> int:
        return 3 if self.game else self.rules.rolls

    @property
    def saves_rolls(self) -> bool:
        """Whether unused rolls are there in later turns."""
        return self.game == "maxi_yatzy" or self.rules.has("save-rolls")

    @property
    def is_full(self) -> bool:
        return len(self.boxes) == len(self.all_boxes())

    def wins(self, box: NaiveBox, dice: Dice, roll: int) -> bool:
        """Whether filling the box wins the game at once."""
        scores = self._points(box[1], dice, roll) > 0
        return self.rules.has("served-win") and box[1] == "generala" and roll == 1 and scores

    @property
    def joker(self) -> str:
        """The joker rule: forced, free or none."""
        if "yahtzee" not in self.names or self.rules.base != "yahtzee":
            return "none"
        words = [word for word in self.rules.words if word.startswith("joker-")]
        return words[0].removeprefix("joker-") if words else "forced"

    @property
    def extra(self) -> int:
        """The bonus of a further Yahtzee."""
        if "yahtzee" not in self.names or self.rules.base != "yahtzee":
            return 0
        if self.rules.has("extra-none"):
            return 0
        return 100 if self.joker != "none" or self.rules.has("extra-100") else 0

    def all_boxes(self) -> list[NaiveBox]:
        return [(0, name) for name in self.names]

    def _is_further(self, dice: Dice) -> bool:
        means = self.joker != "none" or self.extra > 0
        return len(set(dice)) == 1 and means and (0, "yahtzee") in self.boxes

    def options(self, dice: Dice) -> set[NaiveBox]:
        open_ = [box for box in self.all_boxes() if box not in self.boxes]
        lower = {box for box in open_ if box[1] not in UPPER}
        if self._is_further(dice) and self.joker == "forced":
            matching = {box for box in open_ if box[1] == UPPER[dice[0] - 1]}
            return matching or lower or set(open_)
        if self.rules.has("order-down"):
            return set(open_[:1])
        if self.rules.has("order-lower-first"):
            return lower or set(open_)
        return set(open_)

    def judge(self, box: NaiveBox, dice: Dice, roll: int = 9) -> tuple[int, int, bool]:
        """Return points, bonus, and whether it is a joker, of filling `box` in this roll."""
        name = box[1]
        points = self._points(name, dice, roll)
        if not self._is_further(dice):
            return points, 0, False
        bonus = self.extra if self.boxes[(0, "yahtzee")] == 50 else 0
        filled = (0, UPPER[dice[0] - 1]) in self.boxes
        joker = name not in UPPER and filled and self.joker != "none"
        return self._joker_points(name, dice, points) if joker else points, bonus, joker

    def _points(self, name: str, dice: Dice, roll: int) -> int:
        if name == "double_generala" and not self.boxes.get((0, "generala")):
            return 0
        if name in UPPER:
            return dice.count(UPPER.index(name) + 1) * (UPPER.index(name) + 1)
        if self.game:
            return more_games.points(self.game, name, dice, roll)
        return self.rules.points(name, dice, roll)

    def _joker_points(self, name: str, dice: Dice, points: int) -> int:
        """As a joker, five alike are a full house, and the best straight of each kind."""
        if name == "full_house":
            return 25 if not self.rules.has("full-house-sum") else sum(dice)
        if name in ("small_straight", "large_straight"):
            return max(
                self.rules.points(name, run, 9)
                for run in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (3, 4, 5, 6, 6))
            )
        return points

    def fill(self, box: NaiveBox, dice: Dice, roll: int = 9) -> tuple[int, int, bool]:
        """Store the result of `judge` and return it."""
        points, bonus, joker = self.judge(box, dice, roll)
        self.boxes[box] = points
        self.bonuses[0] += bonus
        return points, bonus, joker

    @property
    def total(self) -> int:
        """All points with both bonuses."""
        rule = more_games.BONUS[self.game] if self.game else self.rules.bonus
        limit, bonus = rule or (0, 0)
        upper = sum(self.boxes.get((0, name), 0) for name in UPPER)
        earned = bonus if upper >= limit else 0
        return sum(self.boxes.values()) + self.bonuses[0] + earned
