"""The highest score that the dice of a deal allow, by dynamic programming over cards."""

from collections.abc import Sequence

import numpy as np

from games.foresight.outcomes import Floats, Ints
from games.rules import Variant
from games.rules.dice import FACES
from games.solver import table
from games.solver.compiled import compiled
from games.solver.scoring import Scoring
from games.solver.turns import (
    allowed,
    box_points,
    next_flag,
    next_total,
    upper_bonus,
    yahtzee_bonus,
)


def most_points(variant: Variant, rolls: Sequence[Ints]) -> Floats:
    """Return the most points still to come at the start of each turn, for who knows all dice.

    The variant has one column. `rolls`: for each turn the number of every roll that it can end
    with. The result has the shape of a table: (sets of filled boxes, flags, upper totals).
    """
    found = table(variant)
    plain = np.array([_plain(found.rules, each) for each in rolls])
    alike = np.array([_alike(found.rules, each) for each in rolls])
    most = np.zeros(found.values.shape)
    _induce(found.rules, plain, alike, most)
    return most


def _plain(rules: Scoring, rolls: Ints) -> Ints:
    """Return the roll with the most points for each box, (boxes,), without five alike; or -1.

    More points in a box are never worse: the upper bonus only grows with them.
    """
    found = np.unique(rolls[rules.alike[rolls] < 0])
    if not len(found):
        return np.full(len(rules.points), -1)
    best: Ints = found[rules.points[:, found].argmax(axis=1)]
    return best


def _alike(rules: Scoring, rolls: Ints) -> Ints:
    """Return the rolls of five alike that may be jokers or bonuses, (6,), filled up with -1."""
    found = np.unique(rolls[rules.alike[rolls] >= 0])
    return np.pad(found, (0, FACES - len(found)), constant_values=-1)


@compiled
def _worth(rules: Scoring, most: Floats, state: tuple[int, int, int], roll: int, box: int) -> float:
    """Return the points of a box, and the most points to come after it; -1 if not allowed."""
    filled, flag, total = state
    if (filled >> box) & 1 or not (allowed(rules, filled, roll) >> box) & 1:
        return -1.0
    points = box_points(rules, filled, roll, box)
    then = next_total(rules, total, box, points)
    gained = points + yahtzee_bonus(rules, flag, roll) + upper_bonus(rules, total, then)
    return float(gained + most[filled | 1 << box, next_flag(rules, flag, box, points), then])


@compiled
def best_ending(
    rules: Scoring, most: Floats, state: tuple[int, int, int], codes: Ints
) -> tuple[int, int]:
    """Return the first of these rolls that is worth most, by its place, and the box for it."""
    best, chosen, into = -1.0, 0, 0
    for place in range(len(codes)):
        for box in range(len(rules.points)):
            here = _worth(rules, most, state, codes[place], box)
            if here > best:
                best, chosen, into = here, place, box
    return chosen, into


@compiled
def _best_plain(rules: Scoring, most: Floats, state: tuple[int, int, int], rolls: Ints) -> float:
    """Return the most that `_worth` gives for the roll of each box, (boxes,), without five alike.

    No such roll is a joker or earns a bonus: asking each time takes ten times as long.
    """
    filled, flag, total = state
    best = 0.0
    for box in range(len(rolls)):
        if rolls[box] < 0 or (filled >> box) & 1:
            continue
        here = rules.points[box, rolls[box]]
        then = min(total + int(here), rules.threshold) if box < rules.upper else total
        if total < rules.threshold <= then:
            here += rules.upper_bonus
        best = max(best, here + most[filled | 1 << box, flag, then])
    return best


@compiled
def _induce(rules: Scoring, plain: Ints, alike: Ints, most: Floats) -> None:
    """Write the most points to come of each state into `most`.

    `plain` (turns, boxes) and `alike` (turns, 6): rolls to score. The turn of a state is its number
    of filled boxes.
    """
    count = plain.shape[1]
    filled_boxes = np.zeros(1 << count, dtype=np.int64)
    for filled in range(1, 1 << count):
        filled_boxes[filled] = filled_boxes[filled >> 1] + (filled & 1)
    for filled in range((1 << count) - 2, -1, -1):
        turn = filled_boxes[filled]
        for flag in range(most.shape[1]):
            for total in range(most.shape[2]):
                best = _best_plain(rules, most, (filled, flag, total), plain[turn])
                for roll in alike[turn]:
                    if roll < 0:
                        break
                    for box in range(count):
                        best = max(best, _worth(rules, most, (filled, flag, total), roll, box))
                most[filled, flag, total] = best
