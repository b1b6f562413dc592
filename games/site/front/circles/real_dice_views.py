"""The page on which the keeper of a game with real dice gives it to a circle."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games.core.numbers import whole
from games.core.protocol.errors import ErrorCode, Refused
from games.people.circles.membership import find_circle
from games.people.circles.models import Circle
from games.people.circles.together import circles_of, place_in
from games.site.front.circles import real_dice
from games.site.front.circles.visit import Visit, check_unlocked, private, title_of, visit_of
from games.site.shared.pages.shortcuts import me, page
from games.site.study.real_dice import kept
from games.site.study.real_dice.card import MOST_PLAYERS


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def kept_game_circle(request: HttpRequest, code: str) -> HttpResponse:
    """Choose a circle, then who sat where; or take the game back."""
    visit = visit_of(request)
    check_unlocked(visit)
    player = visit.player
    row = kept.find(code)
    if row is None or row.player_id != player.pk or row.offline is not None:
        raise Http404("That is no longer here.")
    if request.method == "POST":
        real_dice.give(player, code, request.POST.get("circle", ""), _chosen(request.POST))
        messages.success(request, gettext("Saved."))
        return redirect("kept-game", row.code)
    circles = _circles(visit)
    asked = request.GET.get("circle") or (circles[0][0] if len(circles) == 1 else "")
    circle = row.circle
    members = []
    if circle is None and asked:
        circle, _ = find_circle(asked, player.pk)
        members = real_dice.members_of(circle)
    shown = page(
        request,
        "circles/real_dice.html",
        row=row,
        circles=circles,
        circle=circle,
        circle_name=_name(circle, visit),
        members=members,
        names=real_dice.names_on(row, members),
    )
    return private(shown)


@login_required
@require_POST
def kept_game_back(request: HttpRequest, code: str) -> HttpResponse:
    real_dice.take_back(me(request), code)
    messages.success(request, gettext("Saved."))
    return redirect("kept-game", code)


def _chosen(data: QueryDict) -> dict[int, int]:
    """Return the members of a form, by seat. Raises Refused."""
    chosen = {}
    for seat in range(MOST_PLAYERS):
        text = data.get(f"seat-{seat}", "")
        player = whole(text) if text else None
        if text and player is None:
            raise Refused(ErrorCode.BAD_MESSAGE, "Choose each member once.")
        if player is not None:
            chosen[seat] = player
    return chosen


def _circles(visit: Visit) -> list[tuple[str, str]]:
    """Return codes and names of the circles of a player, friends included."""
    found = [(circle.code, title_of(circle, visit)) for circle in circles_of(visit.player.pk)]
    return sorted(found, key=lambda each: each[1].casefold())


def _name(circle: Circle | None, visit: Visit) -> str:
    """Return the name of a circle, "" if the player has left it."""
    if circle is None or place_in(circle.pk, visit.player.pk) is None:
        return ""
    return title_of(circle, visit)
