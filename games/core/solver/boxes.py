"""The exact distribution of the points of each box under perfect play, by a forward pass."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from games.core.solver.compiled import compiled
from games.core.solver.lattice import Floats, Ints
from games.core.solver.policy import turn_outcomes
from games.core.solver.scoring import Scoring, upper_limits
from games.core.solver.tables import ValueTable
from games.core.solver.turns import next_flag, next_total, upper_bonus


class BoxChances(NamedTuple):
    """Distributions of points in a game of perfect play from an empty card."""

    points: Floats
    """(boxes, most points + 1): the probability of each number of points in each box."""
    upper_bonus: float
    """The probability of the upper bonus."""
    yahtzee_bonuses: float
    """The expected number of bonus Yahtzees."""

    def means(self) -> Floats:
        """Expected points of each box: (boxes,)."""
        means: Floats = self.points @ np.arange(self.points.shape[1], dtype=np.float64)
        return means

    def sds(self) -> Floats:
        """Standard deviation of the points of each box: (boxes,)."""
        squares = self.points @ np.arange(self.points.shape[1], dtype=np.float64) ** 2
        sds: Floats = np.sqrt(squares - self.means() ** 2)
        return sds


def box_chances(found: ValueTable, threads: int | None = None) -> BoxChances:
    """Return the distributions of a game of perfect play. Takes seconds for Yahtzee and Yatzy."""
    rules = found.rules
    boxes = len(rules.points)
    workers = threads or os.cpu_count() or 1
    most = int(max(rules.points.max(), rules.joker_points.max()))
    points, bonuses = np.zeros((boxes, most + 1)), np.zeros(2)
    reach = np.zeros(found.values.shape)
    reach[0, 0, 0] = 1.0
    count = np.array([filled.bit_count() for filled in range(len(reach))])
    firsts = upper_limits(rules)[0]
    with ThreadPoolExecutor(workers) as pool:
        for layer in range(boxes):
            parts = np.array_split(np.flatnonzero(count == layer), workers)
            # Sets share successors, so each thread adds to its own arrays.
            own = [
                (np.zeros_like(reach), np.zeros_like(points), np.zeros_like(bonuses)) for _ in parts
            ]
            jobs = [
                pool.submit(_forward, rules, found.values, part, firsts, reach, *arrays)
                for part, arrays in zip(parts, own, strict=True)
            ]
            for job in jobs:
                job.result()
            reach = np.sum([arrays[0] for arrays in own], axis=0)
            points += np.sum([arrays[1] for arrays in own], axis=0)
            bonuses += np.sum([arrays[2] for arrays in own], axis=0)
    return BoxChances(points, float(bonuses[0]), float(bonuses[1]))


@compiled
def _forward(
    rules: Scoring,
    values: Floats,
    sets: Ints,
    firsts: Ints,
    reach: Floats,
    after: Floats,
    points_chances: Floats,
    bonuses: Floats,
) -> None:
    """Play one turn from each state of these sets of filled boxes; add to the last three arrays."""
    boxes, most = points_chances.shape
    chances = np.empty((2, boxes, most))
    upper = (1 << rules.upper) - 1
    for filled in sets:
        first = firsts[filled & upper]
        for flag in range(values.shape[1]):
            # The bonus is out of reach from these totals, so they are one state.
            mass = reach[filled, flag]
            mass[first] = mass[: first + 1].sum()
            for total in range(first, values.shape[2]):
                if mass[total] == 0.0:
                    continue
                turn_outcomes(rules, values, filled, flag, total, chances)
                for bonus in range(2):
                    for box in range(boxes):
                        for points in range(most):
                            chance = chances[bonus, box, points] * mass[total]
                            if chance == 0.0:
                                continue
                            then = next_total(rules, total, box, points)
                            flag_after = next_flag(rules, flag, box, points)
                            after[filled | (1 << box), flag_after, then] += chance
                            points_chances[box, points] += chance
                            if upper_bonus(rules, total, then) > 0.0:
                                bonuses[0] += chance
                            bonuses[1] += bonus * chance
