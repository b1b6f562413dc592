"""Help: how to play, and what happens to players who are away or leave."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.accounts.leavers import FIRST_PAUSE
from games.live.room import AWAY_S
from games.pages.shortcuts import page
from games.ratings.model import MIN_TURNS


@require_safe
def help_(request: HttpRequest) -> HttpResponse:
    """Show how to play, keyboard shortcuts, and what happens to players who are away or leave."""
    return page(
        request,
        "learning/help.html",
        away_seconds=round(AWAY_S),
        rated_games=settings.SAME_DICE_RATED_GAMES,
        min_turns=MIN_TURNS,
        first_pause=FIRST_PAUSE // timedelta(minutes=1),
    )
