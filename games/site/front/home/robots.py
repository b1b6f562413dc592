"""The files that programs ask every site for: robots.txt and the favicon."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

PREVIEWERS = (
    *("Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding", "TelegramBot"),
    *("Discordbot", "WhatsApp", "Pinterestbot", "redditbot"),
)
"""Programs that fetch the page of a link that somebody has sent, such as an invitation to a room.
"""
ROBOTS = (
    "".join(f"User-agent: {name}\n" for name in PREVIEWERS)
    + "Disallow: /account/\nDisallow: /admin/\n\n"
    + "User-agent: *\nDisallow: /r/\nDisallow: /account/\nDisallow: /admin/\n"
)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Ask search engines to stay out of rooms and accounts. Games decide on their pages."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@cache_control(max_age=86400, public=True)
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect clients that ignore `<link rel="icon">` to the icon."""
    return redirect(static("img/icon.svg"))
