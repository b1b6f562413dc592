"""Simulate solitaire games of Triple Yahtzee of one personality.

It uses estimated values, and exact ones for the last boxes, as real games do; a test compares them.
"""

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from games.core.bots.personalities import Personality
from games.core.bots.utility import Style, style_of
from games.core.rules import Variant
from games.core.rules.scoring import ROLLS_PER_TURN
from games.core.solver.compiled import compiled
from games.core.solver.compiled_lattice import expect, maximise
from games.core.solver.lattice import KEEP_COUNT, ROLL_COUNT, Floats
from games.core.solver.triple import EXACT
from games.core.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    JOKERS,
    LEVEL,
    POINTS,
    STATE,
    SUCCESSOR_LEVELS,
    UPPER,
    Ints,
)
from games.core.solver.triple.endgame import exact_successors, solve
from games.core.solver.triple.lookahead import look_ahead
from games.core.solver.triple.moves import apply, fill_points
from games.core.solver.triple.network import Network, successors
from games.core.solver.triple.turn import after
from games.core.solver.triple.weights import load
from workshop.make.bots.compiled_choice import has_utility, keep_worths, play_rolls, utility
from workshop.make.bots.simulation import DRAWS, Played

CHUNK = 100


@compiled
def _score_rolls(state: Ints, joker: int, following: Floats, worths: Floats) -> None:
    """Write the value of each roll in each box into `worths`, (ROLLS, 39); NaN if not allowed."""
    for roll in range(ROLL_COUNT):
        for column in range(COLUMNS):
            for category in range(CATEGORIES):
                points = fill_points(state, joker, roll, column, category)
                worth = np.nan
                if points >= 0:
                    worth = (column + 1) * points
                    worth += after(following, 0, column, category, LEVEL[roll, category])
                worths[roll, column * CATEGORIES + category] = worth


@compiled
def _start(worths: Floats) -> float:
    """Return the value of the turn before its first roll."""
    keeps, best = np.empty((ROLLS_PER_TURN, KEEP_COUNT)), np.empty(KEEP_COUNT)
    keep_worths(worths, keeps)
    best[:] = keeps[2]
    maximise(best)
    expect(best)
    return float(best[0])


@compiled
def _like_rolls(style: Style, level: float, worths: Floats, likes: Floats) -> None:
    """Write the utility of each roll in each box into `likes`, (ROLLS, 39).

    level: the value of the card before the turn. The style is scaled by the column's multiplier.
    """
    for roll in range(ROLL_COUNT):
        for box in range(BOXES):
            times, category = 1 + box // CATEGORIES, box % CATEGORIES
            likes[roll, box] = np.nan
            if not np.isnan(worths[roll, box]):
                liked = Style(
                    style.upper_weight * times, style.risk / times, style.upper_size, style.par
                )
                points = float(POINTS[roll, category]) if category < UPPER else 0.0
                likes[roll, box] = utility(liked, worths[roll, box] - level, category, points)


@compiled
def _play(
    joker: int,
    network: Network,
    style: Style,
    temperature: float,
    draws: Floats,
    totals: Floats,
    losses: Floats,
) -> None:
    """Play a game for each row of draws, (games, 39, 18), as in simulation.py."""
    following = np.zeros((1, COLUMNS, CATEGORIES, SUCCESSOR_LEVELS))
    worths, likes = np.empty((ROLL_COUNT, BOXES)), np.empty((ROLL_COUNT, BOXES))
    for game in range(draws.shape[0]):
        state = np.zeros(STATE, np.int64)
        total, loss = 0, 0.0
        for turn in range(BOXES):
            level = np.nan
            if has_utility(style) and turn <= BOXES - EXACT:
                successors(state, turn, network, following[0])
                _score_rolls(state, joker, following, worths)
                level = _start(worths)
            if turn < BOXES - EXACT:
                look_ahead(state, joker, turn, network, following[0])
            else:
                keys, values = solve(state, joker)
                exact_successors(state, joker, keys, values, following[0])
            _score_rolls(state, joker, following, worths)
            if has_utility(style):
                if turn > BOXES - EXACT:
                    level = _start(worths)
                _like_rolls(style, level, worths, likes)
                roll, box, lost = play_rolls(worths, likes, False, temperature, draws[game, turn])
            else:
                roll, box, lost = play_rolls(worths, worths, True, temperature, draws[game, turn])
            column, category = divmod(box, CATEGORIES)
            points = fill_points(state, joker, roll, column, category)
            total += apply(state, roll, points, column, category)
            loss += lost
        totals[game], losses[game] = total, loss


def play_games(
    variant: Variant, personality: Personality, temperature: float, games: int, seed: int
) -> Played:
    """Play solitaire games of Triple Yahtzee; the same seed gives the same games."""
    joker = str(variant.switches["joker"])
    network, style = load(joker), style_of(personality, variant)
    played = Played(np.empty(games), np.empty(games))

    def play(begin: int) -> None:
        part = slice(begin, min(begin + CHUNK, games))
        numbers = np.random.default_rng([seed, begin, sum(personality.id.encode())])
        draws = numbers.random((part.stop - begin, BOXES, DRAWS))
        _play(
            JOKERS.index(joker),
            network,
            style,
            temperature,
            draws,
            played.totals[part],
            played.losses[part],
        )

    with ThreadPoolExecutor(cpu_count()) as pool:
        list(pool.map(play, range(0, games, CHUNK)))
    return played
