"""Games that are over, and the list of mine."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.cards import InvalidCursor, Page, read_own
from games.history import game_page
from games.listings import tables_of
from games.models import Game, User
from games.players import DELETED_NAME, deleted_among
from games.rules import VARIANTS
from games.views.http import me, page
from games.views.profiles import asked_variant

GAMES_A_PAGE = 20


@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    """Show a game that is over; one that still runs is shown in its room."""
    room_code = _room_of_running(code)
    if room_code is not None:
        return redirect("room", room_code)
    return page(request, "game.html", code=code, page=load_page(code))


@require_safe
def game_json(request: HttpRequest, code: str) -> JsonResponse:
    """Return {sheet, view, events, room} of a game, running or over."""
    return JsonResponse(load_page(code))


def _room_of_running(code: str) -> str | None:
    running = Game.objects.filter(code=code, status=Game.Status.PLAYING, room__isnull=False)
    return running.values_list("room__code", flat=True).first()


def load_page(code: str) -> dict[str, Any]:
    """Return all about a game, without the names of players who deleted themselves.

    The log keeps the names of the day it was written and never changes. Raises Http404.
    """
    found = game_page(code)
    if found is None:
        raise Http404("There is no such game.")
    named = list(_named(found))
    gone = deleted_among(entry["player"] for entry in named if entry["player"] is not None)
    for entry in named:
        if entry["player"] in gone:
            entry["name"] = DELETED_NAME
    return found


def _named(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every {"player": id, "name": name, ...} within JSON values."""
    if isinstance(value, dict):
        if "player" in value and "name" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for inner in value:
            yield from _named(inner)


@login_required
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """List my tables, those that wait for me first, and my games that are over, twenty a page."""
    player = me(request)
    variant = asked_variant(request)
    return page(
        request,
        "my_games.html",
        tables=tables_of(player, timezone.now()),
        games=_own_games(request, player, variant),
        path=reverse("my-games"),
        variant=variant,
        variants=VARIANTS.values(),
    )


def _own_games(request: HttpRequest, player: User, variant: str) -> Page:
    try:
        return read_own(player, variant, request.GET.get("after"), GAMES_A_PAGE)
    except InvalidCursor:
        return read_own(player, variant, None, GAMES_A_PAGE)
