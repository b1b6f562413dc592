"""The skill index: average points lost per decision, independent of dice luck; and its table,
which is updated after each analysed game.

The index is the mean loss over all counted decisions in a player's latest games of a variant. A few
games are enough, while results need hundreds, because most of every score is luck.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

from games.core.rules import VARIANTS
from games.platform.database.upsert import upsert
from games.record.ratings.models import Skill
from games.site.study.analysis.grades import POINT
from games.site.study.analysis.models import SeatAnalysis
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
        return self.decisions >= MIN_DECISIONS


def skill_index(games: Iterable[Summary]) -> SkillIndex | None:
    """Return the index over these games, or None with fewer than two counted decisions."""
    # The standard error treats losses as independent. They nearly are, because each decision is
    # judged by its own position, not by how the player got there.
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


def refresh_skills(players: Iterable[int], variant: str) -> None:
    """Recompute the skill indexes of players in a variant from their latest games.

    Call it in a transaction that has locked these players. Only official games have indexes.
    """
    if variant not in VARIANTS:
        return
    rows = {player: _skill(player, variant) for player in players}
    without = [player for player, row in rows.items() if row is None]
    if without:
        Skill.objects.filter(player__in=without, variant=variant).delete()
    upsert([row for row in rows.values() if row is not None], key=("player", "variant"))


def _skill(player: int, variant: str) -> Skill | None:
    """Return a player's row, or None without enough decisions.

    Leaves out games with hints, moves made by others on the player's behalf, and damaged games.
    Losses found by an older version of the analysis count until the game is analysed again.
    """
    found = SeatAnalysis.objects.filter(
        player=player, variant=variant, bot=False, hints=0, counted__gt=0, game__fault=None
    )
    newest = found.order_by("-finished_at", "-pk").values_list(*Summary._fields)
    index = skill_index(Summary(*columns) for columns in newest[:WINDOW])
    if index is None:
        return None
    return Skill(
        player_id=player,
        variant=variant,
        loss=index.loss,
        error=index.error,
        decisions=index.decisions,
        games=index.games,
        suspect=is_suspect(index, variant),
        listed=index.is_reliable,
    )
