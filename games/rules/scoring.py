"""Scoring functions: points from the dice, in any order, and the number of the roll.

The roll number counts from 1 within the turn. The games here ignore it; other games pay more for
a combination in the first roll. Leading parameters are bound with `functools.partial` where a
category is declared.
"""

from games.rules.dice import Dice, are_alike


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


def two_pairs_sum(dice: Dice, roll: int) -> int:
    """Sum of the four dice of two pairs of different faces."""
    pairs = [face for face in set(dice) if dice.count(face) >= 2]
    return 2 * sum(pairs) if len(pairs) == 2 else 0


def is_full_house(dice: Dice) -> bool:
    """Whether exactly three dice show one face and two show another."""
    return {dice.count(face) for face in dice} == {2, 3}


def full_house_sum(dice: Dice, roll: int) -> int:
    """Sum of all dice of a full house."""
    return sum(dice) if is_full_house(dice) else 0


def full_house_points(points: int, dice: Dice, roll: int) -> int:
    """Fixed points for a full house."""
    return points if is_full_house(dice) else 0


def exact_points(faces: Dice, points: int, dice: Dice, roll: int) -> int:
    """Fixed points for exactly these faces (ascending), in any order."""
    return points if sorted(dice) == list(faces) else 0


def run_points(length: int, points: int, dice: Dice, roll: int) -> int:
    """Fixed points for `length` faces in a row."""
    faces = set(dice)
    found = any(faces.issuperset(range(start, start + length)) for start in faces)
    return points if found else 0


def alike_points(points: int, dice: Dice, roll: int) -> int:
    """Fixed points for all dice alike."""
    return points if are_alike(dice) else 0
