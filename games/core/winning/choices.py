"""The win probability of every choice, against the distributions of the others' totals."""

import numpy as np

from games.core import solver
from games.core.engine import GameState
from games.core.rules import Position
from games.core.solver import is_exact, tables
from games.core.solver.lattice import KEEP_COUNT, Floats, keep_index, roll_index
from games.core.winning.distribution import place_values
from games.core.winning.endgame import most_points
from games.core.winning.outlook import final_total, start_of
from games.core.winning.response import respond
from games.core.winning.support import EXACT_BOXES, WinOption

DIGITS = 9
"""Choices that agree to this many digits are equal."""


def options(state: GameState, seat: int) -> tuple[WinOption, ...]:
    """Return all choices of a seat that may act, best first; () on a full card.

    With up to `EXACT_BOXES` open boxes they are ranked by the best response to opponents who play
    for points; earlier, and in Triple Yahtzee, by expected points. Equal choices are ordered by
    points, then as in the solver. Raises ValueError if the seat may not act.
    """
    if seat not in state.acting:
        raise ValueError(f"seat {seat} may not act now")
    mine = state.seats[seat]
    position = Position(state.variant, mine.card, mine.turn.dice, mine.turn.rolls)
    ranked = solver.options(position)
    others = [
        number for number, other in enumerate(state.seats) if number != seat and not other.out
    ]
    is_late = len(mine.card.open_boxes) <= EXACT_BOXES
    if not (others and is_late and is_exact(state.variant)):
        return tuple(WinOption(each.keep, each.fill, None, each.value) for each in ranked)
    boxes, keeps = _responses(state, position, others)
    found = []
    for each in ranked:
        if each.keep is not None:
            win = keeps[keep_index(each.keep)]
        else:
            assert each.fill is not None
            win = boxes[state.variant.index(each.fill.box)]
        found.append(WinOption(each.keep, each.fill, float(win), each.value))
    return tuple(sorted(found, key=lambda each: -round(each.win or 0.0, DIGITS)))


def _responses(state: GameState, position: Position, others: list[int]) -> tuple[Floats, Floats]:
    """Return the value of each box and of each keep under the best response."""
    found = tables.table(state.variant)
    start = start_of(position.card)
    most = most_points(found.rules, start.filled)
    total = position.card.total
    utility = place_values([final_total(state, other) for other in others], total, total + most)
    boxes, keeps = np.empty(len(state.variant.boxes)), np.empty(KEEP_COUNT)
    respond(
        found.rules,
        start.filled,
        start.flag,
        start.total,
        utility,
        -1 if position.dice is None else roll_index(position.dice),
        position.rolls_left,
        boxes,
        keeps,
    )
    return boxes, keeps
