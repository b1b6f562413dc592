"""Perfect play with the dice that a seat had in a finished game.

Every die depends only on turn, roll and position, not on what is held (docs/fairness.md). So we
know exactly what the dice would have been after other choices.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.core.rules import Fill, Position, Scorecard, Variant
from games.core.rules.scoring import held_positions
from games.site.study.analysis.ledger import Solve

DiceSequence = Callable[[int, int, int], int]
"""(turn from 1, roll from 1, position from 0) -> the face of that die."""


class PerfectRoll(NamedTuple):
    """The dice after a roll, and the positions that were held."""

    hold: tuple[int, ...]
    dice: tuple[int, ...]


class PerfectTurn(NamedTuple):
    """The rolls of a turn, and the box filled at its end."""

    rolls: tuple[PerfectRoll, ...]
    fill: Fill


class PerfectGame(NamedTuple):
    """The turns in order, and the final total."""

    score: int
    turns: tuple[PerfectTurn, ...]


def play_perfectly(variant: Variant, sequence: DiceSequence, solve: Solve) -> PerfectGame:
    """Return the game of a player who always takes the best option, without knowing the dice."""
    card = Scorecard(variant)
    turns = []
    for number in range(1, variant.rounds + 1):
        turn = _turn(card, number, sequence, solve)
        turns.append(turn)
        card = card.apply(turn.fill)
    return PerfectGame(card.total, tuple(turns))


def _turn(card: Scorecard, number: int, sequence: DiceSequence, solve: Solve) -> PerfectTurn:
    positions = range(card.variant.dice_count)
    dice = tuple(sequence(number, 1, position) for position in positions)
    rolls = [PerfectRoll((), dice)]
    while True:
        best = solve(Position(card.variant, card, dice, len(rolls)))[0]
        if best.fill is not None:
            return PerfectTurn(tuple(rolls), best.fill)
        assert best.keep is not None
        assert len(rolls) < card.variant.rolls_per_turn
        hold = held_positions(dice, best.keep)
        dice = tuple(
            dice[position] if position in hold else sequence(number, len(rolls) + 1, position)
            for position in positions
        )
        rolls.append(PerfectRoll(hold, dice))
