"""Values of cards by one exact turn of backward induction from the values after it."""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from games.core.solver.compiled import compiled
from games.core.solver.keep_lanes import LANES
from games.core.solver.lattice import KEEP_COUNT
from games.core.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    JOKERS,
    Floats,
    Ints,
    count_open,
)
from games.core.solver.triple.endgame import exact_successors, solve
from games.core.solver.triple.lookahead import LAST_AHEAD, look_ahead
from games.core.solver.triple.network import Network, successors
from games.core.solver.triple.turn import play_turn


@compiled
def _back_up(
    states: Ints, turn: int, joker: int, network: Network, exact: bool, ahead: bool
) -> Floats:
    after = np.zeros((states.shape[0], COLUMNS, CATEGORIES, 6))
    last, first = np.empty((KEEP_COUNT, LANES)), np.empty((KEEP_COUNT, LANES))
    for lane in range(states.shape[0]):
        if exact:
            keys, worth = solve(states[lane], joker)
            exact_successors(states[lane], joker, keys, worth, after[lane])
        elif ahead and turn <= LAST_AHEAD:
            look_ahead(states[lane], joker, turn, network, after[lane])
        else:
            successors(states[lane], turn, network, after[lane])
    return play_turn(states, joker, after, last, first)[: states.shape[0]]


def back_up(states: Ints, joker: str, network: Network, exact: int, ahead: bool = False) -> Floats:
    """Return the value of each card at the start of a turn; all have the same number of open boxes.

    It uses the fitted values after the turn, with `ahead` those after the next turn, or exact
    values if at most `exact` boxes are open.
    """
    left = count_open(states[0])
    values = np.empty(len(states))

    def run(begin: int) -> None:
        part = slice(begin, begin + LANES)
        values[part] = _back_up(
            states[part], BOXES - left, JOKERS.index(joker), network, left <= exact, ahead
        )

    with ThreadPoolExecutor(cpu_count()) as pool:
        list(pool.map(run, range(0, len(states), LANES)))
    return values
