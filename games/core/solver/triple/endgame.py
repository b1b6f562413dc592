"""Exact values for the last boxes of a card: backward induction over all cards that can follow."""

import numpy as np

from games.core.solver.compiled import compiled
from games.core.solver.keep_lanes import LANES
from games.core.solver.lattice import KEEP_COUNT
from games.core.solver.triple.cards import (
    ALL_FIFTIES,
    CATEGORIES,
    COLUMNS,
    FULL,
    NONE,
    STATE,
    SUCCESSOR_LEVELS,
    THRESHOLD,
    UPPER,
    UPPER_BONUS,
    UPPER_MASK,
    YAHTZEE,
    Floats,
    Ints,
)
from games.core.solver.triple.features import DISTANCE, MISSED
from games.core.solver.triple.turn import is_open, play_turn


@compiled
def pack(state: Ints, joker: int) -> int:
    """Return a number that is the same for cards with the same future.

    It ignores an upper total from which the bonus is out of reach, and scored Yahtzees if no bonus
    Yahtzee is possible.
    """
    key = 0
    fifties = state[2 * COLUMNS]
    for column in range(COLUMNS):
        total = state[COLUMNS + column]
        if DISTANCE[state[column] & UPPER_MASK, total] == MISSED:
            total = 0
        key = (key << (CATEGORIES + 6)) | (state[column] << 6) | total
        if not is_open(state, column, YAHTZEE) and (fifties >> column) & 1 == 0:
            joker = NONE
    return (key << COLUMNS) | (0 if joker == NONE else fifties)


@compiled
def unpack(key: int, state: Ints) -> None:
    """Write the card of a number made by `pack` into `state`."""
    state[2 * COLUMNS] = key & ALL_FIFTIES
    key >>= COLUMNS
    for column in range(COLUMNS - 1, -1, -1):
        state[COLUMNS + column] = key & 63
        state[column] = (key >> 6) & FULL
        key >>= CATEGORIES + 6


@compiled
def _fill(state: Ints, column: int, category: int, level: int, joker: int) -> int:
    """Return the number of the card after a fill, see `successors` in `turn`."""
    mask, total, fifties = state[column], state[COLUMNS + column], state[2 * COLUMNS]
    state[column] |= 1 << category
    if category < UPPER:
        state[COLUMNS + column] = min(total + level * (category + 1), THRESHOLD)
    elif category == YAHTZEE:
        state[2 * COLUMNS] |= level << column
    key = pack(state, joker)
    state[column], state[COLUMNS + column], state[2 * COLUMNS] = mask, total, fifties
    return key


@compiled
def _levels_that_matter(category: int) -> int:
    if category < UPPER:
        return SUCCESSOR_LEVELS
    return 2 if category == YAHTZEE else 1


@compiled
def _next_cards(keys: Ints, joker: int) -> Ints:
    """Return the numbers of all cards one fill after these, ascending."""
    found = np.empty(keys.shape[0] * 132, np.int64)
    state = np.empty(STATE, np.int64)
    count = 0
    for key in keys:
        unpack(key, state)
        for column in range(COLUMNS):
            for category in range(CATEGORIES):
                if is_open(state, column, category):
                    for level in range(_levels_that_matter(category)):
                        found[count] = _fill(state, column, category, level, joker)
                        count += 1
    return np.unique(found[:count])


@compiled
def exact_successors(
    state: Ints, joker: int, keys: Ints, card_values: Floats, values: Floats
) -> None:
    """Write into `values` (3, 13, 6) the value of the card after each fill; see `turn`.

    `keys`, ascending, are the cards with one open box fewer, and `card_values` their values; both
    are empty if the fill completes the card.
    """
    values[:] = 0.0
    for column in range(COLUMNS):
        for category in range(CATEGORIES):
            if not is_open(state, column, category):
                continue
            total = state[COLUMNS + column]
            for level in range(_levels_that_matter(category)):
                value = 0.0
                if keys.shape[0]:
                    key = _fill(state, column, category, level, joker)
                    value = card_values[np.searchsorted(keys, key)]
                if category < UPPER and total < THRESHOLD <= total + level * (category + 1):
                    value += (column + 1) * UPPER_BONUS
                values[column, category, level] = value


@compiled
def _solve_layer(keys: Ints, joker: int, next_keys: Ints, next_values: Floats) -> Floats:
    """Return the values of cards that have the same number of open boxes."""
    card_values = np.empty(keys.shape[0])
    states = np.zeros((LANES, STATE), np.int64)
    values = np.zeros((LANES, COLUMNS, CATEGORIES, SUCCESSOR_LEVELS))
    last, first = np.empty((KEEP_COUNT, LANES)), np.empty((KEEP_COUNT, LANES))
    for begin in range(0, keys.shape[0], LANES):
        count = min(LANES, keys.shape[0] - begin)
        for lane in range(count):
            unpack(keys[begin + lane], states[lane])
            exact_successors(states[lane], joker, next_keys, next_values, values[lane])
        best = play_turn(states[:count], joker, values[:count], last, first)
        card_values[begin : begin + count] = best[:count]
    return card_values


@compiled
def solve(state: Ints, joker: int) -> tuple[Ints, Floats]:
    """Return the cards one fill after this one, ascending numbers of `pack`, and their values.

    Takes milliseconds for five open boxes and grows about threefold with each box.
    """
    turns = 0
    for column in range(COLUMNS):
        for category in range(CATEGORIES):
            turns += is_open(state, column, category)
    layers = [np.array([pack(state, joker)])]
    for _ in range(turns - 1):
        layers.append(_next_cards(layers[-1], joker))
    keys, card_values = np.empty(0, np.int64), np.empty(0)
    for place in range(turns - 1, 0, -1):
        card_values = _solve_layer(layers[place], joker, keys, card_values)
        keys = layers[place]
    return keys, card_values
