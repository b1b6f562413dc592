"""The rules of a turn as compiled functions: allowed boxes, points, and the state after.

A state is (filled, flag, total): the set of filled boxes, 1 if the Yahtzee box holds 50 so that
further Yahtzees earn a bonus, and the upper total cut at the threshold. `turn_values` has the same
rules for one state and all rolls at once.
"""

import numpy as np

from games.core.solver.compiled import compiled
from games.core.solver.lattice import EQUAL, FIRST_ROLL, ROLL_COUNT, Floats, Ints
from games.core.solver.scoring import DOWN, LOWER_FIRST, Scoring


@compiled
def is_joker(rules: Scoring, filled: int, roll: int) -> bool:
    """Whether the roll is a joker in the lower boxes: its upper and Yahtzee box are filled."""
    face = int(rules.alike[roll])
    return bool(face >= 0 and (filled >> rules.yahtzee) & 1 and (filled >> face) & 1)


@compiled
def in_order(rules: Scoring, filled: int) -> int:
    """Return the set of open boxes that the order of the rules lets a player fill now."""
    unfilled = ~filled & ((1 << len(rules.points)) - 1)
    if rules.order == DOWN:
        return unfilled & -unfilled
    if rules.order == LOWER_FIRST and unfilled & rules.lower:
        return unfilled & rules.lower
    return unfilled


@compiled
def allowed(rules: Scoring, filled: int, roll: int) -> int:
    """Return the set of boxes that may be filled with this roll."""
    unfilled = in_order(rules, filled)
    face = int(rules.alike[roll])
    if face < 0 or not rules.forced or not (filled >> rules.yahtzee) & 1:
        return unfilled
    if (unfilled >> face) & 1:
        return 1 << face
    lower = unfilled & rules.lower
    return lower if lower else unfilled


@compiled
def box_points(rules: Scoring, filled: int, roll: int, box: int) -> float:
    """Return the points of the box, without bonuses."""
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
    """Return the value of scoring the roll in a box: points, bonuses and the state after it.

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
    keep_values: Floats,
    boxes: Ints,
) -> None:
    """Write the best box for each roll into `boxes`, (252,), and its value into `keep_values`.

    `keep_values` is (462,). Ties (to 1e-10) go to the first box.
    """
    keep_values[FIRST_ROLL:] = -np.inf
    boxes[:] = 0
    points_of, alike, threshold = rules.points, rules.alike, rules.threshold
    may_fill = in_order(rules, filled)
    for box in range(points_of.shape[0]):
        if not (may_fill >> box) & 1:
            continue
        after = filled | (1 << box)
        for roll in range(ROLL_COUNT):
            if alike[roll] >= 0:
                if not (allowed(rules, filled, roll) >> box) & 1:
                    continue
                here = score(rules, values, filled, flag, total, roll, box)
            else:
                # `score` without the joker rule: calling it for every roll is slow.
                here = points_of[box, roll]
                then = min(total + int(here), threshold) if box < rules.upper else total
                if total < threshold <= then:
                    here += rules.upper_bonus
                here += values[after, flag, then]
            best = keep_values[FIRST_ROLL + roll]
            if here > best + EQUAL:
                boxes[roll] = box
            keep_values[FIRST_ROLL + roll] = max(here, best)
