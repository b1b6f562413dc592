"""Play solitaire games for points with given dice."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from games.core.rules.scoring import ROLLS_PER_TURN
from games.core.solver.compiled import compiled
from games.core.solver.lattice import (
    CHILDREN,
    FIRST_ROLL,
    KEEP_COUNT,
    REROLLS,
    ROLL_COUNT,
    Floats,
    Ints,
)
from games.core.solver.scoring import Scoring
from games.core.solver.turns import box_points, yahtzee_bonus
from games.core.winning.policy import WIDTH, follow, plan


class Record(NamedTuple):
    """The game of one seat, as arrays by turn."""

    outcomes: Ints
    """(turns,): the outcome of each turn, numbered as in games.core.winning.policy."""
    nodes: Ints
    """(turns, 3): the dice after each roll, as nodes of games.core.solver.lattice."""
    rolls: Ints
    """(turns,): the number of rolls."""
    states: Ints
    """(turns + 1, 4): filled, flag, upper total, score; before each turn and at the end."""

    @property
    def score(self) -> int:
        return int(self.states[-1, 3])


@compiled
def roll_missing(keep: int, dice: npt.NDArray[np.int8]) -> int:
    """Return the node of a keep after its missing dice are the first of `dice` (faces 0 to 5)."""
    place = 0
    while keep < FIRST_ROLL:
        keep = CHILDREN[keep, dice[place]]
        place += 1
    return keep


@compiled
def outcome_of(rules: Scoring, filled: int, flag: int, roll: int, box: int) -> int:
    """Return the number of the outcome of scoring a roll in a box."""
    points = int(box_points(rules, filled, roll, box))
    bonus = 1 if yahtzee_bonus(rules, flag, roll) > 0 else 0
    return (box * WIDTH + points) * 2 + bonus


@compiled
def record_game(
    rules: Scoring,
    values: Floats,
    dice: npt.NDArray[np.int8],
    outcomes: Ints,
    nodes: Ints,
    rolls: Ints,
    states: Ints,
) -> None:
    """Play a game for points with the dice (turns, 3, 5); write into the arrays of a `Record`."""
    boxes = np.empty(ROLL_COUNT, dtype=np.int64)
    keeps = np.empty((REROLLS, KEEP_COUNT), dtype=np.int64)
    filled = flag = total = score = 0
    states[0] = 0
    for turn in range(len(dice)):
        plan(rules, values, filled, flag, total, boxes, keeps)
        node = 0
        for roll in range(ROLLS_PER_TURN):
            node = roll_missing(node, dice[turn, roll])
            nodes[turn, roll] = node
            rolls[turn] = roll + 1
            if roll == ROLLS_PER_TURN - 1 or keeps[roll, node] == node:
                break
            node = keeps[roll, node]
        last = node - FIRST_ROLL
        outcomes[turn] = outcome_of(rules, filled, flag, last, boxes[last])
        filled, flag, total, gain = follow(rules, filled, flag, total, outcomes[turn])
        score += gain
        states[turn + 1, 0], states[turn + 1, 1] = filled, flag
        states[turn + 1, 2], states[turn + 1, 3] = total, score


def record_of(rules: Scoring, values: Floats, dice: npt.NDArray[np.int8]) -> Record:
    """Return a game played for points with the dice (turns, 3, 5), faces 0 to 5."""
    turns = len(dice)
    record = Record(
        np.zeros(turns, dtype=np.int64),
        np.zeros((turns, ROLLS_PER_TURN), dtype=np.int64),
        np.zeros(turns, dtype=np.int64),
        np.zeros((turns + 1, 4), dtype=np.int64),
    )
    record_game(rules, values, dice, *record)
    return record
