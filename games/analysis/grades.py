"""Names for the sizes of a loss, and one number for a whole game (figures: docs/analysis.md)."""

from enum import StrEnum


class Grade(StrEnum):
    """How much a choice gave away."""

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
"""Below so many points of a single column a loss has this name; above all of them it is a blunder.

Of the losing choices of a middling player half are below 1.5, and one of ten is above 3.
"""

POINT = {"yacht": 1.0, "yahtzee": 1.0, "yatzy": 1.0, "triple_yahtzee": 2.0}
"""What stands for a point in each variant: three columns count two times each on average."""

PLAIN_LOSS = {"yacht": 1.75, "yahtzee": 2.5, "yatzy": 1.8, "triple_yahtzee": 5.0}
"""Points a counted choice that `PlainPlayer` gives away, as measured by
`manage.py loss_distribution`."""


def grade(loss: float, variant: str) -> Grade:
    """Return the name of a loss of so many expected points."""
    for name, limit in LIMITS:
        if loss < limit * POINT[variant]:
            return name
    return Grade.BLUNDER


def grade_limits(variant: str) -> list[tuple[str, float]]:
    """Return (name, limit) from the smallest on: a loss below the limit has that name."""
    return [(name.value, limit * POINT[variant]) for name, limit in LIMITS]


def accuracy(loss_per_decision: float, variant: str) -> float:
    """Return 100 for perfect play, 50 for losing as much a choice as the plain player, 25 for
    twice as much, and so on: 100 * 2 ** -(loss / plain loss).
    """
    return float(100 * 2 ** (-loss_per_decision / PLAIN_LOSS[variant]))
