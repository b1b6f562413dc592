"""The outcomes of a turn played for expected points, and their probabilities.

The solver's tables give the value of each choice. A forward pass through the lattice of keeps
follows the best ones. Among equal choices it takes the same one as the tables.

An outcome is numbered (box * WIDTH + points) * 2 + (1 for a bonus Yahtzee).
"""

import numpy as np

from games.core.rules.scoring import FACES, ROLLS_PER_TURN
from games.core.solver.compiled import compiled
from games.core.solver.compiled_lattice import maximise_choosing
from games.core.solver.lattice import (
    CHILDREN,
    EQUAL,
    FIRST_ROLL,
    KEEP_COUNT,
    REROLLS,
    ROLL_COUNT,
    Floats,
    Ints,
)
from games.core.solver.scoring import Scoring
from games.core.solver.turns import (
    allowed,
    box_points,
    next_flag,
    next_total,
    upper_bonus,
    yahtzee_bonus,
)

NOT_ROLLED = -1
WIDTH = 64
"""More than the points of any box."""


@compiled
def gain_of(rules: Scoring, flag: int, total: int, roll: int, box: int, points: float) -> float:
    """Return the points that a fill adds to the card's total, including all bonuses."""
    after = next_total(rules, total, box, points)
    return points + yahtzee_bonus(rules, flag, roll) + upper_bonus(rules, total, after)


@compiled
def best_box(
    rules: Scoring, values: Floats, filled: int, flag: int, total: int, roll: int
) -> tuple[int, float]:
    """Return the best box for expected points, and its value."""
    choices = allowed(rules, filled, roll)
    chosen, best = -1, -np.inf
    for box in range(rules.points.shape[0]):
        if not (choices >> box) & 1:
            continue
        points = box_points(rules, filled, roll, box)
        after = next_total(rules, total, box, points)
        later = values[filled | (1 << box), next_flag(rules, flag, box, points), after]
        value = gain_of(rules, flag, total, roll, box, points) + later
        if value > best + EQUAL:
            chosen = box
        best = max(best, value)
    return chosen, best


@compiled
def score_rolls(
    rules: Scoring,
    values: Floats,
    filled: int,
    flag: int,
    total: int,
    boxes: Ints,
    keep_values: Floats,
) -> None:
    """Write the best box of each roll into `boxes`, (ROLLS,), and its value into `keep_values`."""
    table, alike, threshold = rules.points, rules.alike, rules.threshold
    boxes[:] = -1
    keep_values[FIRST_ROLL:] = -np.inf
    for box in range(table.shape[0]):
        if (filled >> box) & 1:
            continue
        after = filled | (1 << box)
        for roll in range(ROLL_COUNT):
            # Without jokers: calling the rules for every roll would take most of the time.
            if alike[roll] >= 0:
                continue
            points = table[box, roll]
            gain, reached = points, total
            if box < rules.upper:
                reached = min(total + int(points), threshold)
                if total < threshold <= reached:
                    gain += rules.upper_bonus
            value = gain + values[after, flag, reached]
            if value > keep_values[FIRST_ROLL + roll] + EQUAL:
                boxes[roll] = box
            keep_values[FIRST_ROLL + roll] = max(value, keep_values[FIRST_ROLL + roll])
    for roll in range(ROLL_COUNT):
        if alike[roll] >= 0:
            boxes[roll], keep_values[FIRST_ROLL + roll] = best_box(
                rules, values, filled, flag, total, roll
            )


@compiled
def expect_one(keep_values: Floats) -> None:
    """Do `lattice.expect`, multiplying by 1/6."""
    for keep in range(FIRST_ROLL - 1, -1, -1):
        total = 0.0
        for face in range(FACES):
            total += keep_values[CHILDREN[keep, face]]
        keep_values[keep] = total * (1 / FACES)


@compiled
def plan(
    rules: Scoring, values: Floats, filled: int, flag: int, total: int, boxes: Ints, keeps: Ints
) -> float:
    """Write the choices of a turn that maximise expected points; return the value of the turn.

    `boxes` (ROLLS,): the box for each roll that must be scored. `keeps` (2, KEEPS): after the first
    roll and after the second, the keep for each roll (from `FIRST_ROLL` on); all dice mean scoring.
    """
    keep_values = np.empty(KEEP_COUNT)
    score_rolls(rules, values, filled, flag, total, boxes, keep_values)
    for made in range(REROLLS, 0, -1):
        expect_one(keep_values)
        maximise_choosing(keep_values, keeps[made - 1])
    expect_one(keep_values)
    return float(keep_values[0])


@compiled
def throw(mass: Floats) -> None:
    """Move the probability of every keep to the rolls it can become, in place."""
    for keep in range(FIRST_ROLL):
        part = mass[keep] / FACES
        if part > 0:
            for face in range(FACES):
                mass[CHILDREN[keep, face]] += part
        mass[keep] = 0.0


@compiled
def hold(mass: Floats, chosen: Ints) -> None:
    """Move the probability of every roll to the keep chosen from it, in place."""
    for node in range(FIRST_ROLL, KEEP_COUNT):
        keep = chosen[node]
        if keep != node:
            mass[keep] += mass[node]
            mass[node] = 0.0


@compiled
def last_rolls(keeps: Ints, roll: int, rolls: int, mass: Floats) -> None:
    """Write the probability that each roll is scored into `mass`, (KEEPS,).

    `roll` is the roll after `rolls` rolls (1 to 3); `NOT_ROLLED` and 0 at the start of the turn.
    """
    mass[:] = 0.0
    if roll == NOT_ROLLED:
        mass[0] = 1.0
        throw(mass)
        rolls = 1
    else:
        mass[FIRST_ROLL + roll] = 1.0
    for made in range(rolls, ROLLS_PER_TURN):
        hold(mass, keeps[made - 1])
        throw(mass)


@compiled
def outcomes(
    rules: Scoring, filled: int, flag: int, boxes: Ints, mass: Floats, chances: Floats
) -> None:
    """Write the probability of each outcome into `chances`, (boxes * WIDTH * 2,)."""
    table, alike = rules.points, rules.alike
    chances[:] = 0.0
    for roll in range(ROLL_COUNT):
        chance = mass[FIRST_ROLL + roll]
        if chance > 0:
            box, bonus = boxes[roll], 0
            points = int(table[box, roll])
            if alike[roll] >= 0:
                points = int(box_points(rules, filled, roll, box))
                bonus = 1 if yahtzee_bonus(rules, flag, roll) > 0 else 0
            chances[(box * WIDTH + points) * 2 + bonus] += chance


@compiled
def turn_outcomes(
    rules: Scoring,
    values: Floats,
    filled: int,
    flag: int,
    total: int,
    roll: int,
    rolls: int,
    chances: Floats,
) -> None:
    """Write the probability of each outcome of a turn, from `roll` after `rolls` rolls."""
    boxes = np.empty(ROLL_COUNT, dtype=np.int64)
    keeps = np.empty((REROLLS, KEEP_COUNT), dtype=np.int64)
    mass = np.empty(KEEP_COUNT)
    plan(rules, values, filled, flag, total, boxes, keeps)
    last_rolls(keeps, roll, rolls, mass)
    outcomes(rules, filled, flag, boxes, mass, chances)


@compiled
def follow(
    rules: Scoring, filled: int, flag: int, total: int, outcome: int
) -> tuple[int, int, int, int]:
    """Return the state after an outcome, (filled, flag, total), and the gain in points."""
    bonus, rest = outcome % 2, outcome // 2
    box, points = rest // WIDTH, rest % WIDTH
    after = next_total(rules, total, box, float(points))
    gain = points + int(upper_bonus(rules, total, after)) + bonus * int(rules.yahtzee_bonus)
    return filled | (1 << box), next_flag(rules, flag, box, float(points)), after, gain
