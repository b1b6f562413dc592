"""Triple Yahtzee: estimated values, exact for the last boxes.

The game is too large for a table, so the value of a card between turns is fitted (`network`). From
that, each turn is computed exactly over all dice. With at most `EXACT` open boxes all values are
exact. docs/solver-triple.md has the method and the measured error.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from games.rules import Fill, Position, Scorecard
from games.solver.lattice import (
    KEEP_COUNT,
    KEEP_STARTS,
    KEEPS,
    ROLL_KEEPS,
    Floats,
    roll_index,
)
from games.solver.option import Option
from games.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    JOKERS,
    LEVEL,
    SUCCESSOR_LEVELS,
    count_open,
    read_card,
)
from games.solver.triple.endgame import exact_successors, solve
from games.solver.triple.network import evaluate, successors
from games.solver.triple.turn import LANES, after, play_turn
from games.solver.triple.weights import load

__all__ = ["EXACT", "options", "value"]

EXACT = 6
"""Turns with at most this many open boxes use exact values."""
REMEMBERED = 256
"""Number of turns cached in memory, about 9 kB each. Each is needed several times."""


class Turn(NamedTuple):
    """One turn of one card."""

    value: float
    """At the start of the turn."""
    successors: Floats
    """(1, 3, 13, 6), see `turn`."""
    keeps: tuple[Floats, Floats]
    """(462,) the value of each keep with one roll and with two rolls left."""


@lru_cache(REMEMBERED)
def _turn(joker: str, key: tuple[int, ...]) -> Turn:
    state = np.array(key)
    left = count_open(state)
    rule = JOKERS.index(joker)
    following = np.zeros((1, COLUMNS, CATEGORIES, SUCCESSOR_LEVELS))
    if left <= EXACT:
        keys, card_values = solve(state, rule)
        exact_successors(state, rule, keys, card_values, following[0])
    else:
        successors(state, BOXES - left, load(joker), following[0])
    last, first = np.empty((KEEP_COUNT, LANES)), np.empty((KEEP_COUNT, LANES))
    best = play_turn(state[np.newaxis], rule, following, last, first)
    return Turn(float(best[0]), following, (last[:, 0].copy(), first[:, 0].copy()))


def _turn_of(position: Position) -> Turn:
    card = position.card
    return _turn(card.variant.switches["joker"], tuple(read_card(card).tolist()))


def options(position: Position) -> tuple[Option, ...]:
    """Return all choices, best first; ties with scoring first, then in card order.

    Values are weighted points, as the total counts them. `games.solver.options` calls this.
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
        chosen = ROLL_KEEPS[KEEP_STARTS[roll] : KEEP_STARTS[roll + 1]][::-1]
        keep_values = turn.keeps[rolls_left - 1][chosen].tolist()
        found += [
            Option(KEEPS[keep], None, keep_value)
            for keep, keep_value in zip(chosen.tolist(), keep_values, strict=True)
        ]
    # Rounded, so that values that differ only by rounding errors keep their order.
    return tuple(sorted(found, key=lambda option: -round(option.value, 9)))


def _fill_value(turn: Turn, card: Scorecard, roll: int, fill: Fill) -> float:
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
    state = read_card(card)
    if count_open(state) < EXACT:
        return _turn_of(position).value
    return evaluate(state, load(card.variant.switches["joker"]))
