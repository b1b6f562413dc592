"""The exact distribution of the points still to come, for the last few boxes.

All states that the remaining turns can reach are solved by backward induction from the full card:
the distribution of a state mixes those after each outcome of the turn, shifted by its points.
"""

import numpy as np

from games.core.solver.compiled import compiled
from games.core.solver.lattice import Floats, Ints
from games.core.solver.scoring import Scoring
from games.core.solver.turns import next_flag, next_total
from games.core.winning.distribution import Distribution
from games.core.winning.policy import NOT_ROLLED, WIDTH, follow, turn_outcomes


@compiled
def spread(filled: int, subset: int, count: int) -> int:
    """Return `filled` plus the open boxes (of `count` boxes) whose indexes are in `subset`."""
    place = 0
    for box in range(count):
        if not (filled >> box) & 1:
            if (subset >> place) & 1:
                filled |= 1 << box
            place += 1
    return filled


@compiled
def subset_of(root: int, filled: int, count: int) -> int:
    """Return the open boxes of `root` that are filled in `filled`: the inverse of `spread`."""
    subset, place = 0, 0
    for box in range(count):
        if not (root >> box) & 1:
            if (filled >> box) & 1:
                subset |= 1 << place
            place += 1
    return subset


@compiled
def reach(rules: Scoring, filled: int, flag: int, total: int, rows: Ints) -> int:
    """Number the states that can follow, in `rows` (subsets, 2, totals); -1 for other states.

    Returns how many can follow. A successor always has a greater subset.
    """
    count = rules.points.shape[0]
    rows[:] = -1
    rows[0, flag, total] = 0
    found = 1
    for subset in range(rows.shape[0]):
        here = spread(filled, subset, count)
        for state in range(2 * rows.shape[2]):
            mine, sum_ = state // rows.shape[2], state % rows.shape[2]
            if rows[subset, mine, sum_] < 0:
                continue
            rows[subset, mine, sum_] = found
            found += 1
            for box in range(count):
                if (here >> box) & 1:
                    continue
                after = subset_of(filled, here | (1 << box), count)
                for roll in range(rules.points.shape[1]):
                    points = rules.points[box, roll]
                    reached = next_total(rules, sum_, box, points)
                    rows[after, next_flag(rules, mine, box, points), reached] = 0
                    if box >= rules.upper and box != rules.yahtzee:
                        break
    return found


@compiled
def most_points(rules: Scoring, filled: int) -> int:
    """Return an upper bound of the points still to come."""
    most, unfilled = rules.upper_bonus, 0
    for box in range(rules.points.shape[0]):
        if not (filled >> box) & 1:
            most += max(rules.points[box].max(), rules.joker_points[box].max())
            unfilled += 1
    if rules.yahtzee >= 0:
        most += unfilled * rules.yahtzee_bonus
    return int(most)


@compiled
def mix_row(
    rules: Scoring,
    root: int,
    rows: Ints,
    chances: Floats,
    tops: Ints,
    filled: int,
    flag: int,
    total: int,
    turn: Floats,
    mixed: Floats,
) -> int:
    """Mix the distributions after the outcomes of a turn, by their probabilities in `turn`.

    `mixed` gets the chances of 0, 1, ... points to come. Returns the most points possible.
    """
    mixed[:] = 0.0
    count, top = rules.points.shape[0], 0
    for outcome in range(len(turn)):
        chance = turn[outcome]
        if chance > 0:
            after, mine, sum_, gain = follow(rules, filled, flag, total, outcome)
            number = rows[subset_of(root, after, count), mine, sum_]
            row = chances[number]
            for points in range(tops[number] + 1):
                mixed[points + gain] += chance * row[points]
            top = max(top, gain + tops[number])
    return top


@compiled
def solve_endgame(
    rules: Scoring, values: Floats, filled: int, flag: int, total: int
) -> tuple[Ints, Floats, Ints]:
    """Return `rows`, `chances` and `tops`: the distributions of the state and all that can follow.

    `rows` (subsets of the open boxes, 2, totals) numbers the states; `chances` (states, points)
    holds for each the chances of 0, 1, ... points to come, and `tops` (states,) the most points.
    """
    count = rules.points.shape[0]
    unfilled = 0
    for box in range(count):
        unfilled += 1 - ((filled >> box) & 1)
    rows = np.empty((1 << unfilled, 2, values.shape[2]), dtype=np.int64)
    found = reach(rules, filled, flag, total, rows)
    chances = np.zeros((found, most_points(rules, filled) + 1))
    tops = np.zeros(found, dtype=np.int64)
    turn = np.empty(count * WIDTH * 2)
    for subset in range(rows.shape[0] - 1, -1, -1):
        here = spread(filled, subset, count)
        for state in range(2 * rows.shape[2]):
            mine, sum_ = state // rows.shape[2], state % rows.shape[2]
            row = rows[subset, mine, sum_]
            if row < 0:
                continue
            if subset == rows.shape[0] - 1:
                chances[row, 0] = 1.0
                continue
            turn_outcomes(rules, values, here, mine, sum_, NOT_ROLLED, 0, turn)
            tops[row] = mix_row(
                rules, filled, rows, chances, tops, here, mine, sum_, turn, chances[row]
            )
    return rows, chances, tops


class Endgame:
    """The solved last boxes of a card, from one state at the start of a turn."""

    def __init__(self, rules: Scoring, values: Floats, filled: int, flag: int, total: int) -> None:
        self.rules = rules
        self.values = values
        self.root = (filled, flag, total)
        self.rows, self.chances, self.tops = solve_endgame(rules, values, filled, flag, total)

    def holds(self, filled: int, flag: int, total: int) -> bool:
        """Whether this state is solved here: the first state, or one that can follow."""
        if self.root[0] & ~filled:
            return False
        subset = subset_of(self.root[0], filled, self.rules.points.shape[0])
        return bool(self.rows[subset, flag, total] >= 0)

    def to_come(self, filled: int, flag: int, total: int) -> Distribution:
        """Return the distribution of the points to come at the start of a turn."""
        subset = subset_of(self.root[0], filled, self.rules.points.shape[0])
        return trimmed(self.chances[self.rows[subset, flag, total]])

    def in_turn(self, filled: int, flag: int, total: int, roll: int, rolls: int) -> Distribution:
        """Return the distribution with `roll` on the table after `rolls` rolls, 1 to 3."""
        turn = np.empty(self.rules.points.shape[0] * WIDTH * 2)
        turn_outcomes(self.rules, self.values, filled, flag, total, roll, rolls, turn)
        mixed = np.empty(self.chances.shape[1])
        mix_row(
            self.rules,
            self.root[0],
            self.rows,
            self.chances,
            self.tops,
            filled,
            flag,
            total,
            turn,
            mixed,
        )
        return trimmed(mixed)


def trimmed(chances: Floats) -> Distribution:
    """Return the distribution of 0, 1, ... points, without the zeros at both ends."""
    possible = np.flatnonzero(chances)
    low, high = int(possible[0]), int(possible[-1])
    return Distribution(low, chances[low : high + 1].copy())
