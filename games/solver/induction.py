"""Backward induction: what the start of a turn is worth, from the last turn to the first.

For a set of filled boxes the whole turn is solved at once for all upper totals:

1. what each of the 252 rolls is worth when one must score, the best over the allowed boxes;
2. what each keep is worth before the last roll, the mean of its children (`lattice`);
3. what each roll is worth before the last roll, the best keep within it; then 2 and 3 again.

The second moment of the points to come goes along with the choices that maximise their mean:
E[(g + X)^2] = g^2 + 2 g E[X] + E[X^2]. Of equal choices (to 1e-10) the first is taken: score before
keep all dice before keep fewer; boxes in card order. So a standard deviation is defined too.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from games.rules.dice import DICE_COUNT, FACES
from games.solver.compiled import compiled
from games.solver.lattice import (
    CHILDREN,
    EQUAL,
    FIRST_ROLL,
    KEEP_COUNT,
    PARENTS,
    REROLLS,
    ROLL_COUNT,
    Floats,
    Ints,
)
from games.solver.scoring import Scoring, beyond_reach, shape, upper_limits
from games.solver.turns import allowed, box_points, next_flag, yahtzee_bonus

CHUNK = 32

Progress = Callable[[float], None]
"""Called with the part that is done, 0 to 1."""


@compiled
def _score_rolls(
    rules: Scoring,
    filled: int,
    flag: int,
    first: int,
    values: Floats,
    squares: Floats,
    worth: Floats,
    square: Floats,
) -> None:
    """Write what each roll is worth when it must be scored into the last 252 rows."""
    width = worth.shape[1]
    threshold = rules.threshold
    worth[FIRST_ROLL:] = -np.inf
    for box in range(rules.points.shape[0]):
        if (filled >> box) & 1:
            continue
        after = filled | (1 << box)
        for roll in range(ROLL_COUNT):
            row = FIRST_ROLL + roll
            points, bonus = rules.points[box, roll], 0.0
            if rules.alike[roll] >= 0:
                if not (allowed(rules, filled, roll) >> box) & 1:
                    continue
                points = box_points(rules, filled, roll, box)
                bonus = yahtzee_bonus(rules, flag, roll)
            then = next_flag(rules, flag, box, points)
            start = first + (int(points) if box < rules.upper else 0)
            # Totals from `below` on reach the threshold, and from there go no further.
            below = min(max(threshold - start, 0), width) if start > first else width
            gain = points + bonus
            for place in range(below):
                mean = values[after, then, start + place]
                moment = gain * gain + 2.0 * gain * mean + squares[after, then, start + place]
                mine, other = worth[row, place], gain + mean
                square[row, place] = moment if other > mine + EQUAL else square[row, place]
                worth[row, place] = other if other > mine else mine
            for place in range(below, width):
                won = gain + (rules.upper_bonus if first + place < threshold else 0.0)
                mean = values[after, then, threshold]
                moment = won * won + 2.0 * won * mean + squares[after, then, threshold]
                mine, other = worth[row, place], won + mean
                square[row, place] = moment if other > mine + EQUAL else square[row, place]
                worth[row, place] = other if other > mine else mine


@compiled
def _expect(worth: Floats) -> None:
    """`lattice.expect` for all upper totals: `worth` is (462, totals). Unrolled for speed."""
    for keep in range(FIRST_ROLL - 1, -1, -1):
        one, two, three = CHILDREN[keep, 0], CHILDREN[keep, 1], CHILDREN[keep, 2]
        four, five, six = CHILDREN[keep, 3], CHILDREN[keep, 4], CHILDREN[keep, 5]
        for place in range(worth.shape[1]):
            low = worth[one, place] + worth[two, place] + worth[three, place]
            high = worth[four, place] + worth[five, place] + worth[six, place]
            worth[keep, place] = (low + high) * (1 / FACES)


@compiled
def _maximise(worth: Floats, square: Floats) -> None:
    """`lattice.maximise` for all upper totals, the second moments going along."""
    for keep in range(1, KEEP_COUNT):
        for edge in range(DICE_COUNT):
            parent = PARENTS[keep, edge]
            if parent < 0:
                break
            for place in range(worth.shape[1]):
                mine, other = worth[keep, place], worth[parent, place]
                moment = square[parent, place] if other > mine + EQUAL else square[keep, place]
                square[keep, place] = moment
                worth[keep, place] = other if other > mine else mine


@compiled
def _solve_sets(
    rules: Scoring, sets: Ints, firsts: Ints, lasts: Ints, values: Floats, squares: Floats
) -> None:
    """Solve the turns of some sets of filled boxes, whose successors are solved, in place."""
    upper = (1 << rules.upper) - 1
    for filled in sets:
        first, last = firsts[filled & upper], lasts[filled & upper]
        worth = np.empty((KEEP_COUNT, last + 1 - first))
        square = np.empty((KEEP_COUNT, last + 1 - first))
        flags = 2 if rules.yahtzee >= 0 and (filled >> rules.yahtzee) & 1 else 1
        for flag in range(flags):
            _score_rolls(rules, filled, flag, first, values, squares, worth, square)
            for _ in range(REROLLS):
                _expect(worth)
                _expect(square)
                _maximise(worth, square)
            _expect(worth)
            _expect(square)
            values[filled, flag, first : last + 1] = worth[0]
            squares[filled, flag, first : last + 1] = square[0]
            values[filled, flag, :first] = worth[0, 0]
            squares[filled, flag, :first] = square[0, 0]


def solve(
    rules: Scoring, progress: Progress | None = None, threads: int | None = None
) -> tuple[Floats, Floats]:
    """Return the expected points still to come, and the expectation of their square.

    Both are (sets of filled boxes, flags, upper totals), for the start of a turn, under play that
    maximises the expected points. NaN where the upper total is more than its boxes can hold, or the
    Yahtzee box is scored and open. Smaller totals that no dice give have the value they would have.
    """
    size = shape(rules)
    values = np.zeros((size.filled, size.flags, size.totals))
    squares = np.zeros_like(values)
    firsts, lasts = upper_limits(rules)
    count = np.array([filled.bit_count() for filled in range(size.filled)])
    done = 0
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for layer in range(len(rules.points) - 1, -1, -1):
            sets = np.flatnonzero(count == layer)
            parts = np.array_split(sets, -(-len(sets) // CHUNK))
            jobs = [
                pool.submit(_solve_sets, rules, part, firsts, lasts, values, squares)
                for part in parts
            ]
            for job, part in zip(jobs, parts, strict=True):
                job.result()
                done += len(part)
                if progress:
                    progress(done / (size.filled - 1))
    impossible = beyond_reach(rules)
    values[impossible] = squares[impossible] = np.nan
    return values, squares
