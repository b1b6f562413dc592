"""The lattice of keeps for sixteen turns at once: each row holds a keep's value in each *lane*.

Arrays are (462, LANES) unless stated otherwise.
"""

import numpy as np

from games.core.rules.scoring import FACES
from games.core.solver.compiled import compiled
from games.core.solver.lattice import (
    CHILDREN,
    EQUAL,
    FIRST_ROLL,
    KEEP_COUNT,
    PARENTS,
    ROLL_COUNT,
    ROLL_PROBABILITY,
    Floats,
    Ints,
)
from games.core.solver.vectors import LANES, add, full, load, multiply, store, where_greater

PARENT_COUNT: Ints = (PARENTS >= 0).sum(axis=1)


def combine_levels(levels: Ints, width: int) -> tuple[Ints, Ints]:
    """Group neighbouring boxes whose points in a roll have few combinations.

    `levels` (252, boxes) numbers the points of each roll in each box. Returns the combinations,
    (count, boxes of a group), and the one of each roll in each group, (252, groups), for `score`.
    A combination lists rows `width` box + level; shorter ones repeat their last row.
    """
    rows = levels + width * np.arange(levels.shape[1])
    groups = _cheapest_groups(rows)
    longest = max(end - begin for begin, end in groups)
    found: list[Ints] = []
    of_roll = np.empty((ROLL_COUNT, len(groups)), np.int64)
    for place, (begin, end) in enumerate(groups):
        unique, inverse = np.unique(rows[:, begin:end], axis=0, return_inverse=True)
        of_roll[:, place] = inverse.reshape(-1) + sum(map(len, found))
        found.append(np.pad(unique, ((0, 0), (0, longest - (end - begin))), "edge"))
    return np.concatenate(found), of_roll


def _cheapest_groups(rows: Ints) -> list[tuple[int, int]]:
    """Return the groups, (first box, last box + 1), for which `score` reads the fewest rows."""
    best: list[tuple[int, list[tuple[int, int]]]] = [(0, [])]
    for end in range(1, rows.shape[1] + 1):
        choices = []
        for begin in range(end):
            combinations = len(np.unique(rows[:, begin:end], axis=0))
            cost = best[begin][0] + ROLL_COUNT + combinations * (end - begin)
            choices.append((cost, [*best[begin][1], (begin, end)]))
        best.append(min(choices))
    return best[-1][1]


@compiled
def score(
    rows: Floats, combinations: Ints, of_roll: Ints, combined: Floats, keep_values: Floats
) -> None:
    """Write the value of each roll that must be scored into the last 252 rows.

    `rows` (boxes times width, LANES) has the value of scoring each level of points in each box;
    `combinations` and `of_roll` are from `combine_levels`; `combined` is overwritten.
    """
    for combination in range(combinations.shape[0]):
        best = load(rows, combinations[combination, 0], 0)
        for place in range(1, combinations.shape[1]):
            other = load(rows, combinations[combination, place], 0)
            best = where_greater(other, best, other, best)
        store(combined, combination, 0, best)
    for roll in range(ROLL_COUNT):
        best = load(combined, of_roll[roll, 0], 0)
        for group in range(1, of_roll.shape[1]):
            other = load(combined, of_roll[roll, group], 0)
            best = where_greater(other, best, other, best)
        store(keep_values, FIRST_ROLL + roll, 0, best)


@compiled
def expect(keep_values: Floats) -> None:
    """Do `lattice.expect` in all lanes."""
    share = full(1 / FACES)
    for keep in range(FIRST_ROLL - 1, -1, -1):
        low = add(load(keep_values, CHILDREN[keep, 0], 0), load(keep_values, CHILDREN[keep, 1], 0))
        mid = add(load(keep_values, CHILDREN[keep, 2], 0), load(keep_values, CHILDREN[keep, 3], 0))
        high = add(load(keep_values, CHILDREN[keep, 4], 0), load(keep_values, CHILDREN[keep, 5], 0))
        store(keep_values, keep, 0, multiply(add(add(low, mid), high), share))


@compiled
def expect_rolls(keep_values: Floats) -> None:
    """Write the mean over the 252 rolls, the value before the first roll, into the first row."""
    mean = full(0.0)
    for roll in range(ROLL_COUNT):
        value = load(keep_values, FIRST_ROLL + roll, 0)
        mean = add(mean, multiply(value, full(ROLL_PROBABILITY[roll])))
    store(keep_values, 0, 0, mean)


@compiled
def maximise(keep_values: Floats, best: Floats) -> None:
    """Do `lattice.maximise` in all lanes, into `best`, which may be the same array."""
    store(best, 0, 0, load(keep_values, 0, 0))
    for keep in range(1, KEEP_COUNT):
        found = load(keep_values, keep, 0)
        for place in range(PARENT_COUNT[keep]):
            parent = load(best, PARENTS[keep, place], 0)
            found = where_greater(parent, found, parent, found)
        store(best, keep, 0, found)


@compiled
def maximise_moments(keep_means: Floats, keep_squares: Floats) -> None:
    """Do `lattice.maximise` in all lanes; the second moments follow the means."""
    equal = full(EQUAL)
    for keep in range(1, KEEP_COUNT):
        mean, square = load(keep_means, keep, 0), load(keep_squares, keep, 0)
        for place in range(PARENT_COUNT[keep]):
            other = load(keep_means, PARENTS[keep, place], 0)
            other_square = load(keep_squares, PARENTS[keep, place], 0)
            square = where_greater(other, add(mean, equal), other_square, square)
            mean = where_greater(other, mean, other, mean)
        store(keep_means, keep, 0, mean)
        store(keep_squares, keep, 0, square)


@compiled
def score_moments(
    means: Floats,
    squares: Floats,
    combinations: Ints,
    of_roll: Ints,
    combined: Floats,
    combined_squares: Floats,
    keep_means: Floats,
    keep_squares: Floats,
) -> None:
    """Do `score`; the second moments follow the means. Of equal boxes the first is taken."""
    equal = full(EQUAL)
    for combination in range(combinations.shape[0]):
        row = combinations[combination, 0]
        mean, square = load(means, row, 0), load(squares, row, 0)
        for place in range(1, combinations.shape[1]):
            row = combinations[combination, place]
            other, other_square = load(means, row, 0), load(squares, row, 0)
            square = where_greater(other, add(mean, equal), other_square, square)
            mean = where_greater(other, mean, other, mean)
        store(combined, combination, 0, mean)
        store(combined_squares, combination, 0, square)
    for roll in range(ROLL_COUNT):
        row = of_roll[roll, 0]
        mean, square = load(combined, row, 0), load(combined_squares, row, 0)
        for group in range(1, of_roll.shape[1]):
            row = of_roll[roll, group]
            other, other_square = load(combined, row, 0), load(combined_squares, row, 0)
            square = where_greater(other, add(mean, equal), other_square, square)
            mean = where_greater(other, mean, other, mean)
        store(keep_means, FIRST_ROLL + roll, 0, mean)
        store(keep_squares, FIRST_ROLL + roll, 0, square)


__all__ = [
    "LANES",
    "combine_levels",
    "expect",
    "expect_rolls",
    "maximise",
    "maximise_moments",
    "score",
    "score_moments",
]
