"""The skill index: average points lost per decision, independent of dice luck. Pure.

The index is the mean loss over all counted decisions in a player's latest games of a variant. A few
games are enough, while results need hundreds, because most of every score is luck.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

from games.site.study.analysis.grades import POINT
from games.site.study.analysis.summary import Summary

WINDOW = 20
"""Number of latest games that count."""
MIN_DECISIONS = 100
"""An index is shown from this many counted decisions on, which are three or four games."""
SUSPECT_DECISIONS = 300
SUSPECT_LOSS = 0.02
"""A mean loss below this, in points of a single column, over this many decisions suggests a bot."""


class SkillIndex(NamedTuple):
    """Mean points lost per counted decision, its standard error, and the sample size."""

    loss: float
    error: float
    decisions: int
    games: int

    @property
    def is_reliable(self) -> bool:
        """Whether it is based on enough decisions to be shown."""
        return self.decisions >= MIN_DECISIONS


def skill_index(games: Iterable[Summary]) -> SkillIndex | None:
    """Return the index over these games, or None with fewer than two counted decisions.

    The standard error treats losses as independent. They nearly are, because each decision is
    judged by its own position, not by how the player got there.
    """
    found = [game for game in games if game.counted]
    decisions = sum(game.counted for game in found)
    if decisions < 2:
        return None
    mean = math.fsum(game.loss for game in found) / decisions
    squares = math.fsum(game.squares for game in found)
    variance = max(0.0, squares - decisions * mean * mean) / (decisions - 1)
    return SkillIndex(mean, math.sqrt(variance / decisions), decisions, len(found))


def is_suspect(index: SkillIndex, variant: str) -> bool:
    """Return whether staff should look at it: near-perfect play over many decisions."""
    return index.decisions >= SUSPECT_DECISIONS and index.loss < SUSPECT_LOSS * POINT[variant]
