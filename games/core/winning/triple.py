"""The standard deviation of the points to come in Triple Yahtzee, measured in games for points.

Each roll of a turn accounts for an equal part of the turn's variance.
"""

from functools import cache
from math import sqrt

from games.core.rules import Scorecard


@cache
def _variances(joker: str) -> list[float]:
    """Return the variance of the points to come for 0 to 39 filled boxes, and a final 0."""
    from games.core.solver.triple import weights  # noqa: PLC0415 - large, and seldom asked for

    turns = weights.about(weights.path_of(joker))["measured"][joker]["turns"]
    return [turn["sd"] ** 2 for turn in turns] + [0.0, 0.0]


def sd_to_come(card: Scorecard, rolls: int) -> float:
    """Return the estimated standard deviation of the points to come, after `rolls` rolls."""
    filled = card.variant.rounds - len(card.open_boxes)
    now, later = _variances(str(card.variant.switches["joker"]))[filled : filled + 2]
    return sqrt(now + (later - now) * rolls / card.variant.rolls_per_turn)
