"""Simulate solitaire games of Triple Yahtzee by estimated values, optimal or with mistakes."""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import NamedTuple

import numpy as np

from games.core.rules.scoring import ROLLS_PER_TURN
from games.core.solver.compiled import compiled
from games.core.solver.keep_lanes import LANES
from games.core.solver.lattice import CHILDREN, FIRST_ROLL, KEEP_COUNT, REROLLS
from games.core.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    JOKERS,
    LEVEL,
    STATE,
    SUCCESSOR_LEVELS,
    Floats,
    Ints,
)
from games.core.solver.triple.endgame import exact_successors, solve
from games.core.solver.triple.lookahead import LAST_AHEAD, look_ahead
from games.core.solver.triple.moves import (
    MAX_OPTIONS,
    apply,
    best_option,
    fill_points,
    list_options,
)
from games.core.solver.triple.network import Network, successors
from games.core.solver.triple.turn import after as value_after
from games.core.solver.triple.turn import play_turn
from workshop.make.solver.random_streams import State, die, seeded, uniform

DECISIONS = ROLLS_PER_TURN * BOXES


class Games(NamedTuple):
    """Simulated games. The first axis of each array is the game."""

    totals: Ints
    """(games,): final totals."""
    losses: Floats
    """(games, 117): estimated points lost by each decision, three per turn; NaN for none."""
    states: Ints
    """(games, 40, 7): the card before each turn, and at the end."""
    points: Ints
    """(games, 39): the total before each turn."""
    values: Floats
    """(games, 39): the estimated value of the card before each turn, by that turn."""
    estimates: Floats
    """(games, 39): the same by the turn before, which chose by it; the first is as in `values`."""


@compiled
def _roll_on(keep: int, random: State) -> int:
    while keep < FIRST_ROLL:
        keep = CHILDREN[keep, die(random)]
    return keep - FIRST_ROLL


@compiled
def _choose(values: Floats, count: int, tau: float, random: State) -> int:
    """Return the index of the chosen option: the best, or by softmax with temperature `tau`."""
    best = best_option(values, count)
    if tau == 0.0:
        return best
    total = 0.0
    for place in range(count):
        total += np.exp((values[place] - values[best]) / tau)
    left = total * uniform(random)
    for place in range(count):
        left -= np.exp((values[place] - values[best]) / tau)
        if left < 0.0:
            return place
    return best


@compiled
def _play_lane(
    state: Ints,
    joker: int,
    after: Floats,
    last: Floats,
    first: Floats,
    tau: float,
    random: State,
    losses: Floats,
) -> tuple[int, float]:
    """Play one turn of one game in place; return the points gained and the estimate after it."""
    values, codes = np.empty(MAX_OPTIONS), np.empty(MAX_OPTIONS, np.int64)
    roll = _roll_on(0, random)
    for rolls_left in range(REROLLS, -1, -1):
        keeps = first if rolls_left == REROLLS else last
        count = list_options(state, joker, roll, after, keeps, rolls_left, values, codes)
        chosen = _choose(values, count, tau, random)
        losses[REROLLS - rolls_left] = values[best_option(values, count)] - values[chosen]
        code = codes[chosen]
        if code < 0:
            break
        roll = _roll_on(code, random)
    column, category = divmod(-1 - code, CATEGORIES)
    points = fill_points(state, joker, roll, column, category)
    gained = apply(state, roll, points, column, category)
    # The value after a fill includes the upper bonus that the fill reaches.
    value = value_after(after, 0, column, category, LEVEL[roll, category])
    return gained, value - (gained - (column + 1) * points)


@compiled
def _play_chunk(
    seed: int,
    begin: int,
    joker: int,
    network: Network,
    taus: Floats,
    exact: int,
    ahead: bool,
    losses: Floats,
    states: Ints,
    points: Ints,
    values: Floats,
    estimates: Floats,
) -> Ints:
    """Play up to `LANES` games; return their totals, and write the other arrays."""
    games = taus.shape[0]
    random = [seeded(seed, begin + game) for game in range(games)]
    now = np.zeros((games, STATE), np.int64)
    totals = np.zeros(games, np.int64)
    after = np.zeros((games, COLUMNS, CATEGORIES, SUCCESSOR_LEVELS))
    last, first = np.empty((KEEP_COUNT, LANES)), np.empty((KEEP_COUNT, LANES))
    for turn in range(BOXES):
        for game in range(games):
            if turn < BOXES - exact:
                if ahead and turn <= LAST_AHEAD:
                    look_ahead(now[game], joker, turn, network, after[game])
                else:
                    successors(now[game], turn, network, after[game])
            else:
                keys, worth = solve(now[game], joker)
                exact_successors(now[game], joker, keys, worth, after[game])
        best = play_turn(now, joker, after, last, first)
        for game in range(games):
            states[game, turn], points[game, turn] = now[game], totals[game]
            values[game, turn] = best[game]
            gained, estimate = _play_lane(
                now[game],
                joker,
                after[game : game + 1],
                last[:, game],
                first[:, game],
                taus[game, turn],
                random[game],
                losses[game, ROLLS_PER_TURN * turn :],
            )
            totals[game] += gained
            if turn == 0:
                estimates[game, 0] = best[game]
            if turn < BOXES - 1:
                estimates[game, turn + 1] = estimate
    states[:, BOXES] = now
    return totals


def play_games(
    network: Network,
    joker: str,
    count: int,
    *,
    seed: int,
    tau: float | Floats = 0.0,
    exact: int = 0,
    ahead: bool = False,
    first: int = 0,
) -> Games:
    """Play `count` games. Game n depends only on `seed` and n, not on the number of cores.

    tau: the temperature of a softmax over the values of the options, in weighted points: one for
    all decisions, or an array (games, 39) by turn. 0 takes the best option.
    exact: how many of the last turns use exact values.
    ahead: whether the other turns look one turn further ahead.
    first: the number of the first game, a multiple of `LANES`.
    """
    taus = np.broadcast_to(tau, (count, BOXES)).astype(np.float64)
    games = Games(
        np.empty(count, np.int64),
        np.full((count, DECISIONS), np.nan, np.float32),
        np.empty((count, BOXES + 1, STATE), np.int64),
        np.empty((count, BOXES), np.int64),
        np.empty((count, BOXES)),
        np.empty((count, BOXES)),
    )

    def play(begin: int) -> None:
        part = slice(begin, begin + LANES)
        games.totals[part] = _play_chunk(
            seed,
            first + begin,
            JOKERS.index(joker),
            network,
            taus[part],
            exact,
            ahead,
            games.losses[part],
            games.states[part],
            games.points[part],
            games.values[part],
            games.estimates[part],
        )

    with ThreadPoolExecutor(cpu_count()) as pool:
        list(pool.map(play, range(0, count, LANES)))
    return games
