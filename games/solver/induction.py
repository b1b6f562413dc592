"""Backward induction: the value of the start of each turn, from the last turn to the first.

For each set of filled boxes the whole turn is solved for all upper totals at once:

1. the value of each of the 252 rolls when the player must score: the best allowed box;
2. the value of each keep before the last roll: the mean of its children (`lattice`);
3. the value of each roll before the last roll: the best keep within it; then 2 and 3 again.

The second moment of the points to come follows the choices that maximise their mean:
E[(g + X)^2] = g^2 + 2 g E[X] + E[X^2]. Of equal choices (to 1e-10) the first is taken: scoring,
then keeping more dice; boxes in card order. That makes the standard deviation well defined.
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
"""Called with the fraction done, 0 to 1."""


@compiled
def _score_rolls(
    rules: Scoring,
    filled: int,
    flag: int,
    first: int,
    values: Floats,
    squares: Floats,
    keep_means: Floats,
    keep_squares: Floats,
) -> None:
    """Write mean and second moment of each roll that must be scored into the last 252 rows."""
    width = keep_means.shape[1]
    threshold = rules.threshold
    keep_means[FIRST_ROLL:] = -np.inf
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
            # Totals from `below` on reach the threshold and are cut there.
            below = min(max(threshold - start, 0), width) if start > first else width
            gain = points + bonus
            for place in range(below):
                mean = values[after, then, start + place]
                moment = gain * gain + 2.0 * gain * mean + squares[after, then, start + place]
                best, value = keep_means[row, place], gain + mean
                better = value > best + EQUAL
                keep_squares[row, place] = moment if better else keep_squares[row, place]
                keep_means[row, place] = value if value > best else best
            for place in range(below, width):
                total = gain + (rules.upper_bonus if first + place < threshold else 0.0)
                mean = values[after, then, threshold]
                moment = total * total + 2.0 * total * mean + squares[after, then, threshold]
                best, value = keep_means[row, place], total + mean
                better = value > best + EQUAL
                keep_squares[row, place] = moment if better else keep_squares[row, place]
                keep_means[row, place] = value if value > best else best


@compiled
def _expect(keep_means: Floats) -> None:
    """Do `lattice.expect` for all upper totals: `keep_means` is (462, totals). Unrolled."""
    for keep in range(FIRST_ROLL - 1, -1, -1):
        one, two, three = CHILDREN[keep, 0], CHILDREN[keep, 1], CHILDREN[keep, 2]
        four, five, six = CHILDREN[keep, 3], CHILDREN[keep, 4], CHILDREN[keep, 5]
        for place in range(keep_means.shape[1]):
            low = keep_means[one, place] + keep_means[two, place] + keep_means[three, place]
            high = keep_means[four, place] + keep_means[five, place] + keep_means[six, place]
            keep_means[keep, place] = (low + high) * (1 / FACES)


@compiled
def _maximise(keep_means: Floats, keep_squares: Floats) -> None:
    """Do `lattice.maximise` for all upper totals; the second moments follow the means."""
    for keep in range(1, KEEP_COUNT):
        for edge in range(DICE_COUNT):
            parent = PARENTS[keep, edge]
            if parent < 0:
                break
            for place in range(keep_means.shape[1]):
                best, other = keep_means[keep, place], keep_means[parent, place]
                square, other_square = keep_squares[keep, place], keep_squares[parent, place]
                keep_squares[keep, place] = other_square if other > best + EQUAL else square
                keep_means[keep, place] = other if other > best else best


@compiled
def _solve_sets(
    rules: Scoring, sets: Ints, firsts: Ints, lasts: Ints, values: Floats, squares: Floats
) -> None:
    """Solve these sets of filled boxes, in place. Their successors must be solved already."""
    upper = (1 << rules.upper) - 1
    for filled in sets:
        first, last = firsts[filled & upper], lasts[filled & upper]
        keep_means = np.empty((KEEP_COUNT, last + 1 - first))
        keep_squares = np.empty((KEEP_COUNT, last + 1 - first))
        flags = 2 if rules.yahtzee >= 0 and (filled >> rules.yahtzee) & 1 else 1
        for flag in range(flags):
            _score_rolls(rules, filled, flag, first, values, squares, keep_means, keep_squares)
            for _ in range(REROLLS):
                _expect(keep_means)
                _expect(keep_squares)
                _maximise(keep_means, keep_squares)
            _expect(keep_means)
            _expect(keep_squares)
            values[filled, flag, first : last + 1] = keep_means[0]
            squares[filled, flag, first : last + 1] = keep_squares[0]
            values[filled, flag, :first] = keep_means[0, 0]
            squares[filled, flag, :first] = keep_squares[0, 0]


def solve(
    rules: Scoring, progress: Progress | None = None, threads: int | None = None
) -> tuple[Floats, Floats]:
    """Return the expected points still to come, and the expectation of their square.

    Both are (sets of filled boxes, flags, upper totals), at the start of a turn, under play that
    maximises the expected points. NaN where the upper total is more than the boxes can hold, or the
    Yahtzee box is both scored and open. Totals that no dice can give are solved like the others.
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
