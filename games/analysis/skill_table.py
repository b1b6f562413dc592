"""Update the table of skill indexes after each analysed game."""

from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import NamedTuple

from games.analysis.models import SeatAnalysis
from games.analysis.skill import WINDOW, is_suspect, skill_index
from games.analysis.summary import Summary
from games.database.upsert import upsert
from games.ratings.models import Skill


class _Game(NamedTuple):
    """The columns of a `SeatAnalysis` that the skill index is computed from."""

    counted: int
    loss: float
    squares: float
    luck: float
    margin: float | None
    adjusted_margin: float | None


def refresh_skills(eligible: Mapping[int, bool], variant: str) -> None:
    """Recompute the skill indexes of players in a variant from their latest games.

    `eligible` maps player ids to whether the player may be on leaderboards. Call it in a
    transaction that has locked these players.
    """
    rows = {player: _skill(player, variant, listed) for player, listed in eligible.items()}
    without = [player for player, row in rows.items() if row is None]
    if without:
        Skill.objects.filter(player__in=without, variant=variant).delete()
    upsert([row for row in rows.values() if row is not None], key=("player", "variant"))


def _skill(player: int, variant: str, eligible: bool) -> Skill | None:
    """Return a player's row, or None without enough decisions.

    Leaves out games with hints, moves made by others on the player's behalf, and damaged games.
    Losses found by an older version of the analysis count until the game is analysed again.
    """
    found = SeatAnalysis.objects.filter(
        player=player, variant=variant, bot=False, hints=0, counted__gt=0, game__fault=None
    )
    newest = found.order_by("-finished_at", "-pk").values_list(*_Game._fields)
    games = [_Game(*columns) for columns in newest[:WINDOW]]
    index = skill_index(Summary(game.counted, game.loss, game.squares) for game in games)
    if index is None:
        return None
    return Skill(
        player_id=player,
        variant=variant,
        loss=index.loss,
        error=index.error,
        decisions=index.decisions,
        games=index.games,
        luck=fmean(game.luck for game in games),
        margin=_mean(game.margin for game in games),
        adjusted_margin=_mean(game.adjusted_margin for game in games),
        suspect=is_suspect(index, variant),
        listed=index.is_reliable,
        eligible=eligible,
    )


def _mean(values: Iterable[float | None]) -> float | None:
    """Return the mean of the values that are not None; a solo game has no margin."""
    found = [value for value in values if value is not None]
    return fmean(found) if found else None
