"""Utilities of personalities that maximise something other than points.

The value u of scoring a box, in points, first gets the personality's weight for upper boxes. Then
its risk n turns u into the utility (exp(n u) - 1) / n, whose expectation it maximises within the
turn: n > 0 seeks risk, n < 0 avoids it (the exponential utility of J. W. Pratt, "Risk Aversion in
the Small and in the Large", Econometrica 32, 1964). Later turns count in points.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from games.core.bots.personalities import Personality
from games.core.rules import Position, Scorecard, Variant
from games.core.solver import Option, is_exact, table
from games.core.solver import options as exact_options
from games.core.solver.compiled import compiled
from games.core.solver.lattice import (
    FIRST_ROLL,
    KEEP_COUNT,
    KEEP_STARTS,
    KEEPS,
    ROLL_COUNT,
    ROLL_KEEPS,
    ROLLS,
    Floats,
    expect,
    maximise,
    roll_index,
)
from games.core.solver.scoring import Scoring
from games.core.solver.turns import allowed, box_points, score


class Style(NamedTuple):
    """The preferences of a personality in a variant, in a form that compiled code can read."""

    upper_weight: float
    risk: float
    upper_size: int
    """Number of upper boxes of a column."""
    par: int
    """Dice of its face that an upper box holds at par."""


def style_of(personality: Personality, variant: Variant) -> Style:
    """Return the preferences of a personality in a variant."""
    return Style(personality.upper_weight, personality.risk, variant.upper_size, variant.par)


@compiled
def has_utility(style: Style) -> bool:
    """Whether a personality maximises something other than points."""
    return style.upper_weight != 0.0 or style.risk != 0.0


@compiled
def utility(style: Style, value: float, box: int, points: float) -> float:
    """Return a personality's utility of scoring `points` in a box.

    `value` is in points, relative to a level that is the same for the whole turn.
    """
    if box < style.upper_size:
        value += style.upper_weight * (points - style.par * (box + 1))
    if style.risk == 0.0:
        return value
    return float((np.exp(style.risk * value) - 1.0) / style.risk)


@compiled
def box_utility(
    rules: Scoring,
    values: Floats,
    style: Style,
    state: tuple[int, int, int],
    roll: int,
    box: int,
) -> float:
    """Return a personality's utility of scoring the roll in a box, in a state of the table."""
    filled, flag, total = state
    value = score(rules, values, filled, flag, total, roll, box) - values[state]
    return utility(style, value, box, box_points(rules, filled, roll, box))


@compiled
def keep_utilities(
    rules: Scoring,
    values: Floats,
    style: Style,
    state: tuple[int, int, int],
    rolls_left: int,
    keeps: Floats,
) -> None:
    """Write a personality's utility of each keep into `keeps`, (KEEPS,), when rolls are left."""
    for roll in range(ROLL_COUNT):
        choices = allowed(rules, state[0], roll)
        best = -np.inf
        for box in range(rules.points.shape[0]):
            if (choices >> box) & 1:
                best = max(best, box_utility(rules, values, style, state, roll, box))
        keeps[FIRST_ROLL + roll] = best
    expect(keeps)
    for _ in range(rolls_left - 1):
        maximise(keeps)
        expect(keeps)


def options(position: Position, personality: Personality) -> tuple[Option, ...]:
    """Return the choices after a roll, best utility first. Their `value` is the utility.

    Raises `ValueError` before the first roll.
    """
    if position.dice is None:
        raise ValueError("there is nothing to choose before the first roll")
    style, rolls_left = style_of(personality, position.variant), position.rolls_left
    if is_exact(position.variant):
        made, keeps = _exact(position, style, rolls_left)
    else:
        made, keeps = _estimated(position, style, rolls_left)
    if rolls_left:
        roll = roll_index(position.dice)
        chosen = ROLL_KEEPS[KEEP_STARTS[roll] : KEEP_STARTS[roll + 1]][::-1]
        made += [Option(KEEPS[keep], None, float(keeps[keep])) for keep in chosen.tolist()]
    return tuple(sorted(made, key=lambda option: -round(option.value, 9)))


def _exact(position: Position, style: Style, rolls_left: int) -> tuple[list[Option], Floats]:
    assert position.dice is not None
    found = table(position.variant)
    state = found.state(position.card)
    roll = roll_index(position.dice)
    made = [
        Option(
            None,
            fill,
            box_utility(
                found.rules, found.values, style, state, roll, position.variant.index(fill.box)
            ),
        )
        for fill in position.card.fills(position.dice, position.rolls)
    ]
    keeps = np.empty(KEEP_COUNT)
    if rolls_left:
        keep_utilities(found.rules, found.values, style, state, rolls_left, keeps)
    return made, keeps


def _estimated(position: Position, style: Style, rolls_left: int) -> tuple[list[Option], Floats]:
    """Like `_exact`, for variants without a table: uses the options of every roll."""
    assert position.dice is not None
    made = list(_scorings(position.card, style)[roll_index(position.dice)])
    keeps = np.empty(KEEP_COUNT)
    if rolls_left:
        for roll, choices in enumerate(_scorings(position.card, style)):
            keeps[FIRST_ROLL + roll] = max(option.value for option in choices)
        expect(keeps)
        for _ in range(rolls_left - 1):
            maximise(keeps)
            expect(keeps)
    return made, keeps


@lru_cache(maxsize=64)
def _scorings(card: Scorecard, style: Style) -> tuple[tuple[Option, ...], ...]:
    """Return, for each roll, the boxes it may fill on this card and a personality's utilities."""
    level = exact_options(Position(card.variant, card))[0].value
    size, last = len(card.variant.categories), card.variant.rolls_per_turn
    found = []
    for dice in ROLLS:
        options_of_roll = []
        for option in exact_options(Position(card.variant, card, dice, last)):
            assert option.fill is not None
            place = card.variant.index(option.fill.box)
            times = card.variant.columns[option.fill.box.column]
            weighted = style._replace(
                upper_weight=style.upper_weight * times, risk=style.risk / times
            )
            value = option.value - level
            liked = utility(weighted, value, place % size, option.fill.points)
            options_of_roll.append(option._replace(value=liked))
        found.append(tuple(options_of_roll))
    return tuple(found)
