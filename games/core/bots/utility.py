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
from games.core.solver.lattice import (
    KEEP_STARTS,
    KEEPS,
    ROLL_KEEPS,
    ROLLS,
    Floats,
    roll_index,
)
from games.core.solver.scoring import Scoring
from games.core.solver.turn_values import Scored, State, plan_keeps, score_rolls


class Style(NamedTuple):
    """The preferences of a personality in a variant. The simulations' compiled code reads them."""

    upper_weight: float
    risk: float
    upper_size: int
    """Number of upper boxes of a column."""
    par: int
    """Dice of its face that an upper box holds at par."""


def style_of(personality: Personality, variant: Variant) -> Style:
    """Return the preferences of a personality in a variant."""
    return Style(personality.upper_weight, personality.risk, variant.upper_size, variant.par)


def utility(style: Style, values: Floats, box: int, points: Floats) -> Floats:
    """Return a personality's utility of scoring `points` in a box.

    `values` are in points, relative to a level that is the same for the whole turn.
    """
    liked = values
    if box < style.upper_size:
        liked = liked + style.upper_weight * (points - style.par * (box + 1))
    if style.risk == 0.0:
        return liked
    risky: Floats = (np.exp(style.risk * liked) - 1.0) / style.risk
    return risky


def box_utilities(rules: Scoring, values: Floats, style: Style, state: State) -> Scored:
    """Return a personality's utility of scoring each roll in each box, in a state of the table."""
    scored = score_rolls(rules, values, state)
    relative = scored.values - values[state]
    rows = [utility(style, *row) for row in zip(relative, scored.boxes, scored.points, strict=True)]
    # A bot that avoids risk has a finite utility even for -inf.
    liked = np.where(np.isneginf(relative), -np.inf, np.stack(rows))
    return Scored(scored.boxes, scored.points, liked)


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
    liked = box_utilities(found.rules, found.values, style, found.state(position.card))
    of_roll = liked.values[:, roll_index(position.dice)].tolist()
    utilities = dict(zip(liked.boxes, of_roll, strict=True))
    made = [
        Option(None, fill, utilities[position.variant.index(fill.box)])
        for fill in position.card.fills(position.dice, position.rolls)
    ]
    rolls = liked.values.max(axis=0)
    return made, plan_keeps(rolls, rolls_left) if rolls_left else rolls


def _estimated(position: Position, style: Style, rolls_left: int) -> tuple[list[Option], Floats]:
    """Like `_exact`, for variants without a table: uses the options of every roll."""
    assert position.dice is not None
    made = list(_scorings(position.card, style)[roll_index(position.dice)])
    rolls = np.array(
        [max(option.value for option in choices) for choices in _scorings(position.card, style)]
    )
    return made, plan_keeps(rolls, rolls_left) if rolls_left else rolls


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
            points = np.array(float(option.fill.points))
            liked = float(utility(weighted, np.array(value), place % size, points))
            options_of_roll.append(option._replace(value=liked))
        found.append(tuple(options_of_roll))
    return tuple(found)
