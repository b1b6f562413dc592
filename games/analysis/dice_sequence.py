"""Same luck: what perfect play makes of the very dice that a seat had.

Every die is fixed by turn, roll and position, whatever is held (docs/fairness.md), so another way
to play the same game has a definite result.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.analysis.ledger import Solve
from games.rules import Fill, Position, Scorecard, Variant
from games.rules.dice import held_positions

Tape = Callable[[int, int, int], int]
"""(turn from 1, roll 1 to 3, position 0 to 4) -> the face that falls there."""


class PerfectRoll(NamedTuple):
    """The dice as they lie after a roll, and the positions that had not been thrown again."""

    hold: tuple[int, ...]
    dice: tuple[int, ...]


class PerfectTurn(NamedTuple):
    """One to three rolls, and the box that was filled."""

    rolls: tuple[PerfectRoll, ...]
    fill: Fill


class PerfectGame(NamedTuple):
    """The turns in order, and the card's total at the end."""

    score: int
    turns: tuple[PerfectTurn, ...]


def play_perfectly(variant: Variant, tape: Tape, solve: Solve) -> PerfectGame:
    """Return the game of who always takes the best option, dice unseen, on this tape."""
    card = Scorecard(variant)
    turns = []
    for number in range(1, variant.rounds + 1):
        turn = _turn(card, number, tape, solve)
        turns.append(turn)
        card = card.apply(turn.fill)
    return PerfectGame(card.total, tuple(turns))


def _turn(card: Scorecard, number: int, tape: Tape, solve: Solve) -> PerfectTurn:
    positions = range(card.variant.dice_count)
    dice = tuple(tape(number, 1, position) for position in positions)
    rolls = [PerfectRoll((), dice)]
    while True:
        best = solve(Position(card.variant, card, dice, len(rolls)))[0]
        if best.fill is not None:
            return PerfectTurn(tuple(rolls), best.fill)
        assert best.keep is not None
        assert len(rolls) < card.variant.rolls_per_turn
        hold = held_positions(dice, best.keep)
        dice = tuple(
            dice[position] if position in hold else tape(number, len(rolls) + 1, position)
            for position in positions
        )
        rolls.append(PerfectRoll(hold, dice))
