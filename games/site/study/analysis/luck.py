"""How lucky the dice of many games were, and how unusual that is. Pure: no Django.

The luck of a roll (docs/analysis.md) has mean zero, whatever was rolled and chosen before, and
also if the player resigns after it. So the sum of all has mean zero, and the sum of their squares
estimates its variance, for any variant and any way to play.
"""

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import NamedTuple

MIN_GAMES = 3
"""With fewer games, the chance is too inexact."""
MOST_ONE_IN = 100


class Luck(NamedTuple):
    """The luck of some games in points. `chance`: the share of players with fair dice who have at
    most this much; None with too few games.
    """

    points: float
    games: int
    chance: float | None

    @property
    def per_game(self) -> float:
        return self.points / self.games

    @property
    def one_in(self) -> int | None:
        """How rare it is: one player in this many is as lucky, or as unlucky; None if unknown."""
        if self.chance is None:
            return None
        return one_in(min(self.chance, 1 - self.chance))


def luck_of_games(games: Iterable[Sequence[float]]) -> Luck | None:
    """Return the luck of games, each given by the luck of its rolls; None without games."""
    found = list(games)
    if not found:
        return None
    rolls = [luck for game in found for luck in game]
    chance = chance_of_less(rolls) if len(found) >= MIN_GAMES else None
    return Luck(math.fsum(rolls), len(found), chance)


def chance_of_less(rolls: Sequence[float]) -> float | None:
    """Return the chance that fair dice give at most the sum of these values; None if all are 0.

    Corrects for skewness: a single great roll is far luckier than any roll is unlucky (P. Hall,
    "Edgeworth Expansion for Student's t Statistic under Minimal Moment Conditions", Annals of
    Probability 15, 1987).
    """
    squares = math.fsum(luck**2 for luck in rolls)
    if not squares:
        return None
    scaled = math.fsum(rolls) / math.sqrt(squares)
    skewness = math.fsum(luck**3 for luck in rolls) / (squares * math.sqrt(squares))
    normal = NormalDist()
    chance = normal.cdf(scaled) + skewness * (2 * scaled**2 + 1) / 6 * normal.pdf(scaled)
    return min(max(chance, 0.0), 1.0)


def one_in(chance: float) -> int:
    """Return n for a chance of about 1 in n, with one digit from 10 on, at most `MOST_ONE_IN`."""
    if chance * MOST_ONE_IN <= 1:
        return MOST_ONE_IN
    exact = 1 / chance
    step = 10 ** math.floor(math.log10(exact)) if exact >= 10 else 1
    return round(exact / step) * step
