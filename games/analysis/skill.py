"""The skill index: points lost a choice, whatever the dice did. Pure.

Of a player's last games in a variant all counted choices are pooled; the index is their mean loss.
After a few games it tells what results need hundreds for, since the luck of the dice, most of every
score, is not in it. The classes are those of simulated players (docs/analysis.md has the figures).
"""

import math
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from games.analysis.grades import POINT
from games.analysis.summary import Summary

WINDOW = 20
"""So many games are looked back on."""
MIN_DECISIONS = 100
"""With fewer counted choices an index is shown to nobody: three or four games."""
SUSPECT_DECISIONS = 300
SUSPECT_LOSS = 0.02
"""Who loses less than so many points of a single column a choice, over so many choices, plays as a
program does."""


class SkillClass(StrEnum):
    """Names for strengths, the best first."""

    PERFECT = "perfect"
    MASTER = "master"
    EXPERT = "expert"
    STRONG = "strong"
    STEADY = "steady"
    CASUAL = "casual"
    BEGINNER = "beginner"


CLASS_LIMITS = (
    (SkillClass.PERFECT, 0.02),
    (SkillClass.MASTER, 0.1),
    (SkillClass.EXPERT, 0.25),
    (SkillClass.STRONG, 0.5),
    (SkillClass.STEADY, 1.0),
    (SkillClass.CASUAL, 2.0),
)
"""Below so many points of a single column a choice."""


class SkillIndex(NamedTuple):
    """Points lost a counted choice, its standard error, and what it rests on."""

    loss: float
    error: float
    decisions: int
    games: int

    @property
    def is_telling(self) -> bool:
        """Whether it rests on enough choices to be shown."""
        return self.decisions >= MIN_DECISIONS


def skill_index(games: Iterable[Summary]) -> SkillIndex | None:
    """Return the index over these games; None with fewer than two counted choices.

    The standard error is that of the mean of independent losses: within a game they are very
    nearly so, since each choice is judged by what lay before its player, not by how he got there.
    """
    found = [game for game in games if game.counted]
    decisions = sum(game.counted for game in found)
    if decisions < 2:
        return None
    mean = math.fsum(game.loss for game in found) / decisions
    squares = math.fsum(game.squares for game in found)
    variance = max(0.0, squares - decisions * mean * mean) / (decisions - 1)
    return SkillIndex(mean, math.sqrt(variance / decisions), decisions, len(found))


def skill_class(loss: float, variant: str) -> SkillClass:
    """Return the name of an index of so many points a choice."""
    for name, limit in CLASS_LIMITS:
        if loss < limit * POINT[variant]:
            return name
    return SkillClass.BEGINNER


def is_suspect(index: SkillIndex, variant: str) -> bool:
    """Whether staff should have a look: near-perfect play over many choices is not human."""
    return index.decisions >= SUSPECT_DECISIONS and index.loss < SUSPECT_LOSS * POINT[variant]
