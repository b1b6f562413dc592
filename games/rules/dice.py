"""Five six-sided dice."""

from itertools import combinations_with_replacement
from typing import TypeAlias

from games.rules.errors import InvalidDice

Dice: TypeAlias = tuple[int, ...]
"""Five faces from 1 to 6, in table order."""

FACES = range(1, 7)
DICE_COUNT = 5

ROLLS: tuple[Dice, ...] = tuple(combinations_with_replacement(FACES, DICE_COUNT))
"""The 252 different rolls, each in ascending order."""


def check_dice(dice: object) -> Dice:
    """Return the five dice of a list or tuple, in the order given.

    Raises `InvalidDice` for anything else. `True` and `1.0` equal 1 in Python but are no dice.
    """
    if not isinstance(dice, list | tuple):
        raise InvalidDice(f"dice must be a list or tuple, not {type(dice).__name__}")
    if len(dice) != DICE_COUNT:
        raise InvalidDice(f"expected {DICE_COUNT} dice, got {len(dice)}")
    for die in dice:
        if type(die) is not int:
            raise InvalidDice(f"a die must be an integer, not {type(die).__name__}")
        if not 1 <= die <= 6:
            raise InvalidDice("a die must show a face from 1 to 6")
    return tuple(dice)


def are_alike(dice: Dice) -> bool:
    """Whether all five dice show the same face."""
    return dice.count(dice[0]) == DICE_COUNT


def held_positions(dice: Dice, keep: Dice) -> tuple[int, ...]:
    """Return where to keep these faces: of dice that show the same, those further to the left."""
    left = list(keep)
    hold = []
    for position, face in enumerate(dice):
        if face in left:
            left.remove(face)
            hold.append(position)
    return tuple(hold)
