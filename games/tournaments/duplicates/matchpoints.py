"""Matchpoints, as in duplicate bridge: each player is compared with every other one of the field.

Beating somebody is worth 2, the same total 1: twice the usual points, so that they are whole. The
percentage is the share of what beating all others would give. Pure.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

WIN = 2


def matchpoints(totals: Sequence[int]) -> list[int]:
    """Return the matchpoints of each of these totals."""
    ordered = sorted(totals)
    points = {
        total: bisect_left(ordered, total) + bisect_right(ordered, total) - 1
        for total in set(ordered)
    }
    return [points[total] for total in totals]


def percent(points: int, field: int) -> float:
    """Return matchpoints in a field of so many players as percent (0 to 100). Raises ValueError for
    a field of one.
    """
    if field < 2:
        raise ValueError("nobody to compare with")
    return 100 * points / (WIN * (field - 1))
