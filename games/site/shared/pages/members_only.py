"""On a site without strangers, lists of people are only for those who are signed in."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from games.people.accounts.site_rules import allows_strangers

LISTS = frozenset(
    {
        *(
            "leaderboards",
            "leaderboard",
            "community",
            "profile",
            "profile-games",
            "preview-profile",
        ),
        *("tournaments", "tournament", "preview-tournament", "daily-results", "preview-daily"),
        *("api-player", "api-player-games", "api-leaderboard", "api-daily"),
        *("api-tournaments", "api-tournament", "api-card"),
    }
)
"""The names of routes that show people to anyone who asks."""


class MembersOnly:
    """Middleware that asks visitors of such pages to sign in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, names: Any
    ) -> HttpResponseBase | None:
        """Answer instead of the view to a visitor who is not signed in."""
        route = request.resolver_match.url_name if request.resolver_match else None
        if route not in LISTS or allows_strangers() or request.user.is_authenticated:
            return None
        if request.path.startswith("/api/"):
            error = {"code": "unauthorized", "message": "Lists of people are for members only."}
            return JsonResponse({"error": error}, status=401)
        return redirect_to_login(request.get_full_path())
