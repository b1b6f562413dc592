"""The table of skill indexes: written with each game that is analysed."""

from collections.abc import Iterable
from statistics import fmean

from games.analysis.skill import WINDOW, is_suspect, skill_index
from games.analysis.summary import Summary
from games.models import SeatAnalysis, Skill


def refresh_skill(player: int, variant: str, eligible: bool) -> None:
    """Compute a player's index in a variant again from his last games. In a transaction in which
    nobody else can do the same.

    Games in which he asked for hints are left out, and so is what others played for him.
    """
    rows = SeatAnalysis.objects.filter(
        player=player, variant=variant, bot=False, hints=0, counted__gt=0
    )
    games = list(rows.order_by("-finished_at", "-pk").defer("data")[:WINDOW])
    index = skill_index(Summary(game.counted, game.loss, game.squares) for game in games)
    if index is None:
        Skill.objects.filter(player=player, variant=variant).delete()
        return
    Skill.objects.update_or_create(
        player_id=player,
        variant=variant,
        defaults={
            "loss": index.loss,
            "error": index.error,
            "decisions": index.decisions,
            "games": index.games,
            "luck": fmean(game.luck for game in games),
            "margin": _mean(game.margin for game in games),
            "adjusted_margin": _mean(game.adjusted_margin for game in games),
            "suspect": is_suspect(index, variant),
            "listed": index.is_telling,
            "eligible": eligible,
        },
    )


def _mean(values: Iterable[float | None]) -> float | None:
    """Of the values that there are: who played alone has no margin."""
    found = [value for value in values if value is not None]
    return fmean(found) if found else None
