"""Matchpoints, as in duplicate bridge: each player is compared with every other one in the field.

A higher total than another player's is worth 2, an equal one 1: twice the usual points, so that
they are whole numbers. The percentage is the share of the points for beating everybody. Pure.
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
    """Return matchpoints as a percentage (0 to 100). `field`: the number of players. Raises
    ValueError for a field of one.
    """
    if field < 2:
        raise ValueError("nobody to compare with")
    return 100 * points / (WIN * (field - 1))
