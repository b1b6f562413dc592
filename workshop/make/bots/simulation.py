"""Simulate solitaire games of one personality, thousands per second.

The compiled code makes the same choices as games.core.bots.choice; a test compares them.
"""

from typing import NamedTuple

import numpy as np

from games.core.bots.personalities import Personality
from games.core.bots.utility import Style, style_of
from games.core.rules import Variant
from games.core.rules.scoring import DICE_COUNT, ROLLS_PER_TURN
from games.core.solver import table
from games.core.solver.compiled import compiled
from games.core.solver.lattice import ROLL_COUNT, Floats
from games.core.solver.scoring import Scoring
from games.core.solver.turns import (
    allowed,
    box_points,
    next_flag,
    next_total,
    score,
    upper_bonus,
    yahtzee_bonus,
)
from workshop.make.bots.compiled_choice import has_utility, play_rolls, utility

CHUNK = 2000
DRAWS = ROLLS_PER_TURN * DICE_COUNT + ROLLS_PER_TURN
"""Random numbers of a turn: for the dice of each roll, then for each choice."""


class Played(NamedTuple):
    """Games of one personality: totals, and the expected points lost in each game."""

    totals: Floats
    losses: Floats


@compiled
def _score_rolls(
    rules: Scoring, values: Floats, state: tuple[int, int, int], worths: Floats
) -> None:
    """Write the value of each roll in each box into `worths`, (ROLLS, boxes); NaN if not allowed.

    The result of `turns.score` without a call for each box, which is thirty times as fast.
    """
    filled, flag, total = state
    points, alike, threshold = rules.points, rules.alike, rules.threshold
    worths[:] = np.nan
    for box in range(points.shape[0]):
        if (filled >> box) & 1:
            continue
        after = values[filled | (1 << box), flag]
        for roll in range(ROLL_COUNT):
            if alike[roll] >= 0:
                if (allowed(rules, filled, roll) >> box) & 1:
                    worths[roll, box] = score(rules, values, filled, flag, total, roll, box)
                continue
            got = points[box, roll]
            reached = min(total + int(got), threshold) if box < rules.upper else total
            bonus = rules.upper_bonus if total < threshold <= reached else 0.0
            worths[roll, box] = got + bonus + after[reached]


@compiled
def _like_rolls(
    rules: Scoring, style: Style, filled: int, level: float, worths: Floats, likes: Floats
) -> None:
    """Write the utility of each roll in each box into `likes`, (ROLLS, boxes)."""
    for roll in range(ROLL_COUNT):
        for box in range(worths.shape[1]):
            likes[roll, box] = np.nan
            if not np.isnan(worths[roll, box]):
                points = box_points(rules, filled, roll, box)
                likes[roll, box] = utility(style, worths[roll, box] - level, box, points)


@compiled
def _take_turn(
    rules: Scoring,
    values: Floats,
    style: Style,
    temperature: float,
    state: tuple[int, int, int],
    draws: Floats,
) -> tuple[int, int, float]:
    """Play a turn; see `play_rolls`."""
    worths = np.empty((ROLL_COUNT, rules.points.shape[0]))
    _score_rolls(rules, values, state, worths)
    if not has_utility(style):
        return play_rolls(worths, worths, True, temperature, draws)
    likes = np.empty_like(worths)
    _like_rolls(rules, style, state[0], values[state], worths, likes)
    return play_rolls(worths, likes, False, temperature, draws)


@compiled
def _play(
    rules: Scoring,
    values: Floats,
    style: Style,
    temperature: float,
    draws: Floats,
    totals: Floats,
    losses: Floats,
) -> None:
    """Play a game for each row of `draws`, (games, turns, 18): 3 times 5 dice, and 3 choices."""
    for game in range(draws.shape[0]):
        filled, flag, total = 0, 0, 0
        points, loss = 0.0, 0.0
        for turn in range(draws.shape[1]):
            state = (filled, flag, total)
            roll, box, lost = _take_turn(
                rules, values, style, temperature, state, draws[game, turn]
            )
            got = box_points(rules, filled, roll, box)
            after = next_total(rules, total, box, got)
            points += got + yahtzee_bonus(rules, flag, roll) + upper_bonus(rules, total, after)
            loss += lost
            flag, total = next_flag(rules, flag, box, got), after
            filled |= 1 << box
        totals[game], losses[game] = points, loss


def play_games(
    variant: Variant, personality: Personality, temperature: float, games: int, seed: int
) -> Played:
    """Play solitaire games; the same seed gives the same games.

    Raises ValueError for a variant of several columns.
    """
    found = table(variant)
    turns = len(variant.boxes)
    played = Played(np.empty(games), np.empty(games))
    numbers = np.random.default_rng([seed, sum(personality.id.encode())])
    for start in range(0, games, CHUNK):
        end = min(start + CHUNK, games)
        draws = numbers.random((end - start, turns, DRAWS))
        style = style_of(personality, variant)
        _play(
            found.rules,
            found.values,
            style,
            temperature,
            draws,
            played.totals[start:end],
            played.losses[start:end],
        )
    return played
