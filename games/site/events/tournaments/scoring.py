"""The points of a tournament: by place at the table, doubled during a streak. Pure.

A win is worth `WIN` points at a table of any size, and the last place nothing. The places between
have equal steps. Tied players each get the mean of the places they share. `WIN` is the smallest
number for which all points are whole at tables of two, three and four.

Two games won in a row begin a streak. From then on every game counts double, including the first
one that is not won, which ends the streak. Arenas of lichess.org have the same rule.
"""

from collections.abc import Sequence
from typing import NamedTuple

# So that a place at a table of two, three or four is a whole number of points, also if it is
# shared.
WIN = 12
STREAK = 2
"""Games won in a row that begin a streak."""


class PlayerScore(NamedTuple):
    """A player's line in the standings. `streak`: games won in a row. `sheet`: the points of each
    game, oldest first.
    """

    score: int = 0
    streak: int = 0
    games: int = 0
    wins: int = 0
    sheet: tuple[int, ...] = ()

    @property
    def is_doubled(self) -> bool:
        return self.streak >= STREAK


def shares(places: Sequence[int]) -> list[int]:
    """Return the points of each seat for these places at one table, before any doubling.

    Raises ValueError for a table that is too small.
    """
    others = len(places) - 1
    if others < 1:
        raise ValueError("a table has two players or more")
    return [
        WIN * (2 * sum(place < other for other in places) + _tied(place, places)) // (2 * others)
        for place in places
    ]


def _tied(place: int, places: Sequence[int]) -> int:
    return sum(place == other for other in places) - 1


def is_won(place: int, places: Sequence[int]) -> bool:
    return place == 1 and _tied(place, places) == 0


def scored(line: PlayerScore, share: int, won: bool, left: bool = False) -> PlayerScore:
    """Return the line after a game that gave `share` points. Players who `left` get none."""
    points = 0 if left else share * (2 if line.is_doubled else 1)
    won = won and not left
    return PlayerScore(
        score=line.score + points,
        streak=line.streak + 1 if won else 0,
        games=line.games + 1,
        wins=line.wins + won,
        sheet=(*line.sheet, points),
    )


def places_of(scores: Sequence[int]) -> list[int]:
    """Return the place of each score, the highest first. Ties share the place: 1, 1, 3."""
    first: dict[int, int] = {}
    for number, score in enumerate(sorted(scores, reverse=True), 1):
        first.setdefault(score, number)
    return [first[score] for score in scores]
