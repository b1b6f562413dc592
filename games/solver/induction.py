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

from games.solver.compiled import compiled
from games.solver.lattice import CHILDREN, FIRST_ROLL, KEEP_COUNT, PARENTS, ROLL_COUNT, Floats, Ints
from games.solver.scoring import Scoring, reachable, shape, upper_limits
from games.solver.turns import allowed, box_points, next_flag, yahtzee_bonus

EQUAL = 1e-10
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
    for roll in range(ROLL_COUNT):
        best, best_square = worth[FIRST_ROLL + roll], square[FIRST_ROLL + roll]
        best[:] = -np.inf
        choices = allowed(rules, filled, roll)
        bonus = yahtzee_bonus(rules, flag, roll)
        for box in range(rules.points.shape[0]):
            if not (choices >> box) & 1:
                continue
            points = box_points(rules, filled, roll, box)
            after = filled | (1 << box), next_flag(rules, flag, box, points)
            value, moment = values[after], squares[after]
            step = int(points) if box < rules.upper else 0
            gain = points + bonus
            below = min(max(threshold - step - first, 0), width) if step else width
            _take_better(
                best[:below],
                best_square[:below],
                gain,
                value[first + step :],
                moment[first + step :],
            )
            for place in range(below, width):
                reward = gain + (rules.upper_bonus if first + place < threshold else 0.0)
                end = slice(threshold, threshold + 1)
                here = slice(place, place + 1)
                _take_better(best[here], best_square[here], reward, value[end], moment[end])


@compiled
def _take_better(
    best: Floats, best_square: Floats, gain: float, value: Floats, moment: Floats
) -> None:
    """Let a choice that gains `gain` and leads to `value` replace what is worse, in place."""
    for place in range(len(best)):
        worth = gain + value[place]
        square = gain * gain + 2.0 * gain * value[place] + moment[place]
        best_square[place] = square if worth > best[place] + EQUAL else best_square[place]
        best[place] = max(worth, best[place])


@compiled
def _expect(worth: Floats) -> None:
    """`lattice.expect` for all upper totals: `worth` is (462, totals)."""
    for keep in range(FIRST_ROLL - 1, -1, -1):
        mean = worth[keep]
        one, two, three = (
            worth[CHILDREN[keep, 0]],
            worth[CHILDREN[keep, 1]],
            worth[CHILDREN[keep, 2]],
        )
        four, five, six = (
            worth[CHILDREN[keep, 3]],
            worth[CHILDREN[keep, 4]],
            worth[CHILDREN[keep, 5]],
        )
        for place in range(len(mean)):
            low = one[place] + two[place] + three[place]
            mean[place] = (low + four[place] + five[place] + six[place]) * (1 / 6)


@compiled
def _maximise(worth: Floats, square: Floats) -> None:
    """`lattice.maximise` for all upper totals, the second moments going along."""
    for keep in range(1, KEEP_COUNT):
        for place in range(5):
            parent = PARENTS[keep, place]
            if parent < 0:
                break
            _take_better(worth[keep], square[keep], 0.0, worth[parent], square[parent])


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
            for _ in range(2):
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
    maximises the expected points; NaN for states that cannot occur.
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
    impossible = ~reachable(rules)
    values[impossible] = squares[impossible] = np.nan
    return values, squares
