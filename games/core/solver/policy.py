"""The choices and outcomes of a turn of perfect play."""

import numpy as np

from games.core.rules.scoring import FACES
from games.core.solver.compiled import compiled
from games.core.solver.compiled_lattice import expect, maximise_choosing
from games.core.solver.lattice import (
    CHILDREN,
    FIRST_ROLL,
    KEEP_COUNT,
    REROLLS,
    ROLL_COUNT,
    ROLL_PROBABILITY,
    Floats,
    Ints,
)
from games.core.solver.scoring import Scoring
from games.core.solver.turns import box_points, score_rolls, yahtzee_bonus


@compiled
def choices(
    rules: Scoring,
    values: Floats,
    filled: int,
    flag: int,
    total: int,
    keeps: Ints,
    boxes: Ints,
) -> None:
    """Write the choices of perfect play in a turn that starts in this state.

    `keeps[left - 1, FIRST_ROLL + roll]`, (2, 462), gets the number of the keep to choose when
    `left` rolls are left; keeping all five dice means scoring. `boxes` (252,) gets the box to
    score each roll in.
    """
    keep_values = np.empty(KEEP_COUNT)
    score_rolls(rules, values, filled, flag, total, keep_values, boxes)
    for step in range(REROLLS):
        expect(keep_values)
        maximise_choosing(keep_values, keeps[step])


@compiled
def final_rolls(keeps: Ints, mass: Floats) -> None:
    """Write the probability that each roll is scored into `mass[FIRST_ROLL:]`; `mass` is (462,)."""
    mass[FIRST_ROLL:] = ROLL_PROBABILITY
    before = np.empty(ROLL_COUNT)
    for step in range(REROLLS - 1, -1, -1):
        before[:] = mass[FIRST_ROLL:]
        mass[:] = 0.0
        for roll in range(ROLL_COUNT):
            mass[keeps[step, FIRST_ROLL + roll]] += before[roll]
        for keep in range(FIRST_ROLL):
            if mass[keep] > 0.0:
                for face in range(FACES):
                    mass[CHILDREN[keep, face]] += mass[keep] / FACES


@compiled
def turn_outcomes(
    rules: Scoring,
    values: Floats,
    filled: int,
    flag: int,
    total: int,
    chances: Floats,
) -> None:
    """Write the probability of each outcome of a turn of perfect play.

    `chances` is (2, boxes, most points of a box + 1): [1 for a bonus Yahtzee, box, points].
    """
    keeps = np.empty((REROLLS, KEEP_COUNT), dtype=np.int64)
    boxes = np.empty(ROLL_COUNT, dtype=np.int64)
    mass = np.empty(KEEP_COUNT)
    choices(rules, values, filled, flag, total, keeps, boxes)
    final_rolls(keeps, mass)
    chances[:] = 0.0
    for roll in range(ROLL_COUNT):
        box = boxes[roll]
        points = int(box_points(rules, filled, roll, box))
        bonus = 1 if yahtzee_bonus(rules, flag, roll) > 0.0 else 0
        chances[bonus, box, points] += mass[FIRST_ROLL + roll]
