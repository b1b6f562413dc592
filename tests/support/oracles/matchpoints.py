"""A second implementation of matchpoints: compare everybody with everybody, as the laws of
duplicate bridge say (law 78: two for each score that is beaten, one for each equal one).
"""

from collections.abc import Sequence
from fractions import Fraction


def matchpoints(totals: Sequence[int]) -> list[int]:
    found = []
    for me, mine in enumerate(totals):
        points = 0
        for other, theirs in enumerate(totals):
            if other != me and mine > theirs:
                points += 2
            if other != me and mine == theirs:
                points += 1
        found.append(points)
    return found


def percent(totals: Sequence[int], me: int) -> Fraction:
    """The mean of what each other player is worth: 100 if beaten, 50 if equal."""
    worth = {True: 100, False: 0}
    others = [total for number, total in enumerate(totals) if number != me]
    points = [50 if total == totals[me] else worth[totals[me] > total] for total in others]
    return Fraction(sum(points), len(points))
