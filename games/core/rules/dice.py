"""Dice as tuples of faces, and the constants that all games share."""

from functools import cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from games.core.rules.errors import InvalidDice

Dice: TypeAlias = tuple[int, ...]
"""One face for each die, in table order. A variant says how many dice and faces there are."""

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
