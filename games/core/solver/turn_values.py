"""The value of each choice in a turn, from a table: all 252 rolls and 462 keeps at once.

It needs no compiler, so a bot can move as soon as its process has started. `turns` has the same
rules as compiled code, for the loops over many states.
"""

from typing import NamedTuple

import numpy as np

from games.core.solver.lattice import (
    FIRST_ROLL,
    FIVE_ALIKE,
    KEEP_COUNT,
    ROLL_COUNT,
    Floats,
    expect,
    maximise,
)
from games.core.solver.scoring import DOWN, LOWER_FIRST, Scoring

State = tuple[int, int, int]
"""(set of filled boxes, flag, upper total), as `ValueTable.state` gives it."""


class Scored(NamedTuple):
    """What scoring each roll is worth in each box that the order of the rules lets a player fill.

    Both arrays are (these boxes, 252). The value is -inf where the joker rule forbids the box.
    """

    boxes: list[int]
    points: Floats
    """Without bonuses."""
    values: Floats
    """Points, bonuses and the state after them."""


def boxes_in_order(rules: Scoring, filled: int) -> list[int]:
    """Return the open boxes that the order of the rules lets a player fill now."""
    unfilled = [box for box in range(len(rules.points)) if not filled >> box & 1]
    if rules.order == DOWN:
        return unfilled[:1]
    lower = [box for box in unfilled if rules.lower >> box & 1]
    return lower if rules.order == LOWER_FIRST and lower else unfilled


def score_rolls(rules: Scoring, values: Floats, state: State) -> Scored:
    """Return the value of scoring each roll in each box. The card has an open box."""
    filled, flag, total = state
    boxes = boxes_in_order(rules, filled)
    points = rules.points[boxes]
    is_joker = rules.yahtzee >= 0 and bool(filled >> rules.yahtzee & 1)
    if is_joker:
        for face, roll in enumerate(FIVE_ALIKE):
            if filled >> face & 1:
                points[:, roll] = rules.joker_points[boxes, roll]
    after = np.array([filled | 1 << box for box in boxes])
    gains = points.copy()
    later = np.repeat(values[after, flag, total][:, np.newaxis], ROLL_COUNT, axis=1)
    upper = sum(box < rules.upper for box in boxes)
    if upper:
        reached = np.minimum(points[:upper].astype(np.int64) + total, rules.threshold)
        later[:upper] = values[after[:upper, np.newaxis], flag, reached]
        if total < rules.threshold:
            gains[:upper] += rules.upper_bonus * (reached >= rules.threshold)
    if rules.yahtzee in boxes:
        place = boxes.index(rules.yahtzee)
        scored = points[place] == rules.yahtzee_points
        later[place, scored] = values[after[place], 1, total]
    if flag:
        gains[:, FIVE_ALIKE] += rules.yahtzee_bonus
    found = gains + later
    if is_joker and rules.forced:
        for face, roll in enumerate(FIVE_ALIKE):
            found[_forbidden(rules, boxes, face), roll] = -np.inf
    return Scored(boxes, points, found)


def _forbidden(rules: Scoring, boxes: list[int], face: int) -> list[int]:
    """Return the places in `boxes` that five alike may not fill under the forced joker rule."""
    if face in boxes:
        return [place for place, box in enumerate(boxes) if box != face]
    is_lower = [bool(rules.lower >> box & 1) for box in boxes]
    return [place for place, lower in enumerate(is_lower) if any(is_lower) and not lower]


def plan_rolls(rolls: Floats, rolls_left: int, served: Floats | None = None) -> Floats:
    """Return an array like one of keeps, (462,): its last 252 values are those of each roll.

    `rolls` (252,): what each roll is worth when it is scored. `served` (252,): what first rolls are
    worth when they are scored at once, if that is more; only for a whole turn.
    """
    keeps = np.empty(KEEP_COUNT)
    keeps[FIRST_ROLL:] = rolls
    for _ in range(rolls_left):
        expect(keeps)
        maximise(keeps)
    if served is not None:
        keeps[FIRST_ROLL:] = np.maximum(keeps[FIRST_ROLL:], served)
    return keeps


def plan_keeps(rolls: Floats, rolls_left: int, served: Floats | None = None) -> Floats:
    """Return the value of each keep, (462,), with 1 or more rolls left. See `plan_rolls`."""
    keeps = plan_rolls(rolls, rolls_left - 1, served)
    expect(keeps)
    return keeps


def first_rolls_served(rules: Scoring, scored: Scored) -> Floats | None:
    """Return what scoring each first roll at once is worth, (252,), if some get extra points."""
    if not rules.served.any():
        return None
    extra = rules.served[scored.boxes]
    worths: Floats = np.where(extra > 0.0, scored.values + extra, -np.inf).max(axis=0)
    return worths
