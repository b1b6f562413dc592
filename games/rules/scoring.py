"""What a roll scores: small functions from five dice, in any order, to points.

Their leading parameters are bound with `functools.partial` where a category is declared.
"""

from games.rules.dice import FACES, Dice, are_alike


def face_sum(face: int, dice: Dice) -> int:
    """Sum of the dice that show this face."""
    return face * dice.count(face)


def dice_sum(dice: Dice) -> int:
    """Sum of all five dice."""
    return sum(dice)


def matching_sum(size: int, dice: Dice) -> int:
    """Sum of `size` dice of one face, the highest such face; the other dice do not count."""
    return max((size * face for face in FACES if dice.count(face) >= size), default=0)


def kind_sum(size: int, dice: Dice) -> int:
    """Sum of all five dice if at least `size` of them are alike."""
    return sum(dice) if matching_sum(size, dice) else 0


def two_pairs_sum(dice: Dice) -> int:
    """Sum of the four dice of two pairs of different faces."""
    pairs = [face for face in FACES if dice.count(face) >= 2]
    return 2 * sum(pairs) if len(pairs) == 2 else 0


def is_full_house(dice: Dice) -> bool:
    """Whether exactly three dice show one face and two show another."""
    return {dice.count(face) for face in dice} == {2, 3}


def full_house_sum(dice: Dice) -> int:
    """Sum of all five dice of a full house."""
    return sum(dice) if is_full_house(dice) else 0


def full_house_points(points: int, dice: Dice) -> int:
    """Fixed points for a full house."""
    return points if is_full_house(dice) else 0


def exact_points(roll: Dice, points: int, dice: Dice) -> int:
    """Fixed points for exactly this roll, in any order."""
    return points if sorted(dice) == list(roll) else 0


def run_points(length: int, points: int, dice: Dice) -> int:
    """Fixed points for `length` faces in a row."""
    faces = set(dice)
    starts = range(1, 8 - length)
    found = any(faces.issuperset(range(start, start + length)) for start in starts)
    return points if found else 0


def alike_points(points: int, dice: Dice) -> int:
    """Fixed points for five dice alike."""
    return points if are_alike(dice) else 0
