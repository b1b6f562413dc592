"""Which positions make good puzzles, and how hard they are before anybody has tried. Pure."""

import hashlib
import math
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.core.bots import figures
from games.core.rules import VARIANTS, Position
from games.record.ratings.model import ELO, MU
from games.site.events.puzzles.choices import TOLERANCE, Theme, Valued, choices_of, theme_of, valued

if TYPE_CHECKING:
    from games.core.solver import Option

Solve = Callable[[Position], Sequence["Option"]]
"""The type of `games.core.solver.options`."""

HUNDREDTHS = 100
CLEAR = 100
"""A wrong choice loses at least this much, in hundredths of a point."""
LEAST_GIVEN_UP = 1.0
MOST_GIVEN_UP = 12.0
"""In points. A mistake that costs less than the least is hard to explain, and one that costs more
than the most is a slip.
"""
LEAST_CHOICES = 3
SPREAD = 600.0
"""The first estimate is at most this far from the mean."""
CLUB_PLAYER = "breeze"
"""The bot whose chance to find the answer gives the first estimate."""
CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 10
CODE = re.compile(f"[{CODE_ALPHABET}]{{{CODE_LENGTH}}}")


class NewPuzzle(NamedTuple):
    """A position as a puzzle. `losses`: as in `choices`. `value`: expected points still to come
    with the best choice. `mu`: how hard it probably is.
    """

    code: str
    theme: Theme
    position: Position
    losses: tuple[int, ...]
    value: float
    mu: float


def make_puzzle(position: Position, given_up: float, solve: Solve) -> NewPuzzle | None:
    """Return the puzzle of a position in which a choice lost `given_up` points. Return None if it
    would not be a good one: the loss is too small or too large, wrong choices are nearly as good as
    the best, or the rules are unusual.
    """
    if not LEAST_GIVEN_UP <= given_up <= MOST_GIVEN_UP or position.dice is None:
        return None
    if position.variant is not VARIANTS.get(position.variant.id):  # the card does not tell
        return None
    options = solve(position)
    losses = losses_of(position, options)
    if len(losses) < LEAST_CHOICES or any(TOLERANCE < loss < CLEAR for loss in losses):
        return None
    if max(losses) <= TOLERANCE:
        return None
    return new_puzzle(position, losses, options[0].value)


def new_puzzle(position: Position, losses: Sequence[int], value: float) -> NewPuzzle:
    """Return the puzzle of a position whose losses are known."""
    ranked = valued(position, losses)
    theme = theme_of(position, ranked[0].choice)
    mu = difficulty(position, ranked)
    return NewPuzzle(code_of(position), theme, position, tuple(losses), value, mu)


def losses_of(position: Position, options: Sequence["Option"]) -> tuple[int, ...]:
    """Return what each choice in a position loses, in the order of `choices_of`."""
    best = options[0].value
    values = {(option.keep, option.fill): option.value for option in options}
    return tuple(
        round(HUNDREDTHS * (best - values[choice.keep, choice.fill]))
        for choice in choices_of(position)
    )


def difficulty(position: Position, ranked: Sequence[Valued]) -> float:
    """Return the rating of a player who would solve it in half of all cases, if players chose like
    `CLUB_PLAYER`: a choice that loses d is exp(-d / temperature) times as likely.
    """
    temperature = figures.temperature(CLUB_PLAYER, position.variant.id) * HUNDREDTHS
    weights = [(each.is_right, math.exp(-each.loss / temperature)) for each in ranked]
    right = sum(weight for is_right, weight in weights if is_right)
    wrong = sum(weight for is_right, weight in weights if not is_right)
    return MU + max(-SPREAD, min(SPREAD, ELO * math.log(wrong / right)))


def code_of(position: Position) -> str:
    """Return the code of a position, which does not depend on the order of the dice."""
    dice = tuple(sorted(position.dice or ()))
    return code_from(str(Position(position.variant, position.card, dice, position.rolls)))


def code_from(text: str) -> str:
    number = int.from_bytes(hashlib.sha256(text.encode()).digest())
    digits = []
    for _ in range(CODE_LENGTH):
        number, digit = divmod(number, len(CODE_ALPHABET))
        digits.append(CODE_ALPHABET[digit])
    return "".join(digits)
