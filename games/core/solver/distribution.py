"""The exact distribution of the points still to come under perfect play.

By backward induction: the distribution of a state is the mixture of the distributions after each
outcome of the turn, each shifted by the points of that outcome.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from games.core.rules import Scorecard, Variant
from games.core.solver.compiled import compiled
from games.core.solver.lattice import Floats
from games.core.solver.policy import turn_outcomes
from games.core.solver.scoring import Scoring, upper_limits
from games.core.solver.tables import ValueTable, table
from games.core.solver.turns import next_flag, next_total, upper_bonus

State = tuple[int, int, int]
"""(set of filled boxes, flag, upper total), as `ValueTable.state` gives it."""


class Block(NamedTuple):
    """The distributions of one set of filled boxes: (flags, upper totals, points to come)."""

    chances: Floats
    first: int
    """The upper total of the first row; smaller totals have the same distribution."""


def distribution(variant: Variant, card: Scorecard | None = None) -> Floats:
    """Return the probability of each number of points still to come, at the start of a turn.

    The index of the array is the number of points; zeros at the end are cut off. Without `card`,
    the card is empty, so the index is the final score. Takes seconds for an empty card of Yahtzee,
    milliseconds near the end. Raises `ValueError` for a variant with several columns.
    """
    found = table(variant)
    state = found.state(card or Scorecard(variant))
    return remaining(found, state)


def remaining(found: ValueTable, state: State, threads: int | None = None) -> Floats:
    """Return the probability of each number of points to come in a state: see `distribution`."""
    filled, flag, total = state
    after: dict[int, Block] = {}
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        for sets in _layers(len(found.rules.points), filled):
            jobs = [pool.submit(_block, found, each, after) for each in sets]
            after = {each: job.result() for each, job in zip(sets, jobs, strict=True)}
    block = after[filled]
    chances: Floats = np.trim_zeros(block.chances[flag, max(total - block.first, 0)], "b")
    return chances


def _layers(boxes: int, filled: int) -> Iterator[list[int]]:
    """Yield the sets that contain `filled`, grouped by size, the full set first."""
    full = (1 << boxes) - 1
    sets = [each for each in range(full + 1) if each & filled == filled]
    for count in range(boxes, filled.bit_count() - 1, -1):
        yield [each for each in sets if each.bit_count() == count]


def _block(found: ValueTable, filled: int, after: dict[int, Block]) -> Block:
    """Solve one set of filled boxes, from the solved sets with one more box."""
    rules = found.rules
    boxes = len(rules.points)
    if filled == (1 << boxes) - 1:
        flags = found.values.shape[1]
        return Block(np.ones((flags, 1, 1)), rules.threshold)
    first, last = (int(limit[filled & (1 << rules.upper) - 1]) for limit in upper_limits(rules))
    flags = 2 if rules.yahtzee >= 0 and filled >> rules.yahtzee & 1 else 1
    unfilled = [box for box in range(boxes) if not filled >> box & 1]
    most = int(max(rules.points.max(), rules.joker_points.max()))
    gains = rules.upper_bonus + (rules.yahtzee_bonus if rules.yahtzee >= 0 else 0.0)
    width = max(after[filled | 1 << box].chances.shape[2] for box in unfilled)
    chances = np.zeros((flags, last + 1 - first, width + most + int(gains)))
    outcomes = np.empty((flags, last + 1 - first, 2, boxes, most + 1))
    _turns(rules, found.values, filled, first, outcomes)
    for box in unfilled:
        block = after[filled | 1 << box]
        _mix(rules, outcomes, box, first, block.chances, block.first, chances)
    used = int(np.flatnonzero(chances.any(axis=(0, 1)))[-1]) + 1
    return Block(np.ascontiguousarray(chances[:, :, :used]), first)


@compiled
def _turns(rules: Scoring, values: Floats, filled: int, first: int, outcomes: Floats) -> None:
    for flag in range(outcomes.shape[0]):
        for row in range(outcomes.shape[1]):
            turn_outcomes(rules, values, filled, flag, first + row, outcomes[flag, row])


@compiled
def _mix(
    rules: Scoring,
    outcomes: Floats,
    box: int,
    first: int,
    after: Floats,
    after_first: int,
    chances: Floats,
) -> None:
    """Add the outcomes of scoring one box to the distributions, in place."""
    for flag in range(outcomes.shape[0]):
        for row in range(outcomes.shape[1]):
            for bonus in range(2):
                for points in range(outcomes.shape[4]):
                    chance = outcomes[flag, row, bonus, box, points]
                    if chance == 0.0:
                        continue
                    total = first + row
                    then = next_total(rules, total, box, points)
                    gain = points + upper_bonus(rules, total, then) + bonus * rules.yahtzee_bonus
                    shift = int(gain)
                    flag_after = next_flag(rules, flag, box, points)
                    row_after = max(then - after_first, 0)
                    for place in range(after.shape[2]):
                        more = chance * after[flag_after, row_after, place]
                        chances[flag, row, place + shift] += more
