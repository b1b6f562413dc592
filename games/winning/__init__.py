"""Winning: the chances of every seat at any moment, and how to play for the place, not for points.

Built on the solver's tables; knows nothing of Django. The first call for a variant makes tables
that take seconds. docs/winning.md has the method and what was measured.
"""

from games.winning.choices import WinOption, options
from games.winning.curve import win_curve
from games.winning.outlook import is_ready, make_ready, to_come, win_probabilities

__all__ = [
    "WinOption",
    "is_ready",
    "make_ready",
    "options",
    "to_come",
    "win_curve",
    "win_probabilities",
]
