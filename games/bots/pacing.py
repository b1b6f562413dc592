"""How long a bot lets the others wait, like a person: longer when two choices are close."""

from collections.abc import Sequence

from games.solver import Option

LEAST_MS = 600
MOST_MS = 1600
FIRST_ROLL_MS = 700
"""Before the first roll of a turn there is nothing to think about."""
CLOSE = 3.0
"""Choices that differ by so many points make nobody think for long."""


def thinking_ms(ranked: Sequence[Option], lot: float) -> int:
    """Return for how many milliseconds a bot thinks about these choices, best first.

    `lot` (0 to 1) is what the moment of the game gives: the same one takes the same time.
    """
    mood = lot * 997 % 1  # far digits, which say nothing about the choice that the lot makes
    if len(ranked) < 2:
        return round(FIRST_ROLL_MS + 200 * mood)
    gap = max(0.0, ranked[0].value - ranked[1].value)
    doubt = 1 / (1 + (gap / CLOSE) ** 2)
    span = MOST_MS - LEAST_MS
    return round(LEAST_MS + span * (0.25 + 0.75 * doubt) * (0.5 + 0.5 * mood))
