"""A second, naive reading of house rules, written from docs/rules.md. It imports nothing of them.

It handles texts with words that fit; what is refused is tested by examples.
"""

from tests.oracles import points as official

Dice = tuple[int, ...]

CARDS = {
    "yacht": "full_house four_of_a_kind little_straight big_straight choice yacht",
    "yahtzee": "three_of_a_kind four_of_a_kind full_house small_straight large_straight yahtzee"
    " chance",
    "yatzy": "one_pair two_pairs three_of_a_kind four_of_a_kind small_straight large_straight"
    " full_house chance yatzy",
}
MORE = (
    *("one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind", "little_straight"),
    *("big_straight", "small_straight", "large_straight", "full_house", "even", "odd", "low"),
    *("high", "chance", "yatzy"),
)
BONUS = {"yacht": (63, 0), "yahtzee": (63, 35), "yatzy": (63, 50)}


class NaiveRules:
    """What a text means."""

    def __init__(self, text: str) -> None:
        self.base, *self.words = text.split("+")

    def has(self, word: str) -> bool:
        """Whether the text has this word."""
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
        return own + [box for box in MORE if self.has("with-" + box.replace("_", "-"))]

    @property
    def rolls(self) -> int:
        """The rolls of a turn."""
        return self.number("rolls-", 3)

    @property
    def bonus(self) -> tuple[int, int] | None:
        """Limit and points of the upper bonus."""
        limit, points = BONUS[self.base]
        points = self.number("bonus-", points)
        return (self.number("limit-", limit), points) if points else None

    def points(self, box: str, dice: Dice, roll: int) -> int:
        """Return the points of dice in a box of the lower section, without jokers."""
        points = self._points(box, sorted(dice))
        extra = self.number(f"served-{box.replace('_', '-')}-", 0)
        return points + extra if points and roll == 1 else points

    def _points(self, box: str, dice: list[int]) -> int:
        alike = len(set(dice)) == 1
        if box in ("even", "odd"):
            rest = 0 if box == "even" else 1
            return sum(dice) if all(die % 2 == rest for die in dice) else 0
        if box in ("low", "high"):
            fits = sum(dice) <= 12 if box == "low" else sum(dice) >= 24
            return sum(dice) if fits else 0
        if box in ("yacht", "yahtzee", "yatzy"):
            more = sum(dice) if self.has("five-alike-plus-dice") else 0
            return 50 + more if alike else 0
        if box == "full_house":
            return self._full_house(dice, alike)
        if box in ("three_of_a_kind", "four_of_a_kind"):
            return self._kind(3 if box.startswith("three") else 4, dice)
        if box == "two_pairs" and self.has("two-pairs-of-four"):
            four = [face for face in dice if dice.count(face) >= 4]
            return 4 * four[0] if four else official.yatzy_points(box, dice)
        if box.endswith("straight"):
            return self._straight(box, set(dice))
        return official.yatzy_points("chance" if box == "choice" else box, dice)

    def _full_house(self, dice: list[int], alike: bool) -> int:
        fixed = not self.has("full-house-sum")
        if self.base != "yahtzee":
            fixed = self.has("full-house-25")
        house = official.yatzy_points("full_house", dice) > 0
        house = house or (alike and self.has("five-alike-full-house"))
        return 0 if not house else 25 if fixed else sum(dice)

    def _kind(self, size: int, dice: list[int]) -> int:
        faces = [face for face in dice if dice.count(face) >= size]
        if not faces:
            return 0
        box = "three_of_a_kind" if size == 3 else "four_of_a_kind"
        own = box in CARDS[self.base].split() and self.base == "yahtzee"
        everything = (own or self.has("kinds-all")) and not self.has("kinds-equal")
        return sum(dice) if everything else size * faces[0]

    def _straight(self, box: str, faces: set[int]) -> int:
        low, high = {1, 2, 3, 4, 5} <= faces, {2, 3, 4, 5, 6} <= faces
        yatzy = box in CARDS[self.base].split() and self.base == "yatzy"
        is_small, is_large = box == "small_straight", box == "large_straight"
        points = (20 if yatzy else 40) if is_large else 15 if is_small and yatzy else 30
        is_sum = self.has("straights-sum")
        of_four = (
            self.has("small-straight-of-four") if yatzy else not self.has("small-straight-1-5")
        )
        if is_small and of_four:
            starts = [first for first in (1, 2, 3) if set(range(first, first + 4)) <= faces]
            best = 4 * starts[-1] + 6 if starts else 0
            return 0 if not starts else best if is_sum else points
        if high and (box == "big_straight" or is_large):
            return 20 if is_sum else points
        if low and (box == "little_straight" or is_small or (is_large and not yatzy)):
            return 15 if is_sum else points
        return 0
