"""How long a bot pauses before a move: longer when two choices are close, as a person does."""

from collections.abc import Sequence

from games.core.solver import Option

LEAST_MS = 600
MAX_MS = 1600
FIRST_ROLL_MS = 700
"""Pause before the first roll of a turn, where there is nothing to choose."""
CLOSE = 3.0
"""Difference in points at which two choices are no longer close."""


def pause_ms(ranked: Sequence[Option], draw: float) -> int:
    """Return the pause in milliseconds before a bot takes one of these choices, best first.

    `draw` is the uniform number (0 to 1) of the observation, so the same moment has the same pause.
    """
    # The far digits are independent of the choice that `draw` makes.
    jitter = draw * 997 % 1
    if len(ranked) < 2:
        return round(FIRST_ROLL_MS + 200 * jitter)
    gap = max(0.0, ranked[0].value - ranked[1].value)
    doubt = 1 / (1 + (gap / CLOSE) ** 2)
    span = MAX_MS - LEAST_MS
    return round(LEAST_MS + span * (0.25 + 0.75 * doubt) * (0.5 + 0.5 * jitter))
