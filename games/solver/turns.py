"""What may be done with a roll and what it leads to: the rules as compiled functions.

A state is (filled, flag, total): the set of filled boxes, 1 if the Yahtzee box holds 50 and more of
them earn a bonus, and the upper total cut at the threshold.
"""

import numpy as np

from games.solver.compiled import compiled
from games.solver.lattice import EQUAL, FIRST_ROLL, ROLL_COUNT, Floats, Ints, expect, maximise
from games.solver.scoring import Scoring


@compiled
def is_joker(rules: Scoring, filled: int, roll: int) -> bool:
    """Whether the roll counts as a joker in the lower boxes: both its own boxes are filled."""
    face = int(rules.alike[roll])
    return bool(face >= 0 and (filled >> rules.yahtzee) & 1 and (filled >> face) & 1)


@compiled
def allowed(rules: Scoring, filled: int, roll: int) -> int:
    """Return the set of boxes that may be filled with this roll."""
    unfilled = ~filled & ((1 << len(rules.points)) - 1)
    face = int(rules.alike[roll])
    if face < 0 or not rules.forced or not (filled >> rules.yahtzee) & 1:
        return unfilled
    if (unfilled >> face) & 1:
        return 1 << face
    lower = unfilled & rules.lower
    return lower if lower else unfilled


@compiled
def box_points(rules: Scoring, filled: int, roll: int, box: int) -> float:
    """Return the points that the box would hold, without any bonus."""
    if is_joker(rules, filled, roll):
        return float(rules.joker_points[box, roll])
    return float(rules.points[box, roll])


@compiled
def yahtzee_bonus(rules: Scoring, flag: int, roll: int) -> float:
    """Return the points of a bonus Yahtzee if this roll is one."""
    return rules.yahtzee_bonus if flag and rules.alike[roll] >= 0 else 0.0


@compiled
def next_flag(rules: Scoring, flag: int, box: int, points: float) -> int:
    """Return the flag after a box got its points."""
    return 1 if box == rules.yahtzee and points == rules.yahtzee_points else flag


@compiled
def next_total(rules: Scoring, total: int, box: int, points: float) -> int:
    """Return the upper total, cut at the threshold, after a box got its points."""
    return min(total + int(points), rules.threshold) if box < rules.upper else total


@compiled
def upper_bonus(rules: Scoring, before: int, after: int) -> float:
    """Return the points of the upper bonus if the upper total reaches its threshold now."""
    return rules.upper_bonus if before < rules.threshold <= after else 0.0


@compiled
def score(
    rules: Scoring, values: Floats, filled: int, flag: int, total: int, roll: int, box: int
) -> float:
    """Return what scoring the roll in a box is worth: points, bonuses and the card after it.

    `values` is a table: (sets of filled boxes, flags, upper totals).
    """
    points = box_points(rules, filled, roll, box)
    after = next_total(rules, total, box, points)
    gain = points + yahtzee_bonus(rules, flag, roll) + upper_bonus(rules, total, after)
    return gain + float(values[filled | (1 << box), next_flag(rules, flag, box, points), after])


@compiled
def score_rolls(
    rules: Scoring,
    values: Floats,
    filled: int,
    flag: int,
    total: int,
    worth: Floats,
    boxes: Ints,
) -> None:
    """Write the best box for each roll into `boxes`, (252,), and its worth into `worth[210:]`.

    `worth` is (462,). Of boxes that are equal to 1e-10 the first is taken.
    """
    worth[FIRST_ROLL:] = -np.inf
    boxes[:] = 0
    points_of, alike, threshold = rules.points, rules.alike, rules.threshold
    for box in range(points_of.shape[0]):
        if (filled >> box) & 1:
            continue
        after = filled | (1 << box)
        for roll in range(ROLL_COUNT):
            if alike[roll] >= 0:
                if not (allowed(rules, filled, roll) >> box) & 1:
                    continue
                here = score(rules, values, filled, flag, total, roll, box)
            else:
                # The same as `score`, which would be slow so many times, where no joker matters.
                here = points_of[box, roll]
                then = min(total + int(here), threshold) if box < rules.upper else total
                if total < threshold <= then:
                    here += rules.upper_bonus
                here += values[after, flag, then]
            best = worth[FIRST_ROLL + roll]
            if here > best + EQUAL:
                boxes[roll] = box
            worth[FIRST_ROLL + roll] = max(here, best)


@compiled
def keep_worths(
    rules: Scoring,
    values: Floats,
    filled: int,
    flag: int,
    total: int,
    rolls_left: int,
    worth: Floats,
) -> None:
    """Write what each keep is worth into `worth`, (462,), when 1 to 3 rolls are left.

    Its last 252 entries become the worth of each roll, one roll later.
    """
    score_rolls(rules, values, filled, flag, total, worth, np.empty(ROLL_COUNT, dtype=np.int64))
    expect(worth)
    for _ in range(rolls_left - 1):
        maximise(worth)
        expect(worth)


@compiled
def evaluate(
    rules: Scoring,
    values: Floats,
    filled: int,
    flag: int,
    total: int,
    roll: int,
    rolls_left: int,
    boxes: Floats,
    keeps: Floats,
) -> None:
    """Write what each box (NaN if it is not allowed) and each keep is worth into two arrays.

    `boxes` is (boxes,), `keeps` is (462,) and is left alone when no rolls are left. The keeps that
    a roll allows are in `lattice.ROLL_KEEPS`.
    """
    choices = allowed(rules, filled, roll)
    for box in range(len(boxes)):
        boxes[box] = np.nan
        if (choices >> box) & 1:
            boxes[box] = score(rules, values, filled, flag, total, roll, box)
    if rolls_left > 0:
        keep_worths(rules, values, filled, flag, total, rolls_left, keeps)
