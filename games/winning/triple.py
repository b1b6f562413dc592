"""How far the points to come in Triple Yahtzee spread: a model fitted to simulated games."""

from math import sqrt

from games.rules import Scorecard


def sd_to_come(card: Scorecard, rolls: int) -> float:
    """Return the estimated standard deviation of the points to come, after `rolls` rolls."""
    unfilled = len(card.open_boxes) - rolls / 4
    return 20.0 * sqrt(unfilled)
