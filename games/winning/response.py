"""The best response: how to end a card for the most utility of its final total, exactly.

States are those of `endgame`, and in each every gain in points since the root is told apart. A turn
is solved as in the solver, for up to `LANES` gains at once.
"""

import numpy as np
import numpy.typing as npt

from games.rules.dice import DICE_COUNT, FACES
from games.solver.compiled import compiled
from games.solver.lattice import (
    CHILDREN,
    FIRST_ROLL,
    KEEP_COUNT,
    PARENTS,
    REROLLS,
    ROLL_COUNT,
    Floats,
    Ints,
)
from games.solver.scoring import Scoring
from games.solver.turns import allowed, box_points, next_flag, next_total, yahtzee_bonus
from games.winning.endgame import most_points, reach, spread, subset_of
from games.winning.policy import WIDTH, follow, gain_of

LANES = 32


@compiled
def _reach_gains(rules: Scoring, filled: int, rows: Ints, gains: npt.NDArray[np.bool_]) -> None:
    """Tell which gains since the root can occur in each state, in `gains` (states, gains)."""
    count = rules.points.shape[0]
    possible = np.empty(count * WIDTH * 2, dtype=np.bool_)
    for subset in range(rows.shape[0] - 1):
        here = spread(filled, subset, count)
        for state in range(2 * rows.shape[2]):
            mine, sum_ = state // rows.shape[2], state % rows.shape[2]
            row = rows[subset, mine, sum_]
            if row < 0:
                continue
            _possible_outcomes(rules, here, mine, possible)
            mine_gains = gains[row]
            for outcome in range(len(possible)):
                if possible[outcome]:
                    after, then, reached, gain = follow(rules, here, mine, sum_, outcome)
                    theirs = gains[rows[subset_of(filled, after, count), then, reached]]
                    for points in range(len(theirs) - gain):
                        theirs[points + gain] |= mine_gains[points]


@compiled
def _possible_outcomes(
    rules: Scoring, filled: int, flag: int, possible: npt.NDArray[np.bool_]
) -> None:
    """Tell which outcomes, as `policy` numbers them, some roll allows."""
    table, alike = rules.points, rules.alike
    possible[:] = False
    for box in range(table.shape[0]):
        if (filled >> box) & 1:
            continue
        for roll in range(ROLL_COUNT):
            points, bonus = int(table[box, roll]), 0
            if alike[roll] >= 0:
                if not (allowed(rules, filled, roll) >> box) & 1:
                    continue
                points = int(box_points(rules, filled, roll, box))
                bonus = 1 if yahtzee_bonus(rules, flag, roll) > 0 else 0
            possible[(box * WIDTH + points) * 2 + bonus] = True


@compiled
def score_lanes(
    rules: Scoring,
    root: int,
    rows: Ints,
    worths: Floats,
    filled: int,
    flag: int,
    total: int,
    gains: Ints,
    worth: Floats,
) -> None:
    """Write what each roll is worth when it must be scored, for each of `gains`."""
    count = rules.points.shape[0]
    table, alike = rules.points, rules.alike
    worth[FIRST_ROLL:] = -np.inf
    for box in range(count):
        if (filled >> box) & 1:
            continue
        subset = subset_of(root, filled | (1 << box), count)
        for roll in range(ROLL_COUNT):
            points, mine = table[box, roll], flag
            gain, reached = int(points), total
            if alike[roll] >= 0:
                if not (allowed(rules, filled, roll) >> box) & 1:
                    continue
                points = box_points(rules, filled, roll, box)
                reached = next_total(rules, total, box, points)
                gain = int(gain_of(rules, flag, total, roll, box, points))
                mine = next_flag(rules, flag, box, points)
            elif box < rules.upper:
                reached = min(total + gain, rules.threshold)
                if total < rules.threshold <= reached:
                    gain += int(rules.upper_bonus)
            after = worths[rows[subset, mine, reached]]
            best = worth[FIRST_ROLL + roll]
            for lane in range(len(gains)):
                best[lane] = max(best[lane], after[gains[lane] + gain])


@compiled
def _expect(worth: Floats, lanes: int) -> None:
    """Fill in the mean of its children for each keep that is no full roll, in place."""
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
        for lane in range(lanes):
            low = one[lane] + two[lane] + three[lane]
            mean[lane] = (low + four[lane] + five[lane] + six[lane]) * (1 / FACES)


@compiled
def _maximise(worth: Floats, lanes: int) -> None:
    """Replace what each keep is worth by the best of itself and all keeps within it, in place."""
    for keep in range(1, KEEP_COUNT):
        best = worth[keep]
        for place in range(DICE_COUNT):
            parent = PARENTS[keep, place]
            if parent < 0:
                break
            other = worth[parent]
            for lane in range(lanes):
                best[lane] = max(best[lane], other[lane])


@compiled
def solve_response(
    rules: Scoring, filled: int, flag: int, total: int, utility: Floats
) -> tuple[Ints, Floats]:
    """Return what every state that can follow is worth, at every gain since this state.

    `utility[g]` is what it is worth to end with `g` points more than now; it must reach as far as
    `most_points`. `rows` numbers the states as `endgame` does; `worths` is (states, gains). The
    state itself is left out: `respond` judges it with its dice.
    """
    count = rules.points.shape[0]
    unfilled = 0
    for box in range(count):
        unfilled += 1 - ((filled >> box) & 1)
    rows = np.empty((1 << unfilled, 2, rules.threshold + 1), dtype=np.int64)
    found = reach(rules, filled, flag, total, rows)
    size = most_points(rules, filled) + 1
    possible = np.zeros((found, size), dtype=np.bool_)
    possible[rows[0, flag, total], 0] = True
    _reach_gains(rules, filled, rows, possible)
    worths = np.zeros((found, size))
    worth = np.zeros((KEEP_COUNT, LANES))
    for subset in range(rows.shape[0] - 1, 0, -1):
        here = spread(filled, subset, count)
        for state in range(2 * rows.shape[2]):
            mine, sum_ = state // rows.shape[2], state % rows.shape[2]
            row = rows[subset, mine, sum_]
            if row < 0:
                continue
            if subset == rows.shape[0] - 1:
                worths[row] = utility[:size]
                continue
            gains = np.flatnonzero(possible[row])
            for first in range(0, len(gains), LANES):
                some = gains[first : first + LANES]
                score_lanes(rules, filled, rows, worths, here, mine, sum_, some, worth)
                for _ in range(REROLLS):
                    _expect(worth, len(some))
                    _maximise(worth, len(some))
                _expect(worth, len(some))
                for lane in range(len(some)):
                    worths[row, some[lane]] = worth[0, lane]
    return rows, worths


@compiled
def respond(
    rules: Scoring,
    filled: int,
    flag: int,
    total: int,
    utility: Floats,
    roll: int,
    rolls_left: int,
    boxes: Floats,
    keeps: Floats,
) -> None:
    """Write what scoring each box (NaN: not allowed) and each keep is worth, with a roll there.

    `boxes` is (boxes,) and `keeps` (462,), which is left alone when no rolls are left. At the start
    of a turn `roll` is negative, `rolls_left` 3, and only `keeps[0]` has a meaning.
    """
    rows, worths = solve_response(rules, filled, flag, total, utility)
    boxes[:] = np.nan
    if roll >= 0:
        choices = allowed(rules, filled, roll)
        for box in range(len(boxes)):
            if (choices >> box) & 1:
                points = box_points(rules, filled, roll, box)
                subset = subset_of(filled, filled | (1 << box), len(boxes))
                after = next_flag(rules, flag, box, points), next_total(rules, total, box, points)
                gain = int(gain_of(rules, flag, total, roll, box, points))
                boxes[box] = worths[rows[subset, after[0], after[1]], gain]
    if rolls_left > 0:
        worth = np.zeros((KEEP_COUNT, 1))
        now = np.zeros(1, dtype=np.int64)
        score_lanes(rules, filled, rows, worths, filled, flag, total, now, worth)
        _expect(worth, 1)
        for _ in range(rolls_left - 1):
            _maximise(worth, 1)
            _expect(worth, 1)
        keeps[:] = worth[:, 0]
