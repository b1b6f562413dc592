"""The distribution of the points still to come while many boxes are open.

The solver's tables have the exact mean and standard deviation of every state. A shape adds the
form: the standardised distribution is cut into slices with the probabilities `SLICES`, and the
edges are stored. Within a slice the distribution is uniform.

Shapes are computed by backward induction, one layer of cards with equally many filled boxes after
the other, from distributions in cells of `CELL` points. At most two layers are in memory.
"""

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from games.core.solver.compiled import compiled
from games.core.solver.induction import Progress
from games.core.solver.lattice import Floats, Ints
from games.core.solver.scoring import Scoring, reachable, shape, upper_limits
from games.core.winning.policy import NOT_ROLLED, WIDTH, follow, turn_outcomes
from games.core.winning.support import EXACT_BOXES

Edges = npt.NDArray[np.int16]
Cells = npt.NDArray[np.float32]

CELL = 4
MAX_CELLS = 192
"""The probability of more points than these cells hold is about 1 in 100,000."""
CHUNK = 32
STEP = 1 / 1024
"""Stored edges are multiples of this many standard deviations."""
FORMAT = 1
"""Increase it when the meaning of the numbers in a file changes."""

_LEFT = (0.0005, 0.0025, 0.007, 0.02, 0.03)
# Finer on the right, where bonus Yahtzees make a long tail.
_RIGHT = (0.03, 0.025, 0.015, 0.008, 0.004, 0.002, 0.0008, 0.0002)
_MIDDLE = 14
_SIDES = sum(_LEFT) + sum(_RIGHT)
SLICES: Floats = np.array((*_LEFT, *((1 - _SIDES) / _MIDDLE,) * _MIDDLE, *_RIGHT))
"""Probability of each slice, from the fewest points to the most."""
SLICE_COUNT = len(SLICES)
EDGE_COUNT = SLICE_COUNT + 1


class Shapes(NamedTuple):
    """The shapes of all states with at least `EXACT_BOXES` open boxes."""

    floors: Ints
    """(sets of upper boxes,): lower totals count as this one, since the bonus is out of reach."""
    starts: Ints
    """(sets of filled boxes, flags): the row of the lowest total."""
    edges: Edges
    """(rows, EDGE_COUNT): a row for each upper total from the floor on."""


def _floors_and_lasts(rules: Scoring) -> tuple[Ints, Ints]:
    """Return the lowest and highest distinct upper total for each set of upper boxes.

    Both can occur. No total up to the floor can earn the bonus, unless the floor is 0.
    """
    firsts, lasts = upper_limits(rules)
    possible = reachable(rules)
    floors = np.array(
        [
            int(np.flatnonzero(possible[upper, 0, : first + 1])[-1])
            for upper, first in enumerate(firsts)
        ],
        dtype=np.int64,
    )
    return floors, np.asarray(lasts)


def _number_rows(rules: Scoring, sets: Ints, floors: Ints, lasts: Ints, starts: Ints) -> int:
    """Number the states of a layer from 0, in `starts`; return their number."""
    upper = sets & (1 << rules.upper) - 1
    flags = starts.shape[1]
    sizes = np.repeat(lasts[upper] - floors[upper] + 1, flags)
    ends = np.cumsum(sizes)
    starts[sets] = (ends - sizes).reshape(len(sets), flags)
    return int(ends[-1])


@compiled
def write_shape(
    shapes: Shapes, upper: int, filled: int, flag: int, total: int, marks: Floats
) -> None:
    """Write the standardised edges of a state with at least `EXACT_BOXES` open boxes."""
    floor = shapes.floors[filled & ((1 << upper) - 1)]
    row = shapes.edges[shapes.starts[filled, flag] + max(total - floor, 0)]
    for place in range(EDGE_COUNT):
        marks[place] = row[place] * STEP


@compiled
def add_evenly(chances: Floats, slopes: Floats, chance: float, left: float, right: float) -> None:
    """Add a probability, uniform from `left` to `right`, to whole numbers of points.

    Points that are covered completely go into `slopes`, as the difference from point to point.
    """
    last = len(chances) - 1
    left, right = min(max(left, 0.0), last - 0.6), min(max(right, 0.0), last - 0.6)
    first, final = int(left + 0.5), int(right + 0.5)
    if right - left < 1e-6:
        low = int(left)
        chances[low] += chance * (1 - (left - low))
        chances[low + 1] += chance * (left - low)
    elif first == final:
        chances[first] += chance
    else:
        height = chance / (right - left)
        chances[first] += height * (first + 0.5 - left)
        chances[final] += height * (right - final + 0.5)
        slopes[first + 1] += height
        slopes[final] -= height


@compiled
def add_shape(
    chances: Floats, slopes: Floats, chance: float, mean: float, sd: float, marks: Floats
) -> None:
    """Add a distribution, times `chance`, to whole numbers of points, as `add_evenly` does."""
    left = mean + sd * marks[0]
    for place in range(SLICE_COUNT):
        right = mean + sd * marks[place + 1]
        add_evenly(chances, slopes, chance * SLICES[place], left, right)
        left = right


@compiled
def settle(chances: Floats, slopes: Floats) -> None:
    """Add the cumulated `slopes` to the chances, in place."""
    height = 0.0
    for points in range(len(chances)):
        height += slopes[points]
        chances[points] += height


@compiled
def mix_shapes(
    rules: Scoring,
    values: Floats,
    squares: Floats,
    shapes: Shapes,
    filled: int,
    flag: int,
    total: int,
    turn: Floats,
    mixed: Floats,
) -> None:
    """Mix the distributions after the outcomes of a turn, by their probabilities in `turn`.

    `mixed` gets the chances of 0, 1, ... points to come.
    """
    mixed[:] = 0.0
    slopes = np.zeros(len(mixed))
    marks = np.empty(EDGE_COUNT)
    for outcome in range(len(turn)):
        if turn[outcome] > 0:
            after, mine, sum_, gain = follow(rules, filled, flag, total, outcome)
            mean = values[after, mine, sum_]
            sd = np.sqrt(max(squares[after, mine, sum_] - mean * mean, 0.0))
            write_shape(shapes, rules.upper, after, mine, sum_, marks)
            add_shape(mixed, slopes, turn[outcome], gain + mean, sd, marks)
    settle(mixed, slopes)


@compiled
def cut(chances: Floats, marks: Floats) -> None:
    """Cut a distribution over 0, 1, ... into slices: write their edges, standardised.

    The outermost edges are placed so that their slices have the right mean.
    """
    means = np.empty(SLICE_COUNT)
    points, left = 0, chances[0]
    last = len(chances) - 1
    for place in range(SLICE_COUNT):
        missing, moment = SLICES[place], 0.0
        while missing > 0:
            while left <= 0 and points < last:
                points += 1
                left = chances[points]
            part = missing if points == last else min(missing, left)
            moment += part * points
            missing -= part
            left -= part
        means[place] = moment / SLICES[place]
        whole = chances[points]
        marks[place + 1] = points + (0.5 - left / whole if whole > 0 else 0.0)
    marks[0] = min(2 * means[0] - marks[1], marks[1])
    marks[SLICE_COUNT] = max(2 * means[-1] - marks[SLICE_COUNT - 1], marks[SLICE_COUNT - 1])
    _standardise(marks)


@compiled
def _standardise(marks: Floats) -> None:
    """Give the distribution with these edges the mean 0 and the standard deviation 1, in place."""
    mean = square = 0.0
    for place in range(SLICE_COUNT):
        left, right = marks[place], marks[place + 1]
        mean += SLICES[place] * (left + right) / 2
        square += SLICES[place] * (left * left + left * right + right * right) / 3
    marks -= mean
    variance = square - mean * mean
    if variance > 1e-6:
        marks /= np.sqrt(variance)


@compiled
def _mix_cells(
    rules: Scoring,
    floors: Ints,
    starts: Ints,
    after: Cells,
    filled: int,
    flag: int,
    total: int,
    turn: Floats,
    mixed: Cells,
) -> None:
    """Mix the rows `after` the outcomes of a turn; `mixed` gets the chances of each cell."""
    mixed[:] = 0.0
    count, known = len(mixed), after.shape[1]
    for outcome in range(len(turn)):
        if turn[outcome] <= 0:
            continue
        then, mine, sum_, gain = follow(rules, filled, flag, total, outcome)
        floor = floors[then & ((1 << rules.upper) - 1)]
        row = after[starts[then, mine] + max(sum_ - floor, 0)]
        whole, rest = gain // CELL, gain % CELL
        right = np.float32(turn[outcome] * rest / CELL)
        left = np.float32(turn[outcome]) - right
        size = min(known, count - whole - 1)
        for cell in range(size):
            mixed[whole + cell] += left * row[cell]
        for cell in range(size):
            mixed[whole + cell + 1] += right * row[cell]
        for cell in range(size, known):
            mixed[count - 1] += (left + right) * row[cell]


@compiled
def _solve_sets(
    rules: Scoring,
    values: Floats,
    floors: Ints,
    lasts: Ints,
    starts: Ints,
    after: Cells,
    sets: Ints,
    cells: Cells,
    edges: Edges,
) -> None:
    """Fill the rows of some sets of filled boxes, in place. Their successors must be done.

    `cells` and `edges` are those of the layer; `edges` is empty where none are kept.
    """
    turn = np.empty(rules.points.shape[0] * WIDTH * 2)
    marks = np.empty(EDGE_COUNT)
    wide = np.empty(cells.shape[1])
    for filled in sets:
        upper = filled & ((1 << rules.upper) - 1)
        flags = 2 if rules.yahtzee >= 0 and (filled >> rules.yahtzee) & 1 else 1
        for flag in range(flags):
            for total in range(floors[upper], lasts[upper] + 1):
                if np.isnan(values[filled, flag, total]):
                    continue
                row = starts[filled, flag] + total - floors[upper]
                turn_outcomes(rules, values, filled, flag, total, NOT_ROLLED, 0, turn)
                _mix_cells(rules, floors, starts, after, filled, flag, total, turn, cells[row])
                if len(edges):
                    wide[:] = cells[row]
                    cut(wide, marks)
                    for place in range(EDGE_COUNT):
                        scaled = min(max(round(marks[place] / STEP), -32767), 32767)
                        edges[row, place] = scaled


def most_points(rules: Scoring, unfilled: int) -> int:
    """Return an upper bound of the points from this many open boxes."""
    boxes = np.sort(rules.points.max(axis=1))[::-1][:unfilled].sum()
    bonuses = unfilled * rules.yahtzee_bonus if rules.yahtzee >= 0 else 0
    return int(boxes + bonuses + rules.upper_bonus)


def layout(rules: Scoring) -> tuple[Ints, Ints, int]:
    """Return `floors` and `starts` of `Shapes`, and the number of rows."""
    floors, lasts = _floors_and_lasts(rules)
    size = shape(rules)
    starts = np.zeros((size.filled, size.flags), dtype=np.int64)
    count = np.array([each.bit_count() for each in range(size.filled)])
    rows = 0
    for layer in range(len(rules.points) - EXACT_BOXES, -1, -1):
        sets = np.flatnonzero(count == layer)
        more = _number_rows(rules, sets, floors, lasts, starts)
        starts[sets] += rows
        rows += more
    return floors, starts, rows


def solve_shapes(
    rules: Scoring,
    values: Floats,
    progress: Progress | None = None,
    threads: int | None = None,
) -> Edges:
    """Return the edges of all rows that `layout` numbers, from a table's expected points."""
    filled, flags, _ = values.shape
    floors, lasts = _floors_and_lasts(rules)
    starts = np.zeros((filled, flags), dtype=np.int64)
    count = np.array([each.bit_count() for each in range(filled)])
    boxes, done = len(rules.points), 1
    _number_rows(rules, np.array([filled - 1]), floors, lasts, starts)
    cells: Cells = np.ones((len(starts[-1]) * rules.threshold + 2, 1), dtype=np.float32)
    found: list[Edges] = []
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for layer in range(boxes - 1, -1, -1):
            sets = np.flatnonzero(count == layer)
            rows = _number_rows(rules, sets, floors, lasts, starts)
            width = min(most_points(rules, boxes - layer) // CELL + 3, MAX_CELLS)
            after, cells = cells, np.zeros((rows, width), dtype=np.float32)
            kept = rows if boxes - layer >= EXACT_BOXES else 0
            edges = np.zeros((kept, EDGE_COUNT), dtype=np.int16)
            parts = np.array_split(sets, -(-len(sets) // CHUNK))
            jobs = [
                pool.submit(
                    _solve_sets, rules, values, floors, lasts, starts, after, part, cells, edges
                )
                for part in parts
            ]
            for job, part in zip(jobs, parts, strict=True):
                job.result()
                done += len(part)
                if progress:
                    progress(done / filled)
            if kept:
                found.append(edges)
    return np.concatenate(found)


def fingerprint(of_rules: str) -> str:
    """Return the fingerprint of the shapes of rules: 64 hexadecimal digits."""
    return hashlib.sha256(f"yacht shapes {FORMAT} {of_rules}\n".encode()).hexdigest()
