"""The best response: the choices at the end of a card that maximise a utility of the final total.

Exact. States are those of `endgame` together with the points gained since the root. A turn is
solved as in the solver, for `LANES` gains at once.
"""

import numpy as np
import numpy.typing as npt

from games.core.solver.compiled import compiled
from games.core.solver.keep_lanes import LANES, expect, expect_rolls, maximise
from games.core.solver.lattice import FIRST_ROLL, KEEP_COUNT, REROLLS, ROLL_COUNT, Floats, Ints
from games.core.solver.scoring import Scoring
from games.core.solver.turns import allowed, box_points, next_flag, next_total, yahtzee_bonus
from games.core.solver.vectors import load, store, where_greater
from games.core.winning.endgame import most_points, reach, spread, subset_of
from games.core.winning.policy import WIDTH, follow, gain_of


@compiled
def _reach_gains(rules: Scoring, filled: int, rows: Ints, gains: npt.NDArray[np.bool_]) -> None:
    """Write which gains since the root can occur in each state into `gains` (states, gains)."""
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
    """Write which outcomes, numbered as in `policy`, can occur."""
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
    state_values: Floats,
    filled: int,
    flag: int,
    total: int,
    first: int,
    keep_values: Floats,
) -> None:
    """Write the value of each roll when it must be scored, for `LANES` gains from `first` on.

    `state_values` has `LANES` more columns than there are gains.
    """
    count = rules.points.shape[0]
    table, alike = rules.points, rules.alike
    keep_values[FIRST_ROLL:] = -np.inf
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
            value = load(state_values, rows[subset, mine, reached], first + gain)
            best = load(keep_values, FIRST_ROLL + roll, 0)
            store(keep_values, FIRST_ROLL + roll, 0, where_greater(value, best, value, best))


@compiled
def solve_response(
    rules: Scoring, filled: int, flag: int, total: int, utility: Floats
) -> tuple[Ints, Floats]:
    """Return the value of every state that can follow, for every gain since this state.

    `utility[g]` is the utility of `g` more points than now, up to `most_points`. `rows` numbers the
    states as in `endgame`; the values are (states, gains). The state itself is left out: `respond`
    solves it with its dice.
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
    # The values of impossible gains mean nothing; only impossible gains lead to them.
    state_values = np.zeros((found, size + LANES))
    keep_values = np.zeros((KEEP_COUNT, LANES))
    for subset in range(rows.shape[0] - 1, 0, -1):
        here = spread(filled, subset, count)
        for state in range(2 * rows.shape[2]):
            mine, sum_ = state // rows.shape[2], state % rows.shape[2]
            row = rows[subset, mine, sum_]
            if row < 0:
                continue
            if subset == rows.shape[0] - 1:
                state_values[row, :size] = utility[:size]
                continue
            done = 0
            for each in np.flatnonzero(possible[row]):
                gain = int(each)
                if gain < done:
                    continue
                done = gain + LANES
                score_lanes(rules, filled, rows, state_values, here, mine, sum_, gain, keep_values)
                for _ in range(REROLLS):
                    expect(keep_values)
                    maximise(keep_values, keep_values)
                expect_rolls(keep_values)
                store(state_values, row, gain, load(keep_values, 0, 0))
    return rows, state_values


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
    """Write the value of each box (NaN if it is not allowed) and of each keep for a roll.

    `boxes` is (boxes,) and `keeps` (KEEPS,), which is not written when no rolls are left. At the
    start of a turn `roll` is negative, `rolls_left` 3, and only `keeps[0]` is meaningful.
    """
    rows, state_values = solve_response(rules, filled, flag, total, utility)
    boxes[:] = np.nan
    if roll >= 0:
        choices = allowed(rules, filled, roll)
        for box in range(len(boxes)):
            if (choices >> box) & 1:
                points = box_points(rules, filled, roll, box)
                subset = subset_of(filled, filled | (1 << box), len(boxes))
                after = next_flag(rules, flag, box, points), next_total(rules, total, box, points)
                gain = int(gain_of(rules, flag, total, roll, box, points))
                boxes[box] = state_values[rows[subset, after[0], after[1]], gain]
    if rolls_left > 0:
        keep_values = np.zeros((KEEP_COUNT, LANES))
        score_lanes(rules, filled, rows, state_values, filled, flag, total, 0, keep_values)
        expect(keep_values)
        for _ in range(rolls_left - 1):
            maximise(keep_values, keep_values)
            expect(keep_values)
        keeps[:] = keep_values[:, 0]
