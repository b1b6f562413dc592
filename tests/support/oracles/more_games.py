"""A second, naive scorer of Generala and Maxi Yatzy, written from docs/rules.md."""

from collections import Counter
from itertools import permutations

Dice = tuple[int, ...]

LOWER = {
    "generala": ("straight", "full_house", "poker", "generala"),
    "maxi_yatzy": (
        *("one_pair", "two_pairs", "three_pairs"),
        *("three_of_a_kind", "four_of_a_kind", "five_of_a_kind"),
        *("small_straight", "large_straight", "full_straight"),
        *("full_house", "castle", "tower", "chance", "maxi_yatzy"),
    ),
}
BONUS = {"generala": None, "maxi_yatzy": (84, 100)}
DICE = {"generala": 5, "maxi_yatzy": 6}
SHAPES = {
    "one_pair": (2,),
    "two_pairs": (2, 2),
    "three_pairs": (2, 2, 2),
    "three_of_a_kind": (3,),
    "four_of_a_kind": (4,),
    "five_of_a_kind": (5,),
    "full_house": (3, 2),
    "castle": (3, 3),
    "tower": (4, 2),
}
"""Groups of equal dice of different faces, whose sum counts."""


def points(game: str, box: str, dice: Dice, roll: int) -> int:
    """Return the points of dice in a lower box, in this roll of the turn."""
    return generala_points(box, dice, roll) if game == "generala" else maxi_points(box, dice)


def generala_points(box: str, dice: Dice, roll: int) -> int:
    counts = sorted(Counter(dice).values())
    found = {
        "straight": 20 if sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) else 0,
        "full_house": 30 if counts == [2, 3] else 0,
        "poker": 40 if counts[-1] >= 4 else 0,
        "generala": 50 if counts == [5] else 0,
    }[box]
    return found + 5 if found and roll == 1 and box != "generala" else found


def maxi_points(box: str, dice: Dice) -> int:
    """Return the points in a lower box of Maxi Yatzy: tries all ways to choose the dice."""
    faces = set(dice)
    if box == "chance":
        return sum(dice)
    if box == "maxi_yatzy":
        return 100 if len(faces) == 1 else 0
    if box.endswith("straight"):
        wanted, score = {
            "small_straight": ({1, 2, 3, 4, 5}, 15),
            "large_straight": ({2, 3, 4, 5, 6}, 20),
            "full_straight": ({1, 2, 3, 4, 5, 6}, 21),
        }[box]
        return score if wanted <= faces else 0
    counts, best = Counter(dice), 0
    for chosen in permutations(faces, len(SHAPES[box])):
        groups = list(zip(chosen, SHAPES[box], strict=True))
        if all(counts[face] >= size for face, size in groups):
            best = max(best, sum(face * size for face, size in groups))
    return best
