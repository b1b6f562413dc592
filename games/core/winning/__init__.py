"""Win probability of every seat in any state, and choices that maximise it.

Uses the solver's tables; the first call for a variant computes more, in seconds. docs/solver.md.
These functions run where `solver.child` runs compiled code; the modules have what they do.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.core.engine import Event, GameState
from games.core.rules import Dice, Scorecard, Variant
from games.core.solver.child import run
from games.core.winning.support import EXACT_BOXES, WinOption, has_outlook

if TYPE_CHECKING:
    from games.core.winning.distribution import Distribution

__all__ = [
    "EXACT_BOXES",
    "WinOption",
    "has_outlook",
    "is_ready",
    "make_ready",
    "options",
    "to_come",
    "win_curve",
    "win_probabilities",
]

CHOICES, OUTLOOK = "games.core.winning.choices", "games.core.winning.outlook"


def options(state: GameState, seat: int) -> tuple[WinOption, ...]:
    """Return all choices of a seat that may act, best first: see `choices.options`."""
    found: tuple[WinOption, ...] = run(CHOICES, "options", state, seat)
    return found


def is_ready(variant: Variant) -> bool:
    """Whether all tables of a variant exist, so that no function here takes seconds."""
    return has_outlook(variant) and bool(run(OUTLOOK, "is_ready", variant))


def make_ready(variant: Variant) -> None:
    """Compute the tables of a variant, unless they exist or it has no win probabilities.

    Takes seconds.
    """
    run(OUTLOOK, "make_ready", variant)


def to_come(card: Scorecard, dice: Dice | None = None, rolls: int = 0) -> "Distribution":
    """Return the distribution of the points to come: see `outlook.to_come`."""
    found: Distribution = run(OUTLOOK, "to_come", card, dice, rolls)
    return found


def win_probabilities(state: GameState) -> tuple[float, ...]:
    """Return the win probability of each seat if all play for points.

    Raises ValueError for an aborted or cancelled game. See `outlook.win_probabilities`.
    """
    found: tuple[float, ...] = run(OUTLOOK, "win_probabilities", state)
    return found


def win_curve(events: Sequence[Event]) -> list[tuple[float, ...]]:
    """Return the win probabilities of all seats after each event of a log.

    Raises ValueError if the log does not start a game. See `outlook.win_curve`.
    """
    found: list[tuple[float, ...]] = run(OUTLOOK, "win_curve", events)
    return found
