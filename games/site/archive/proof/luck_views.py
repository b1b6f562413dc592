"""The page "Was I unlucky?": a player's luck, the dice of the whole site, and how they are made."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.core.rules import find_variant
from games.people.accounts.models import User
from games.record.audit.counting import totals
from games.site.archive.proof.dice import site_dice
from games.site.shared.pages.shortcuts import page, player_of
from games.site.study.analysis.game_analysis import current_analyses
from games.site.study.analysis.luck import luck_of_games
from games.site.study.analysis.models import SeatAnalysis

MOST_GAMES = 100
"""The newest games of a player that count."""
LISTED = 10
SHOWN_DICE = (1, 2, 2, 4, 6)
"""Drawn for who has no games yet: a roll to complain about."""


class GameLuck(NamedTuple):
    """A game of a player. `rolls`: the luck of each roll in points."""

    code: str
    variant: str
    at: datetime
    rolls: tuple[float, ...]

    @property
    def name(self) -> str:
        return find_variant(self.variant).name

    @property
    def points(self) -> float:
        return sum(self.rolls)


@require_safe
def luck(request: HttpRequest) -> HttpResponse:
    """Show how lucky the viewer was, the dice of the whole site, and how dice are made."""
    player = player_of(request)
    games = [] if player is None else newest_games(player)
    listed = games[:LISTED]
    answer = page(
        request,
        "proof/luck.html",
        luck=luck_of_games(game.rolls for game in games),
        games=_bars(listed),
        shown_dice=SHOWN_DICE,
        last=games[0].code if games else None,
        most_games=MOST_GAMES if len(games) == MOST_GAMES else None,
        **site_dice(totals()),
    )
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


def newest_games(player: User) -> list[GameLuck]:
    """Return the player's newest analysed games, newest first."""
    newest = current_analyses().filter(player=player).order_by("-finished_at", "-pk")
    # Choose first: the database would read the whole analysis of every game to sort them.
    chosen = SeatAnalysis.objects.filter(pk__in=newest.values("pk")[:MOST_GAMES])
    rows = chosen.order_by("-finished_at", "-pk").values_list(
        "game__code", "variant", "finished_at", "data__rolls"
    )
    return [
        GameLuck(code, variant, at, tuple(roll["luck"] for roll in rolls))
        for code, variant, at, rolls in rows
    ]


def _bars(games: Sequence[GameLuck]) -> list[tuple[GameLuck, float, float]]:
    """Return each game with the left edge and width of its bar, in percent of half the chart."""
    most = max((abs(game.points) for game in games), default=0) or 1
    widths = [100 * abs(game.points) / most for game in games]
    return [
        (game, 100.0 if game.points >= 0 else 100 - width, width)
        for game, width in zip(games, widths, strict=True)
    ]
