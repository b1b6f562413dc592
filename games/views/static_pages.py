"""Pages without player data: help, fair dice, robots.txt and the favicon."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.accounts.leavers import FIRST_PAUSE
from games.live.allowed import AWAY_S
from games.ratings.model import MIN_TURNS
from games.views.shortcuts import page

PREVIEWERS = (
    *("Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding", "TelegramBot"),
    *("Discordbot", "WhatsApp", "Pinterestbot", "redditbot"),
)
"""What fetches the page of a link that somebody has sent: also of a room, as an invitation."""
ROBOTS = (
    "".join(f"User-agent: {name}\n" for name in PREVIEWERS)
    + "Disallow: /account/\nDisallow: /admin/\n\n"
    + "User-agent: *\nDisallow: /r/\nDisallow: /account/\nDisallow: /admin/\n"
)


@require_safe
def help_(request: HttpRequest) -> HttpResponse:
    """Show how to play, keyboard shortcuts, and what happens to players who are away or leave."""
    return page(
        request,
        "help/help.html",
        away_seconds=round(AWAY_S),
        rated_games=settings.SAME_DICE_RATED_GAMES,
        min_turns=MIN_TURNS,
        first_pause=FIRST_PAUSE // timedelta(minutes=1),
    )


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """Explain how to verify the dice of a game."""
    return page(request, "help/fair.html")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Ask search engines to stay out of rooms and accounts. Games decide on their pages."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@cache_control(max_age=86400, public=True)
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect clients that ignore `<link rel="icon">` to the icon."""
    return redirect(static("img/icon.svg"))
