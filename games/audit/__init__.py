"""The dice of all games that are over: counted by day and in total, and tested by chi-square.

The counts are caches of the logs. docs/fairness.md says what the tests mean.
"""

from games.audit.chi_square import ChiSquare, chi_square, upper_tail
from games.audit.counting import (
    Period,
    count_again,
    count_dice,
    newest_days,
    totals,
    wrong_periods,
)
from games.audit.tally import KINDS, DiceTally, Kind, Roll

__all__ = [
    "KINDS",
    "ChiSquare",
    "DiceTally",
    "Kind",
    "Period",
    "Roll",
    "chi_square",
    "count_again",
    "count_dice",
    "newest_days",
    "totals",
    "upper_tail",
    "wrong_periods",
]
