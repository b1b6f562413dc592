"""Measure win probabilities and the best response in simulated duels."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from games.bench.winning.recorded_games import Record, record_of, respond_turn
from games.engine import GameState, Player, initial_state, start
from games.engine.state import Turn
from games.rules import Scorecard, Variant
from games.rules.dice import DICE_COUNT, FACES, ROLLS_PER_TURN
from games.rules.joker import BONUS
from games.solver import tables
from games.solver.lattice import FIRST_ROLL, ROLLS
from games.winning.distribution import place_values
from games.winning.endgame import most_points
from games.winning.outlook import Start, at_start, win_probabilities
from games.winning.policy import WIDTH, follow

SEATS = 2


class Prediction(NamedTuple):
    """A moment of a duel: the predicted win probability of the first seat, and its result.

    won: 1 for a win, 1/2 for a tie, 0 for a loss.
    """

    predicted: float
    won: float


class Duel(NamedTuple):
    """The result of the best response, and of playing for points with the same dice.

    won, plain: 1 for a win, 1/2 for a tie, 0 for a loss.
    second: whether the best response moves second.
    """

    won: float
    plain: float
    second: bool


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
    return Scorecard(variant, tuple(entries), (bonuses * BONUS,))


def duels(variant: Variant, games: int, boxes: int, seed: int) -> Iterator[Duel]:
    """Yield duels against play for points, with the last `boxes` boxes played as best response."""
    rng = np.random.default_rng(seed)
    found = tables.table(variant)
    for game in range(games):
        dice = _dice(variant, rng)
        seats = [record_of(found.rules, found.values, each) for each in dice]
        mine = game % SEATS
        theirs = seats[1 - mine]
        score = _respond(variant, seats[mine], theirs, dice[mine], boxes, mine == 1)
        plain = result_of(seats[mine].score, theirs.score)
        yield Duel(result_of(score, theirs.score), plain, mine == 1)


def _respond(
    variant: Variant,
    mine: Record,
    theirs: Record,
    dice: npt.NDArray[np.int8],
    boxes: int,
    second: bool,
) -> int:
    """Return the score when the last boxes are played as the best response."""
    rules = tables.table(variant).rules
    first = variant.rounds - boxes
    filled, flag, total, score = mine.states[first].tolist()
    for turn in range(first, variant.rounds):
        *other, their_score = theirs.states[turn + second].tolist()
        others = at_start(Start(variant, *other)).shifted(their_score)
        utility = place_values([others], score, score + most_points(rules, filled))
        outcome = respond_turn(rules, filled, flag, total, utility, dice[turn])
        filled, flag, total, gain = follow(rules, filled, flag, total, outcome)
        score += gain
    return int(score)
