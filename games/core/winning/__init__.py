"""Win probability of every seat in any state, and choices that maximise it.

Uses the solver's tables; the first call for a variant computes more, in seconds. docs/solver.md.
"""

from games.core.winning.choices import WinOption, options
from games.core.winning.outlook import (
    has_outlook,
    is_ready,
    make_ready,
    to_come,
    win_curve,
    win_probabilities,
)

__all__ = [
    "WinOption",
    "has_outlook",
    "is_ready",
    "make_ready",
    "options",
    "to_come",
    "win_curve",
    "win_probabilities",
]
