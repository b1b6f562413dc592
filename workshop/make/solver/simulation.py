"""Simulate solitaire games of a policy that chooses by exact values, in compiled code.

>>> from games.core.rules import find_variant
>>> played = play(find_variant("yahtzee"), Policy(temperature=1.0), games=1000, seed=1)
>>> played.totals.mean(), np.nansum(played.losses, axis=(1, 2)).mean()  # doctest: +SKIP
(234.6, 20.0)
"""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from games.core.rules import Variant
from games.core.rules.scoring import ROLLS_PER_TURN
from games.core.solver.compiled import compiled
from games.core.solver.compiled_lattice import expect, maximise
from games.core.solver.lattice import (
    CHILDREN,
    FIRST_ROLL,
    KEEP_COUNT,
    KEEP_STARTS,
    ROLL_COUNT,
    ROLL_KEEPS,
    Floats,
    Ints,
)
from games.core.solver.scoring import Scoring
from games.core.solver.tables import ValueTable, table
from games.core.solver.turns import (
    allowed,
    box_points,
    next_flag,
    next_total,
    score,
    score_rolls,
    upper_bonus,
    yahtzee_bonus,
)
from workshop.make.solver.random_streams import State, die, seeded, uniform

DECISIONS = ROLLS_PER_TURN
"""Decisions of one turn at most: one after each roll."""
MAX_OPTIONS = 64
"""An upper bound of the options of a decision: keeps of a roll (31 at most) and boxes."""


@dataclass(frozen=True)
class Policy:
    """How to choose.

    temperature: 0 chooses the best option, the first one on a tie. Otherwise an option has a
    probability proportional to exp(value / temperature).
    belief: a table with the same boxes but other rules, such as a larger upper bonus. The policy
    chooses by its values; losses are by the values of the variant.
    """

    temperature: float = 0.0
    belief: ValueTable | None = None


class Played(NamedTuple):
    """Simulated games. The first axis of every array is the game."""

    totals: Ints
    """(games,): final scores."""
    losses: Floats
    """(games, turns, 3): expected points lost by the decisions after the first, second and third
    roll; NaN if the turn had ended. The score of a game is start + luck - sum of its losses."""
    stakes: Floats
    """(games, turns, 3): value of the best option minus that of the worst; NaN likewise."""
    points: Ints
    """(games, boxes + 2): points of each box, of the upper bonus and of the bonus Yahtzees."""


def play(
    variant: Variant,
    policy: Policy,
    games: int,
    seed: int,
    threads: int | None = None,
) -> Played:
    """Play solitaire games. Their dice depend only on the seed and the number of the game.

    Raises `ValueError` for a variant of several columns.
    """
    found = table(variant)
    belief = policy.belief or found
    boxes = len(found.rules.points)
    played = Played(
        np.zeros(games, dtype=np.int64),
        np.full((games, boxes, DECISIONS), np.nan),
        np.full((games, boxes, DECISIONS), np.nan),
        np.zeros((games, boxes + 2), dtype=np.int64),
    )
    ends = np.linspace(0, games, (threads or os.cpu_count() or 1) * 4 + 1).astype(int)
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        jobs = [
            pool.submit(
                _play_games,
                (found.rules, belief.rules),
                (found.values, belief.values),
                belief is not found,
                policy.temperature,
                seed,
                start,
                _part(played, start, end),
            )
            for start, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)
        ]
        for job in jobs:
            job.result()
    return played


def _part(played: Played, start: int, end: int) -> Played:
    """Return a view of the games from `start` up to `end`."""
    return Played(
        played.totals[start:end],
        played.losses[start:end],
        played.stakes[start:end],
        played.points[start:end],
    )


@compiled
def _play_games(
    rules: tuple[Scoring, Scoring],
    values: tuple[Floats, Floats],
    differs: bool,
    temperature: float,
    seed: int,
    start: int,
    played: Played,
) -> None:
    boxes = rules[0].points.shape[0]
    worths, beliefs = np.empty((DECISIONS, KEEP_COUNT)), np.empty((DECISIONS, KEEP_COUNT))
    for game in range(len(played.totals)):
        random = seeded(seed, start + game)
        filled, flag, total = 0, 0, 0
        for turn in range(boxes):
            state = filled, flag, total
            turn_worths(rules[0], values[0], state, worths)
            if differs:
                turn_worths(rules[1], values[1], believed(rules[1], state), beliefs)
            roll, box = _play_turn(
                rules,
                values,
                state,
                (worths, beliefs),
                differs,
                temperature,
                random,
                played.losses[game, turn],
                played.stakes[game, turn],
            )
            points = box_points(rules[0], filled, roll, box)
            after = next_total(rules[0], total, box, points)
            played.points[game, box] = int(points)
            played.points[game, boxes] += int(upper_bonus(rules[0], total, after))
            played.points[game, boxes + 1] += int(yahtzee_bonus(rules[0], flag, roll))
            filled, flag, total = filled | (1 << box), next_flag(rules[0], flag, box, points), after
        played.totals[game] = played.points[game].sum()


@compiled
def turn_worths(
    rules: Scoring, values: Floats, state: tuple[int, int, int], worths: Floats
) -> None:
    """Write the values of keeps with 1 and 2 rolls left into `worths[1]` and `worths[2]`.

    `worths` is (3, 462). `worths[0]` gets the value of scoring each roll, from FIRST_ROLL on.
    """
    filled, flag, total = state
    boxes = np.empty(ROLL_COUNT, dtype=np.int64)
    score_rolls(rules, values, filled, flag, total, worths[0], boxes)
    worths[1] = worths[0]
    expect(worths[1])
    worths[2] = worths[1]
    maximise(worths[2])
    expect(worths[2])


@compiled
def believed(rules: Scoring, state: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return the corresponding state under other rules."""
    filled, flag, total = state
    return filled, flag if rules.yahtzee >= 0 else 0, min(total, rules.threshold)


@compiled
def _play_turn(
    rules: tuple[Scoring, Scoring],
    values: tuple[Floats, Floats],
    state: tuple[int, int, int],
    worths: tuple[Floats, Floats],
    differs: bool,
    temperature: float,
    random: State,
    losses: Floats,
    stakes: Floats,
) -> tuple[int, int]:
    """Play one turn; return the scored roll and the box."""
    boxes = rules[0].points.shape[0]
    codes = np.empty(MAX_OPTIONS, dtype=np.int64)
    true, felt = np.empty(MAX_OPTIONS), np.empty(MAX_OPTIONS)
    keep, code = 0, 0
    for decision in range(DECISIONS):
        while keep < FIRST_ROLL:
            keep = CHILDREN[keep, die(random)]
        left = DECISIONS - 1 - decision
        roll = keep - FIRST_ROLL
        count = list_options(rules[0], values[0], state, roll, worths[0][left], left, codes, true)
        if not differs:
            felt[:count] = true[:count]
        else:
            other = believed(rules[1], state)
            list_options(rules[1], values[1], other, roll, worths[1][left], left, codes, felt)
        chosen = choose(felt[:count], temperature, random)
        losses[decision] = true[:count].max() - true[chosen]
        stakes[decision] = true[:count].max() - true[:count].min()
        code = codes[chosen]
        if code < boxes:
            return roll, code
        keep = code - boxes
    return keep - FIRST_ROLL, code


@compiled
def list_options(
    rules: Scoring,
    values: Floats,
    state: tuple[int, int, int],
    roll: int,
    worth: Floats,
    left: int,
    codes: Ints,
    found: Floats,
) -> int:
    """Write the options of a decision and their values; return the number of options.

    A code below the number of boxes is the box to score. Other codes, minus that number, are keeps.
    worth: (KEEPS,), the values of keeps with `left` rolls left.
    """
    filled, flag, total = state
    boxes = rules.points.shape[0]
    choices = allowed(rules, filled, roll)
    count = 0
    for box in range(boxes):
        if (choices >> box) & 1:
            codes[count] = box
            found[count] = score(rules, values, filled, flag, total, roll, box)
            count += 1
    if left > 0:
        for place in range(KEEP_STARTS[roll + 1] - 1, KEEP_STARTS[roll] - 1, -1):
            codes[count] = boxes + ROLL_KEEPS[place]
            found[count] = worth[ROLL_KEEPS[place]]
            count += 1
    return count


@compiled
def choose(worths: Floats, temperature: float, random: State) -> int:
    """Return the index of the chosen option: the first best one at temperature 0, else random.

    The probability of an option is proportional to exp(worth / temperature).
    """
    best = worths.max()
    if temperature <= 0.0:
        return int(np.argmax(worths >= best - 1e-10))
    weights = np.exp((worths - best) / temperature)
    point = uniform(random) * weights.sum()
    for place in range(len(weights)):
        point -= weights[place]
        if point < 0.0:
            return place
    return len(weights) - 1
