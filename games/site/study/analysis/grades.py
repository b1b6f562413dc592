"""Grades of single decisions and the accuracy of a game (docs/analysis.md has the figures)."""

from collections.abc import Mapping
from enum import StrEnum

from games.core.rules import base_of


class Grade(StrEnum):
    """How good a decision was, by the expected points it lost."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LIMITS = (
    (Grade.BEST, 0.01),
    (Grade.FINE, 0.5),
    (Grade.INACCURACY, 1.5),
    (Grade.MISTAKE, 3.0),
)
"""Upper limits of the loss per grade, in points of a single column. A larger loss is a blunder.

For an average player, half of all losing decisions lose less than 1.5 and one in ten more than 3.
"""

POINT = {"yacht": 1.0, "yahtzee": 1.0, "yatzy": 1.0, "triple_yahtzee": 2.0}
"""Scale of one point per variant: the three columns count two times on average."""

PLAIN_LOSS = {"yacht": 1.75, "yahtzee": 2.5, "yatzy": 1.8, "triple_yahtzee": 5.0}
"""Mean loss per counted decision of `PlainPlayer`, measured by `script/make losses`."""
UNMEASURED = "yacht"
"""Other games have the figures of this one, whose card is most like theirs."""


def _of_base(figures: Mapping[str, float], variant: str) -> float:
    """Return the figure of a variant, or that of the game on which house rules are based."""
    return figures.get(base_of(variant), figures[UNMEASURED])


def grade(loss: float, variant: str) -> Grade:
    for name, limit in LIMITS:
        if loss < limit * _of_base(POINT, variant):
            return name
    return Grade.BLUNDER


def grade_limits(variant: str) -> list[tuple[str, float]]:
    """Return (grade, upper limit of the loss), smallest limit first."""
    return [(name.value, limit * _of_base(POINT, variant)) for name, limit in LIMITS]


def accuracy(loss_per_decision: float, variant: str) -> float:
    """Return 100 * 2 ** -(loss / plain loss).

    That is 100 for perfect play, 50 for the loss of the plain player, 25 for twice that loss.
    """
    return float(100 * 2 ** (-loss_per_decision / _of_base(PLAIN_LOSS, variant)))


def percent_of_perfect(total: int, perfect: int | None) -> float | None:
    """Return a total as a percentage of the score of perfect play, without foresight, with the same
    dice; None if that is not known.
    """
    return None if not perfect else 100 * total / perfect
