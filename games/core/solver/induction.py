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
from threading import local
from typing import NamedTuple

import numpy as np

from games.core.solver.compiled import compiled
from games.core.solver.keep_lanes import (
    combine_levels,
    expect,
    expect_rolls,
    maximise_moments,
    score_moments,
)
from games.core.solver.lattice import (
    EQUAL,
    FIRST_ROLL,
    KEEP_COUNT,
    ROLL_COUNT,
    Floats,
    Ints,
)
from games.core.solver.scoring import Scoring, beyond_reach, shape, upper_limits
from games.core.solver.turns import allowed, box_points, in_order, next_flag, yahtzee_bonus
from games.core.solver.vectors import LANES, add, full, load, multiply, store, where_greater

CHUNK = 32

Progress = Callable[[float], None]
"""Called with the fraction done, 0 to 1."""


class _Levels(NamedTuple):
    """The different points of each box, and the combinations of them that the rolls give."""

    points: Floats
    """(boxes, most levels)"""
    counts: Ints
    """(boxes,): the number of levels of each box."""
    combinations: Ints
    of_roll: Ints
    """See `lanes.combine_levels`."""
    is_served: bool
    """Whether some rolls score more if they are the first of their turn."""
    bonuses: Floats
    """(most points + 1, totals + LANES): the upper bonus that points earn at an upper total."""


class _Workspace(NamedTuple):
    """Arrays that each thread overwrites: means and second moments, see `lanes`."""

    rows: Floats
    row_squares: Floats
    combined: Floats
    combined_squares: Floats
    means: Floats
    squares: Floats


def _levels(rules: Scoring) -> _Levels:
    found = [np.unique(row, return_inverse=True) for row in rules.points]
    width = max(len(points) for points, _ in found)
    combinations, of_roll = combine_levels(np.stack([level for _, level in found], axis=1), width)
    points = np.zeros((len(found), width))
    for box, (values, _) in enumerate(found):
        points[box, : len(values)] = values
    counts = np.array([len(values) for values, _ in found])
    totals = np.arange(rules.threshold + 1 + LANES)
    reached = totals + np.arange(int(points[: rules.upper].max(initial=0)) + 1)[:, np.newaxis]
    earned = (totals < rules.threshold) & (reached >= rules.threshold)
    return _Levels(
        points,
        counts,
        combinations,
        of_roll,
        bool(rules.served.any()),
        rules.upper_bonus * earned.astype(np.float64),
    )


def _workspace(levels: _Levels) -> _Workspace:
    sizes = (levels.points.size, len(levels.combinations), KEEP_COUNT)
    arrays = [np.zeros((size, LANES)) for size in sizes for _ in range(2)]
    return _Workspace(*arrays)


@compiled
def _score_box(
    rules: Scoring,
    levels: _Levels,
    filled: int,
    flag: int,
    begin: int,
    box: int,
    points: float,
    bonus: float,
    values: Floats,
    squares: Floats,
    row: int,
    row_means: Floats,
    row_squares: Floats,
) -> None:
    """Write mean and second moment of scoring points in a box into a row, from total `begin` on."""
    after, then = filled | (1 << box), next_flag(rules, flag, box, points)
    gain, first = full(points + bonus), begin
    if box < rules.upper:
        first += int(points)
        gain = add(gain, load(levels.bonuses, int(points), begin))
    mean, square = load(values[after], then, first), load(squares[after], then, first)
    store(row_means, row, 0, add(gain, mean))
    twice = multiply(full(2.0), multiply(gain, mean))
    store(row_squares, row, 0, add(add(multiply(gain, gain), twice), square))


@compiled
def _score_aside(
    rules: Scoring,
    levels: _Levels,
    filled: int,
    flag: int,
    begin: int,
    box: int,
    points: float,
    bonus: float,
    values: Floats,
    squares: Floats,
    space: _Workspace,
) -> None:
    """Score points in one box into the first rows of `combined`, which nobody needs any more."""
    _score_box(
        rules,
        levels,
        filled,
        flag,
        begin,
        box,
        points,
        bonus,
        values,
        squares,
        0,
        space.combined,
        space.combined_squares,
    )


@compiled
def _score_jokers(
    rules: Scoring,
    levels: _Levels,
    filled: int,
    flag: int,
    begin: int,
    values: Floats,
    squares: Floats,
    space: _Workspace,
) -> None:
    """Replace the rolls to which the joker rule applies."""
    equal = full(EQUAL)
    for roll in range(ROLL_COUNT):
        if rules.alike[roll] < 0:
            continue
        best, best_square = full(-np.inf), full(0.0)
        choices, bonus = allowed(rules, filled, roll), yahtzee_bonus(rules, flag, roll)
        for box in range(rules.points.shape[0]):
            if (choices >> box) & 1:
                points = box_points(rules, filled, roll, box)
                _score_aside(
                    rules, levels, filled, flag, begin, box, points, bonus, values, squares, space
                )
                mean, square = load(space.combined, 0, 0), load(space.combined_squares, 0, 0)
                best_square = where_greater(mean, add(best, equal), square, best_square)
                best = where_greater(mean, best, mean, best)
        store(space.means, FIRST_ROLL + roll, 0, best)
        store(space.squares, FIRST_ROLL + roll, 0, best_square)


@compiled
def _serve(
    rules: Scoring,
    levels: _Levels,
    filled: int,
    flag: int,
    begin: int,
    values: Floats,
    squares: Floats,
    space: _Workspace,
) -> None:
    """Score first rolls at once where that is better, or as good."""
    equal = full(EQUAL)
    may_fill = in_order(rules, filled)
    for roll in range(ROLL_COUNT):
        for box in range(rules.points.shape[0]):
            extra = rules.served[box, roll]
            if extra <= 0.0 or not (may_fill >> box) & 1:
                continue
            points = rules.points[box, roll]
            _score_aside(
                rules, levels, filled, flag, begin, box, points, extra, values, squares, space
            )
            mean, square = load(space.combined, 0, 0), load(space.combined_squares, 0, 0)
            best = load(space.means, FIRST_ROLL + roll, 0)
            best_square = load(space.squares, FIRST_ROLL + roll, 0)
            best_square = where_greater(add(mean, equal), best, square, best_square)
            best = where_greater(mean, best, mean, best)
            store(space.means, FIRST_ROLL + roll, 0, best)
            store(space.squares, FIRST_ROLL + roll, 0, best_square)


@compiled
def _solve_lanes(
    rules: Scoring,
    levels: _Levels,
    filled: int,
    flag: int,
    begin: int,
    values: Floats,
    squares: Floats,
    space: _Workspace,
) -> None:
    """Solve the turn for `LANES` upper totals from `begin` on."""
    width = levels.points.shape[1]
    may_fill = in_order(rules, filled)
    for box in range(rules.points.shape[0]):
        if not (may_fill >> box) & 1:
            continue
        for level in range(levels.counts[box]):
            _score_box(
                rules,
                levels,
                filled,
                flag,
                begin,
                box,
                levels.points[box, level],
                0.0,
                values,
                squares,
                width * box + level,
                space.rows,
                space.row_squares,
            )
    score_moments(
        space.rows,
        space.row_squares,
        levels.combinations,
        levels.of_roll,
        space.combined,
        space.combined_squares,
        space.means,
        space.squares,
    )
    if rules.yahtzee >= 0 and (filled >> rules.yahtzee) & 1:
        _score_jokers(rules, levels, filled, flag, begin, values, squares, space)
    for _ in range(rules.rolls - 1):
        expect(space.means)
        expect(space.squares)
        maximise_moments(space.means, space.squares)
    if levels.is_served:
        _serve(rules, levels, filled, flag, begin, values, squares, space)
    expect_rolls(space.means)
    expect_rolls(space.squares)
    store(values[filled], flag, begin, load(space.means, 0, 0))
    store(squares[filled], flag, begin, load(space.squares, 0, 0))


@compiled
def _solve_sets(
    rules: Scoring,
    levels: _Levels,
    sets: Ints,
    firsts: Ints,
    lasts: Ints,
    values: Floats,
    squares: Floats,
    space: _Workspace,
) -> None:
    """Solve these sets of filled boxes, in place. Their successors must be solved already."""
    upper = (1 << rules.upper) - 1
    for filled in sets:
        first, last = firsts[filled & upper], lasts[filled & upper]
        space.rows[:] = -np.inf
        flags = 2 if rules.yahtzee >= 0 and (filled >> rules.yahtzee) & 1 else 1
        for flag in range(flags):
            for begin in range(first, last + 1, LANES):
                _solve_lanes(rules, levels, filled, flag, begin, values, squares, space)
            for moments in (values[filled, flag], squares[filled, flag]):
                moments[:first] = moments[first]
                # Totals are cut at the threshold.
                moments[rules.threshold + 1 :] = moments[rules.threshold]


def solve(
    rules: Scoring, progress: Progress | None = None, threads: int | None = None
) -> tuple[Floats, Floats]:
    """Return the expected points still to come, and the expectation of their square.

    Both are (sets of filled boxes, flags, upper totals), at the start of a turn, under play that
    maximises the expected points. NaN where the upper total is more than the boxes can hold, or the
    Yahtzee box is both scored and open. Totals that no dice can give are solved like the others.
    """
    size = shape(rules)
    levels, spaces = _levels(rules), local()
    # Vectors, and points in an upper box, reach beyond the last total.
    beyond = LANES + len(levels.bonuses)
    padded = np.zeros((2, size.filled, size.flags, size.totals + beyond))
    values, squares = padded
    firsts, lasts = upper_limits(rules)
    count = np.array([filled.bit_count() for filled in range(size.filled)])
    done = 0

    def run(part: Ints) -> None:
        if not hasattr(spaces, "own"):
            spaces.own = _workspace(levels)
        _solve_sets(rules, levels, part, firsts, lasts, values, squares, spaces.own)

    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for layer in range(len(rules.points) - 1, -1, -1):
            sets = np.flatnonzero(count == layer)
            parts = np.array_split(sets, -(-len(sets) // CHUNK))
            jobs = [pool.submit(run, part) for part in parts]
            for job, part in zip(jobs, parts, strict=True):
                job.result()
                done += len(part)
                if progress:
                    progress(done / (size.filled - 1))
    values, squares = np.ascontiguousarray(padded[..., : size.totals])
    impossible = beyond_reach(rules)
    values[impossible] = squares[impossible] = np.nan
    return values, squares
