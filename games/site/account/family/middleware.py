"""Pages that a player with a family lock may open. Everything else is off: new pages, too."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from games.people.family.device import is_locked_by_session, is_locked_for
from games.site.shared.pages.shortcuts import page

ALLOWED = frozenset(
    {
        *("healthz", "readyz", "manifest", "service-worker", "offline", "robots", "favicon"),
        *("translated", "language", "privacy", "terms", "imprint", "contact", "security-txt"),
        *("learn", "help", "rules", "rules-of", "boxes", "first-game"),
        *("house-rules-editor", "house-rules", "house-rules-boxes", "house-rules-perfect"),
        "house-rules-keep",
        *("scorecard", "scorecard-rules", "scorecard-verdict"),
        *("offline-games", "offline-games-bots", "offline-games-taken", "offline-values"),
        *("device", "claim-seat", "claim-qr"),
        *("new-room", "room", "room-qr", "screen", "screen-qr"),
        *("screen-evening", "guest", "sign-in"),
        # A new card needs a grown-up; strangers on a card have no names.
        *("new-card", "cards", "card", "card-seed", "card-play", "card-end"),
        # A circle and its members have no names of strangers; who comes in needs a grown-up.
        *("circles", "new-circle", "circle-friends", "circle", "circle-members", "circle-settings"),
        *("circle-mine", "circle-leave", "join-circle", "join-circle-qr"),
        *("circle-season-now", "circle-season", "circle-evenings", "circle-records"),
        # An appointment has no words of strangers, and is for people who know each other.
        *("new-appointment", "appointment", "answer-appointment", "change-appointment"),
        "call-off-appointment",
        *("sign-in-code", "passkey-sign-in", "passkey-sign-in-options"),
        # Who turns the lock of an account without a password off signs in again first.
        *("provider-start", "provider-done", "provider-again", "provider-again-start"),
        *("puzzles", "puzzle-streak", "puzzle-today", "puzzle-answer", "puzzle-next", "puzzle"),
        *("analysis", "analysis-of", "analysis-position", "api-position", "api-variants"),
        *("settings-table", "settings-save", "settings-avatar"),
        *("fair-log-part", "fair-log-group", "api-fair-log", "api-fair-log-entries"),
        *("dice-csv", "api-dice", "api-openapi"),
        *(
            "family",
            "family-unlock",
            "family-member",
            "my-decisions",
            "report",
            "wording",
            "people",
        ),
    }
)
"""The names of routes whose pages have no text of strangers. The page of a table and its socket
show strangers as "Player 2".
"""


SAME_FOR_ALL = ("api-", "preview-")
"""How the names of routes begin whose answers do not depend on who asks."""


FOR_PROGRAMS = ("/api/", "/oembed")
"""How the addresses begin that answer programs."""


class FamilyLock:
    """Middleware that answers "off" to all other pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response of the view, or of `process_view`."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, names: Any
    ) -> HttpResponseBase | None:
        """Answer instead of the view if the lock is on and the page is not allowed."""
        route = request.resolver_match.url_name if request.resolver_match else None
        if route in ALLOWED:
            return None
        same_for_all = route is not None and route.startswith(SAME_FOR_ALL)
        if not (is_locked_by_session if same_for_all else is_locked_for)(request):
            return None
        if route == "home":
            return page(request, "family/home.html")
        if request.path.startswith(FOR_PROGRAMS):
            error = {"code": "not_found", "message": "The family lock is on."}
            return JsonResponse({"error": error}, status=404)
        return page(request, "family/off.html", 403)
