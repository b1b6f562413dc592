"""How far the points to come in Triple Yahtzee spread: a model, until no box is open.

Each open box adds the same variance; with the whole card it is that of well played games, 122
points without bonus Yahtzees and 160 with them. A turn's part goes with its three rolls.
"""

from math import sqrt

from games.rules import Scorecard

WHOLE = {"none": 122.0, "forced": 160.0, "free": 160.0}
"""Standard deviation of a whole card, by the switch `joker`."""


def sd_to_come(card: Scorecard, rolls: int) -> float:
    """Return the estimated standard deviation of the points to come, after `rolls` rolls."""
    unfilled = len(card.open_boxes) - rolls / 3
    return WHOLE[card.variant.switches["joker"]] * sqrt(unfilled / card.variant.rounds)
