"""Dice as tuples of faces, and what they score.

A scoring function returns points from the dice, in any order, and the number of the roll.

The roll number counts from 1 within the turn. The games here ignore it; other games pay more for
a combination in the first roll. Leading parameters are bound with `functools.partial` where a
category is declared.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from games.core.rules.errors import InvalidDice

Dice: TypeAlias = tuple[int, ...]
"""One face for each die, in table order. A variant says how many dice and faces there are."""

Score: TypeAlias = Callable[[Dice, int], int]
"""(dice, number of the roll from 1) -> points."""

DICE_COUNT = 5
FACES = 6
ROLLS_PER_TURN = 3
# A die is drawn from one byte: see `games.core.engine.fairness`.
MAX_FACES = 256


@cache
def all_rolls(count: int = DICE_COUNT, faces: int = FACES) -> tuple[Dice, ...]:
    """Return the distinct rolls of `count` dice, each ascending: 252 for five six-sided dice."""
    return tuple(combinations_with_replacement(range(1, faces + 1), count))


def check_dice(dice: object, count: int = DICE_COUNT, faces: int = FACES) -> Dice:
    """Return the dice of a list or tuple, in the order given.

    Raises `InvalidDice` unless there are `count` integers from 1 to `faces`. `True` and `1.0` equal
    1 in Python but are refused.
    """
    if not isinstance(dice, list | tuple):
        raise InvalidDice(f"dice must be a list or tuple, not {type(dice).__name__}")
    if len(dice) != count:
        raise InvalidDice(f"expected {count} dice, got {len(dice)}")
    for die in dice:
        if type(die) is not int:
            raise InvalidDice(f"a die must be an integer, not {type(die).__name__}")
        if not 1 <= die <= faces:
            raise InvalidDice(f"a die must show a face from 1 to {faces}")
    return tuple(dice)


def are_alike(dice: Dice) -> bool:
    """Whether all dice show the same face."""
    return dice.count(dice[0]) == len(dice)


def held_positions(dice: Dice, keep: Dice) -> tuple[int, ...]:
    """Return the positions of the faces in `keep`; of equal dice, the leftmost ones."""
    left = list(keep)
    hold = []
    for position, face in enumerate(dice):
        if face in left:
            left.remove(face)
            hold.append(position)
    return tuple(hold)


def face_sum(face: int, dice: Dice, roll: int) -> int:
    """Sum of the dice that show this face."""
    return face * dice.count(face)


def dice_sum(dice: Dice, roll: int) -> int:
    """Sum of all dice."""
    return sum(dice)


def matching_sum(size: int, dice: Dice, roll: int) -> int:
    """Sum of `size` dice of the highest face that shows on at least `size` dice."""
    return max((size * face for face in dice if dice.count(face) >= size), default=0)


def kind_sum(size: int, dice: Dice, roll: int) -> int:
    """Sum of all dice if at least `size` of them are alike."""
    return sum(dice) if matching_sum(size, dice, roll) else 0


def pairs_sum(count: int, dice: Dice, roll: int) -> int:
    """Sum of the `count` highest pairs of different faces."""
    pairs = sorted((face for face in set(dice) if dice.count(face) >= 2), reverse=True)
    return 2 * sum(pairs[:count]) if len(pairs) >= count else 0


def groups_sum(large: int, small: int, dice: Dice, roll: int) -> int:
    """Highest sum of `large` dice of one face and `small` dice of another."""
    faces = set(dice)
    return max(
        (
            large * one + small * other
            for one in faces
            for other in faces
            if one != other and dice.count(one) >= large and dice.count(other) >= small
        ),
        default=0,
    )


def full_house_points(points: int, dice: Dice, roll: int) -> int:
    """Fixed points for three dice of one face and two of another."""
    return points if groups_sum(3, 2, dice, roll) else 0


def exact_points(faces: Dice, points: int, dice: Dice, roll: int) -> int:
    """Fixed points if all of these different faces show."""
    return points if set(dice).issuperset(faces) else 0


def run_points(length: int, points: int, dice: Dice, roll: int) -> int:
    """Fixed points for `length` faces in a row."""
    faces = set(dice)
    found = any(faces.issuperset(range(start, start + length)) for start in faces)
    return points if found else 0


def alike_points(points: int, dice: Dice, roll: int) -> int:
    """Fixed points for all dice alike."""
    return points if are_alike(dice) else 0


def parity_sum(rest: int, dice: Dice, roll: int) -> int:
    """Sum of all dice if each leaves this rest when divided by 2."""
    return sum(dice) if all(die % 2 == rest for die in dice) else 0


def sum_within(least: int, most: int, dice: Dice, roll: int) -> int:
    """Sum of all dice if it is between these two."""
    return sum(dice) if least <= sum(dice) <= most else 0


def matching_pairs_sum(dice: Dice, roll: int) -> int:
    """Sum of the four dice of two pairs. Four alike are two pairs, too."""
    found = sorted((face for face in set(dice) for _ in range(dice.count(face) // 2)), reverse=True)
    return 2 * sum(found[:2]) if len(found) >= 2 else 0


def fixed_points(points: int, dice: Dice, roll: int) -> int:
    """The same points for any dice."""
    return points


def first_of(score: Score, otherwise: Score, dice: Dice, roll: int) -> int:
    """Points by the first rule, or by the other one if it gives none."""
    return score(dice, roll) or otherwise(dice, roll)


def run_sum(length: int, dice: Dice, roll: int) -> int:
    """Sum of the highest `length` faces in a row."""
    faces = set(dice)
    starts = [start for start in faces if faces.issuperset(range(start, start + length))]
    return sum(range(max(starts), max(starts) + length)) if starts else 0


def alike_and_dice(size: int, points: int, dice: Dice, roll: int) -> int:
    """Fixed points and the sum of `size` dice alike."""
    alike = matching_sum(size, dice, roll)
    return points + alike if alike else 0


def served(extra: int, score: Score, dice: Dice, roll: int) -> int:
    """Extra points if the category is scored in the first roll of its turn."""
    points = score(dice, roll)
    return points + extra if points and roll == 1 else points


def kind_points(size: int, points: int, dice: Dice, roll: int) -> int:
    """Fixed points for `size` dice alike."""
    return points if matching_sum(size, dice, roll) else 0


def different_sum(dice: Dice, roll: int) -> int:
    """Sum of all dice if each shows another face."""
    return sum(dice) if len(set(dice)) == len(dice) else 0


def sum_of_faces(faces: Dice, dice: Dice, roll: int) -> int:
    """Sum of these different faces if all of them show."""
    return sum(faces) if set(dice).issuperset(faces) else 0
