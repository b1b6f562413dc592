"""Predict the winner at moments of simulated duels."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from games.core.engine import GameState, Player, initial_state, start
from games.core.engine.state import Turn
from games.core.rules import Scorecard, Variant
from games.core.rules.scoring import DICE_COUNT, FACES, ROLLS_PER_TURN
from games.core.rules.variant import YAHTZEE_BONUS
from games.core.solver import tables
from games.core.solver.lattice import FIRST_ROLL, ROLLS
from games.core.winning.outlook import win_probabilities
from games.core.winning.policy import WIDTH
from workshop.make.winning.recorded_games import Record, record_of

SEATS = 2


class Prediction(NamedTuple):
    """A moment of a duel: the predicted win probability of the first seat, and its result.

    won: 1 for a win, 1/2 for a tie, 0 for a loss.
    """

    predicted: float
    won: float


def _dice(variant: Variant, rng: np.random.Generator) -> npt.NDArray[np.int8]:
    shape = (SEATS, variant.rounds, ROLLS_PER_TURN, DICE_COUNT)
    return rng.integers(0, FACES, shape, dtype=np.int8)


def result_of(mine: int, theirs: int) -> float:
    """Return 1 for a win, 1/2 for a tie, 0 for a loss."""
    return (mine > theirs) + (mine == theirs) / 2


def predictions(variant: Variant, games: int, seed: int) -> Iterator[Prediction]:
    """Yield the prediction at one random moment of each duel. Both seats play for points."""
    rng = np.random.default_rng(seed)
    found = tables.table(variant)
    for _ in range(games):
        seats = [record_of(found.rules, found.values, dice) for dice in _dice(variant, rng)]
        acting, turn = int(rng.integers(SEATS)), int(rng.integers(variant.rounds))
        state = _moment(variant, seats, acting, turn, int(rng.integers(ROLLS_PER_TURN + 1)))
        yield Prediction(win_probabilities(state)[0], result_of(seats[0].score, seats[1].score))


def _moment(
    variant: Variant, records: list[Record], acting: int, turn: int, rolls: int
) -> GameState:
    """Return the state in a turn of the acting seat, after `rolls` rolls or fewer."""
    players = [Player(number + 1, f"seat {number}", "seed") for number in range(SEATS)]
    state = initial_state(start("simulated", variant, players, "0" * 64, 0))
    seats = []
    for number, seat in enumerate(state.seats):
        record = records[number]
        done = turn + (number < acting)
        card = _card(variant, record, done)
        now = Turn(number=done + 1)
        made = min(rolls, int(record.rolls[turn]))
        if number == acting and made:
            dice = ROLLS[record.nodes[turn, made - 1] - FIRST_ROLL]
            now = now._replace(rolls=made, dice=dice)
        seats.append(seat._replace(card=card, turn=now))
    return state._replace(seats=tuple(seats), acting=(acting,))


def _card(variant: Variant, record: Record, turns: int) -> Scorecard:
    entries: list[int | None] = [None] * len(variant.boxes)
    bonuses = 0
    for outcome in record.outcomes[:turns].tolist():
        entries[outcome // 2 // WIDTH] = outcome // 2 % WIDTH
        bonuses += outcome % 2
    return Scorecard(variant, tuple(entries), (bonuses * YAHTZEE_BONUS,))
