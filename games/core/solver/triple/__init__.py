"""Triple Yahtzee: estimated values, exact for the last boxes.

The game is too large for a table, so the value of a card between turns is fitted (`network`). From
that, a turn and the turn after it are computed exactly over all dice (`lookahead`). With at most
`EXACT` open boxes all values are exact. docs/solver.md has the method and its errors.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from games.core.rules import Fill, Position, Scorecard
from games.core.solver.choices import keep_options, ranked
from games.core.solver.keep_lanes import LANES
from games.core.solver.lattice import FIRST_ROLL, KEEP_COUNT, REROLLS, Floats, maximise, roll_index
from games.core.solver.option import Option
from games.core.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    JOKERS,
    LEVEL,
    SUCCESSOR_LEVELS,
    count_open,
    read_card,
)
from games.core.solver.triple.endgame import exact_successors, solve
from games.core.solver.triple.lookahead import look_ahead
from games.core.solver.triple.network import successors
from games.core.solver.triple.turn import after, play_turn
from games.core.solver.triple.weights import load

__all__ = ["EXACT", "options", "roll_values", "value"]

EXACT = 8
"""Turns with at most this many open boxes use exact values."""
REMEMBERED = 256
"""Number of turns cached in memory, about 9 kB each. Each is needed several times."""


class TripleTurn(NamedTuple):
    """One turn of one card."""

    value: float
    """At the start of the turn."""
    successors: Floats
    """(1, 3, 13, 6), see `turn`."""
    keeps: tuple[Floats, Floats]
    """(462,) the value of each keep with one roll and with two rolls left."""


@lru_cache(REMEMBERED)
def _turn(joker: str, key: tuple[int, ...]) -> TripleTurn:
    state = np.array(key)
    left = count_open(state)
    rule = JOKERS.index(joker)
    following = np.zeros((1, COLUMNS, CATEGORIES, SUCCESSOR_LEVELS))
    if left <= EXACT:
        keys, card_values = solve(state, rule)
        exact_successors(state, rule, keys, card_values, following[0])
    else:
        look_ahead(state, rule, BOXES - left, load(joker), following[0])
    last, first = np.empty((KEEP_COUNT, LANES)), np.empty((KEEP_COUNT, LANES))
    best = play_turn(state[np.newaxis], rule, following, last, first)
    return TripleTurn(float(best[0]), following, (last[:, 0].copy(), first[:, 0].copy()))


@lru_cache(REMEMBERED)
def _estimate(joker: str, key: tuple[int, ...]) -> float:
    """Return the value of a card by which the turn before it was chosen: see `lookahead`."""
    state, rule = np.array(key), JOKERS.index(joker)
    following = np.zeros((1, COLUMNS, CATEGORIES, SUCCESSOR_LEVELS))
    successors(state, BOXES - count_open(state), load(joker), following[0])
    last, first = np.empty((KEEP_COUNT, LANES)), np.empty((KEEP_COUNT, LANES))
    return float(play_turn(state[np.newaxis], rule, following, last, first)[0])


def _turn_of(position: Position) -> TripleTurn:
    card = position.card
    return _turn(card.variant.switches["joker"], tuple(read_card(card).tolist()))


def options(position: Position) -> tuple[Option, ...]:
    """Return all choices, best first; ties with scoring first, then in card order.

    Values are weighted points, as the total counts them. `games.core.solver.options` calls this.
    """
    card = position.card
    if card.is_full:
        return ()
    if position.dice is None:
        return (Option((), None, value(position)),)
    turn, roll = _turn_of(position), roll_index(position.dice)
    found = [
        Option(None, fill, _fill_value(turn, card, roll, fill))
        for fill in card.fills(position.dice)
    ]
    rolls_left = position.rolls_left
    if rolls_left:
        found += keep_options(roll, turn.keeps[rolls_left - 1])
    return ranked(found)


def roll_values(card: Scorecard, rolls_left: int) -> Floats:
    """Return the value of each of the 252 rolls, (252,), on a card with an open box."""
    keeps = _turn_of(Position(card.variant, card)).keeps
    if rolls_left < REROLLS:
        return keeps[rolls_left][FIRST_ROLL:].copy()
    first = keeps[REROLLS - 1].copy()
    maximise(first)
    return first[FIRST_ROLL:]


def _fill_value(turn: TripleTurn, card: Scorecard, roll: int, fill: Fill) -> float:
    """Return the points that a fill adds plus the value of the card after it."""
    box = card.variant.index(fill.box)
    column, category = divmod(box, CATEGORIES)
    following = after(turn.successors, 0, column, category, int(LEVEL[roll, category]))
    return card.variant.columns[column] * (fill.points + fill.bonus) + following


def value(position: Position) -> float:
    """Return the expected points still to come, weighted; 0.0 on a full card.

    At the start of a turn this is the value that the options of the turn before used, so that
    values, losses and luck add up exactly over a game.
    """
    card = position.card
    if card.is_full:
        return 0.0
    if position.dice is not None:
        return max(option.value for option in options(position))
    state, joker = read_card(card), card.variant.switches["joker"]
    if count_open(state) >= EXACT:
        return _estimate(joker, tuple(state.tolist()))
    return _turn_of(position).value
