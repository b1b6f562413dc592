"""The clocks that a game can have: seconds for each turn, and their names for players."""

from typing import Literal, TypeAlias

Clock: TypeAlias = Literal[30, 60, 90, 86400, 172800, 259200, 604800] | None
"""Seconds for each turn; None is no clock."""

CLOCK_NAMES: dict[Clock, str] = {
    30: "30 s a turn",
    60: "60 s a turn",
    90: "90 s a turn",
    None: "No clock",
    86400: "A day a turn",
    172800: "2 days a turn",
    259200: "3 days a turn",
    604800: "A week a turn",
}
"""In the order in which players see them."""
CLOCKS: tuple[Clock, ...] = tuple(CLOCK_NAMES)

NEWER_CLOCKS: frozenset[Clock] = frozenset({172800, 259200, 604800})
"""Release 1.0 does not know these: a site offers them once no process of it is left."""

LONG_CLOCK_S = 3600
"""With a clock of this length or more, players need not be connected."""


def is_long(clock: int | None) -> bool:
    """Whether players with this clock need not be connected."""
    return clock is not None and clock >= LONG_CLOCK_S
