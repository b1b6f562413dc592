"""A second, naive reading of house rules, written from docs/rules.md. It imports nothing of them.

It handles texts with words that fit; what is refused is tested by examples.
"""

from collections.abc import Callable
from itertools import product

from tests.support.oracles import more_games
from tests.support.oracles import points as official

Dice = tuple[int, ...]

CARDS = {
    "yacht": "full_house four_of_a_kind little_straight big_straight choice yacht",
    "yahtzee": "three_of_a_kind four_of_a_kind full_house small_straight large_straight yahtzee"
    " chance",
    "yatzy": "one_pair two_pairs three_of_a_kind four_of_a_kind small_straight large_straight"
    " full_house chance yatzy",
    "generala": "straight full_house poker generala",
}
MORE = (
    *("one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind", "little_straight"),
    *("big_straight", "small_straight", "large_straight", "straight", "full_house", "poker"),
    *("three_pairs", "five_of_a_kind", "full_straight", "castle", "tower"),
    *("all_different", "three_in_a_row", "even", "odd", "low", "high", "chance", "yatzy"),
)
FOR_SIX = ("three_pairs", "five_of_a_kind", "castle", "tower")
PLAIN: dict[str, Callable[[list[int]], int]] = {
    "poker": lambda dice: 40 if any(dice.count(face) >= 4 for face in dice) else 0,
    "full_straight": lambda dice: 21 if sorted(dice) == [1, 2, 3, 4, 5, 6] else 0,
    "all_different": lambda dice: sum(dice) if len(dice) == len(set(dice)) else 0,
    "three_in_a_row": lambda dice: (
        15 if any({face, face + 1, face + 2} <= set(dice) for face in dice) else 0
    ),
}
BONUS = {"yacht": (63, 0), "yahtzee": (63, 35), "yatzy": (63, 50), "generala": (63, 0)}


class NaiveRules:
    """What a text means."""

    def __init__(self, text: str) -> None:
        self.base, *self.words = text.split("+")

    def has(self, word: str) -> bool:
        return word in self.words

    def number(self, before: str, otherwise: int) -> int:
        """Return the number after these letters, in one of the words."""
        found = [word for word in self.words if word.startswith(before)]
        return int(found[0].removeprefix(before)) if found else otherwise

    @property
    def boxes(self) -> list[str]:
        """The boxes of the lower section, from the top."""
        own = [
            box for box in CARDS[self.base].split() if not self.has("no-" + box.replace("_", "-"))
        ]
        own += ["double_generala"] * self.has("double-generala")
        return own + [box for box in MORE if self.has("with-" + box.replace("_", "-"))]

    @property
    def rolls(self) -> int:
        return self.number("rolls-", 3)

    @property
    def dice_count(self) -> int:
        return 6 if self.has("six-dice") else 5

    @property
    def bonus(self) -> tuple[int, int] | None:
        """Limit and points of the upper bonus."""
        limit, points = BONUS[self.base]
        points = self.number("bonus-", points)
        return (self.number("limit-", limit), points) if points else None

    def points(self, box: str, dice: Dice, roll: int) -> int:
        """Return the points of dice in a box of the lower section, without jokers."""
        points = self._points(box, sorted(dice))
        if points and roll == 1 and self._has_own_extra(box):
            points += 5
        extra = self.number(f"served-{box.replace('_', '-')}-", 0)
        return points + extra if points and roll == 1 else points

    def _has_own_extra(self, box: str) -> bool:
        """Whether Generala itself gives 5 more in the first roll."""
        if self.base != "generala" or box not in ("straight", "full_house", "poker"):
            return False
        other = {"straight": ("straights-sum",), "full_house": ("full-house-sum", "full-house-25")}
        return not any(self.has(word) for word in other.get(box, ()))

    def _points(self, box: str, dice: list[int]) -> int:
        five = [face for face in dice if dice.count(face) >= 5]
        if box in more_games.SHAPES and box in FOR_SIX:
            return more_games.maxi_points(box, tuple(dice))
        if box in PLAIN:
            return PLAIN[box](dice)
        if box in ("even", "odd"):
            rest = 0 if box == "even" else 1
            return sum(dice) if all(die % 2 == rest for die in dice) else 0
        if box in ("low", "high"):
            fits = sum(dice) <= 12 if box == "low" else sum(dice) >= 24
            return sum(dice) if fits else 0
        if box == "double_generala":
            return 100 if five else 0
        if box in ("yacht", "yahtzee", "yatzy", "generala"):
            more = 5 * five[0] if five and self.has("five-alike-plus-dice") else 0
            return 50 + more if five else 0
        if box == "full_house":
            return self._full_house(dice, five)
        if box in ("three_of_a_kind", "four_of_a_kind"):
            return self._kind(3 if box.startswith("three") else 4, dice)
        if box in ("one_pair", "two_pairs"):
            return self._pairs(1 if box == "one_pair" else 2, dice)
        if box.endswith("straight"):
            return self._straight(box, set(dice))
        return official.yatzy_points("chance" if box == "choice" else box, dice)

    def _pairs(self, count: int, dice: list[int]) -> int:
        """Return the best sum of this many pairs, trying all of them."""
        faces = set(dice)
        shapes = {tuple(sorted(each)) for each in product(faces, repeat=count)}
        again = count == 2 and self.has("two-pairs-of-four")
        possible = [
            each
            for each in shapes
            if all(dice.count(face) >= 2 * each.count(face) for face in each)
            and (again or len(set(each)) == count)
        ]
        return max((2 * sum(each) for each in possible), default=0)

    def _full_house(self, dice: list[int], five: list[int]) -> int:
        fixed = {"yahtzee": 25, "generala": 30}.get(self.base, 0)
        if self.has("full-house-25"):
            fixed = 25
        elif self.has("full-house-sum"):
            fixed = 0
        best = more_games.maxi_points("full_house", tuple(dice))
        if not best and five and self.has("five-alike-full-house"):
            best = 5 * five[0]
        return fixed if best and fixed else best

    def _kind(self, size: int, dice: list[int]) -> int:
        faces = [face for face in dice if dice.count(face) >= size]
        if not faces:
            return 0
        box = "three_of_a_kind" if size == 3 else "four_of_a_kind"
        own = box in CARDS[self.base].split() and self.base == "yahtzee"
        everything = (own or self.has("kinds-all")) and not self.has("kinds-equal")
        return sum(dice) if everything else size * max(faces)

    def _straight(self, box: str, faces: set[int]) -> int:
        low, high = {1, 2, 3, 4, 5} <= faces, {2, 3, 4, 5, 6} <= faces
        yatzy = box in CARDS[self.base].split() and self.base == "yatzy"
        is_small, is_large = box == "small_straight", box == "large_straight"
        points = (20 if yatzy else 40) if is_large else 15 if is_small and yatzy else 30
        points = 20 if box == "straight" else points
        is_sum = self.has("straights-sum")
        of_four = (
            self.has("small-straight-of-four") if yatzy else not self.has("small-straight-1-5")
        )
        if is_small and of_four:
            starts = [first for first in (1, 2, 3) if set(range(first, first + 4)) <= faces]
            best = 4 * starts[-1] + 6 if starts else 0
            return 0 if not starts else best if is_sum else points
        if high and (box in ("big_straight", "straight") or is_large):
            return 20 if is_sum else points
        any_five = box == "straight" or (is_large and not yatzy)
        if low and (box == "little_straight" or is_small or any_five):
            return 15 if is_sum else points
        return 0
