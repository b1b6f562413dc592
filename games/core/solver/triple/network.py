"""The fitted value of a card: a sum of weights of its features and of a few hidden units.

One set of weights for each number of filled boxes. With x the features that are 1,

    value = bias + sum of linear[x] + sum of pairs[i, j] over open boxes i, j
            + sum over hidden units of out * max(0, hidden_bias + sum of hidden[x])

which is cheap to compute for all cards after one turn: they differ in a few features.
"""

from typing import NamedTuple

import numpy as np

from games.core.solver.compiled import compiled
from games.core.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    SUCCESSOR_LEVELS,
    THRESHOLD,
    UPPER,
    UPPER_BONUS,
    YAHTZEE,
    Floats,
    Ints,
)
from games.core.solver.triple.features import (
    FEATURES,
    HIDDEN_INPUTS,
    PATTERN_FEATURES,
    YAHTZEE_FEATURES,
    active,
    chance_feature,
    pattern,
    upper_feature,
    yahtzee_way,
)
from games.core.solver.triple.turn import is_open

BLOCK = 16
"""The number of hidden units is a multiple of this; a block is summed in parallel."""


class Network(NamedTuple):
    """The weights; the first axis of each is the number of filled boxes, 0 to 38."""

    bias: Floats
    """(39,)"""
    linear: Floats
    """(39, FEATURES)"""
    pairs: Floats
    """(39, 39, 39), symmetric, zero on the diagonal."""
    hidden: Floats
    """(39, HIDDEN_INPUTS, units)"""
    hidden_bias: Floats
    """(39, units)"""
    out: Floats
    """(39, units)"""


def empty_network(units: int) -> Network:
    """Return a network with this many hidden units whose value is always 0."""
    return Network(
        np.zeros(BOXES),
        np.zeros((BOXES, FEATURES)),
        np.zeros((BOXES, BOXES, BOXES)),
        np.zeros((BOXES, HIDDEN_INPUTS, units)),
        np.zeros((BOXES, units)),
        np.zeros((BOXES, units)),
    )


@compiled
def _units(sums: Floats, out: Floats) -> float:
    """Return what the hidden units add to the value, from their sums."""
    parts = np.zeros(BLOCK)
    for start in range(0, sums.shape[0], BLOCK):
        for place in range(BLOCK):
            parts[place] += max(sums[start + place], 0.0) * out[start + place]
    total = 0.0
    for place in range(BLOCK):
        total += float(parts[place])
    return total


@compiled
def _change(sums: Floats, weights: Floats, feature: int, sign: float) -> None:
    """Add one feature's weights, or subtract them with `sign` -1."""
    row = weights[feature]
    for unit in range(sums.shape[0]):
        sums[unit] += sign * row[unit]


@compiled
def start(state: Ints, network: Network, turn: int, sums: Floats, gains: Floats) -> float:
    """Return the linear part of a card's value; write the hidden units' sums into `sums`.

    `gains` (39,) becomes the sum of pairs[i, j] over all open boxes j, for each box i.
    """
    found = np.empty(65, np.int64)
    hidden, count = active(state, found)
    total = network.bias[turn]
    sums[:] = network.hidden_bias[turn]
    gains[:] = 0.0
    for place in range(count):
        total += network.linear[turn, found[place]]
        if place < hidden:
            _change(sums, network.hidden[turn], found[place], 1)
        if found[place] < BOXES:
            row = network.pairs[turn, found[place]]
            for box in range(BOXES):
                gains[box] += row[box]
    for place in range(count):
        if found[place] < BOXES:
            total += gains[found[place]] / 2
    return float(total)


@compiled
def evaluate(state: Ints, network: Network) -> float:
    """Return the fitted value of a card, 0 for a full one."""
    turn = BOXES
    for column in range(COLUMNS):
        for category in range(CATEGORIES):
            turn -= is_open(state, column, category)
    if turn == BOXES:
        return 0.0
    sums = np.empty(network.out.shape[1])
    linear = start(state, network, turn, sums, np.empty(BOXES))
    return linear + _units(sums, network.out[turn])


@compiled
def _upper_successors(
    state: Ints,
    network: Network,
    turn: int,
    column: int,
    category: int,
    linear: float,
    sums: Floats,
    values: Floats,
) -> None:
    """Write the values for 0 to 5 dice in an upper box."""
    mask, total = state[column], state[COLUMNS + column]
    weights, hidden = network.linear[turn], network.hidden[turn]
    old = chance_feature(column, mask, total)
    linear -= weights[old] + weights[upper_feature(column, mask, total)]
    _change(sums, hidden, old, -1)
    filled = mask | (1 << category)
    now = np.empty_like(sums)
    for dice in range(SUCCESSOR_LEVELS):
        reached = min(total + dice * (category + 1), THRESHOLD)
        new = chance_feature(column, filled, reached)
        now[:] = sums
        _change(now, hidden, new, 1)
        value = linear + weights[new] + weights[upper_feature(column, filled, reached)]
        if total < THRESHOLD <= reached:
            value += (column + 1) * UPPER_BONUS
        values[dice] = value + _units(now, network.out[turn])


@compiled
def _yahtzee_successors(
    state: Ints,
    network: Network,
    turn: int,
    column: int,
    linear: float,
    sums: Floats,
    values: Floats,
) -> None:
    """Write the values for 0 and for 50 in a Yahtzee box."""
    way = yahtzee_way(state)
    old = YAHTZEE_FEATURES + way
    step = 3 ** (COLUMNS - 1 - column)
    now = np.empty_like(sums)
    for scored in range(2):
        new = old + step * (1 + scored)
        now[:] = sums
        _change(now, network.hidden[turn], old, -1)
        _change(now, network.hidden[turn], new, 1)
        value = linear - network.linear[turn, old] + network.linear[turn, new]
        values[scored] = value + _units(now, network.out[turn])


@compiled
def successors(state: Ints, turn: int, network: Network, values: Floats) -> None:
    """Write into `values` (3, 13, 6) the value of the card after each fill; see `turn`.

    `turn` is the number of boxes that are filled before the fill.
    """
    values[:] = 0.0
    last = turn == BOXES - 1
    following = turn if last else turn + 1
    units = network.out.shape[1]
    before, sums, gains = np.empty(units), np.empty(units), np.empty(BOXES)
    total = start(state, network, following, before, gains)
    weights = network.linear[following]
    for column in range(COLUMNS):
        for category in range(CATEGORIES):
            if not is_open(state, column, category):
                continue
            row = values[column, category]
            if last:
                _last_successors(state, column, category, row)
                continue
            box = column * CATEGORIES + category
            ways = PATTERN_FEATURES + 8 * category + pattern(state, category)
            linear = total - weights[box] - gains[box] - weights[ways]
            linear += weights[ways + (1 << column)]
            sums[:] = before
            _change(sums, network.hidden[following], box, -1)
            if category < UPPER:
                _upper_successors(state, network, following, column, category, linear, sums, row)
            elif category == YAHTZEE:
                _yahtzee_successors(state, network, following, column, linear, sums, row)
            else:
                row[0] = linear + _units(sums, network.out[following])


@compiled
def _last_successors(state: Ints, column: int, category: int, values: Floats) -> None:
    """Write the value of the full card: the upper bonus if it is reached, else 0."""
    if category < UPPER:
        total = state[COLUMNS + column]
        for dice in range(SUCCESSOR_LEVELS):
            if total < THRESHOLD <= total + dice * (category + 1):
                values[dice] = (column + 1) * UPPER_BONUS
