"""Games on known dice: a tape has all dice of a game by turn, roll and position."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from games.core.rules import Position, Scorecard, Variant
from games.core.solver import Option, options
from games.site.study.analysis.ledger import Move, SeatLedger
from games.site.study.analysis.plain_play import plain_choice
from games.site.study.foresight.index import Ints


class Tape:
    """The dice of one game; all that a cheat may know."""

    def __init__(self, variant: Variant, numbers: np.random.Generator) -> None:
        shape = (variant.rounds, variant.rolls_per_turn, variant.dice_count)
        self.faces: Ints = numbers.integers(1, variant.faces + 1, shape)

    def __call__(self, turn: int, roll: int, position: int) -> int:
        """Return the face at a position; turn and roll count from 1."""
        return int(self.faces[turn - 1, roll - 1, position])

    def roll(self, turn: int, roll: int) -> tuple[int, ...]:
        """Return the faces of a roll, one for each position."""
        return tuple(int(face) for face in self.faces[turn - 1, roll - 1])


class Chosen(NamedTuple):
    """A choice, and the positions that it holds."""

    option: Option
    hold: tuple[int, ...]


Player = Callable[[Position, tuple[Option, ...], int, Tape], Chosen]
"""Chooses among the options of a position, best first, in this turn of a tape."""


def play(variant: Variant, player: Player, tape: Tape) -> SeatLedger:
    """Return the ledger of a player's game on a tape, without the luck of its rolls."""
    card, moves = Scorecard(variant), list[Move]()
    start = options(Position(variant, card))[0].value
    for turn in range(1, variant.rounds + 1):
        made = _turn(card, turn, player, tape)
        moves += made
        fill = made[-1].choice.fill
        assert fill is not None
        card = card.apply(fill)
    return SeatLedger(0, variant, False, card.total, start, 0.0, 0.0, tuple(moves), ())


def _turn(card: Scorecard, turn: int, player: Player, tape: Tape) -> list[Move]:
    dice, moves = tape.roll(turn, 1), list[Move]()
    for rolls in range(1, card.variant.rolls_per_turn + 1):
        position = Position(card.variant, card, dice, rolls)
        found = options(position)
        option, hold = player(position, found, turn, tape)
        spread = found[0].value - found[-1].value
        plain = plain_choice(position, found)
        moves.append(Move(0, turn, position, option, found[0], plain, spread, "player", hold))
        if option.fill is not None:
            break
        then = tape.roll(turn, rolls + 1)
        dice = tuple(dice[at] if at in hold else then[at] for at in range(len(dice)))
    return moves
