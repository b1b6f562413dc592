"""Pages of what a circle has played: seasons, evenings, records, and two members head to head."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games.people.circles.membership import find_circle
from games.people.circles.models import Circle, CircleMember
from games.platform.clock import utc_now
from games.site.front.circles import evenings, standings
from games.site.front.circles.season import (
    begin,
    choose_length,
    current_season,
    first_day,
    seasons_of,
    words_of,
)
from games.site.shared.pages.cursors import InvalidCursor
from games.site.shared.pages.shortcuts import me, page, player_of

View = Callable[..., HttpResponse]


def for_members(view: View) -> View:
    """Give a view the circle of its address and the reader's place in it. Others are told that
    there is no such circle.
    """

    @wraps(view)
    def found(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        player = player_of(request)
        circle, place = find_circle(code.lower(), None if player is None else player.pk)
        response = view(request, circle, place, **others)
        response["Cache-Control"] = "private, no-store"
        return response

    return found


def name_for(circle: Circle, place: CircleMember) -> str:
    """Return the name of a circle; of two friends, that of the other."""
    if not circle.pair:
        return circle.name
    others = circle.members.exclude(player=place.player_id)
    return others.values_list("player__name", flat=True).first() or ""


@require_safe
@for_members
def season(
    request: HttpRequest, circle: Circle, place: CircleMember, key: str = ""
) -> HttpResponse:
    """Show a season, the current one if the address names none."""
    now = utc_now()
    current = current_season(circle, now)
    seasons = seasons_of(circle, now)
    shown = key or current
    if first_day(shown) is None or shown not in {each.key for each in seasons}:
        raise Http404("There is no such season.")
    return page(
        request,
        "circles/season.html",
        circle=circle,
        circle_name=name_for(circle, place),
        key=shown,
        season=words_of(shown),
        is_current=shown == current,
        seasons=seasons,
        table=standings.table_of(circle, shown),
        fewest=standings.FEWEST_WEIGHED,
        lengths=[(each.value, length_words(each)) for each in Circle.Season],
        is_owner=place.role == CircleMember.Role.OWNER,
    )


def length_words(length: Circle.Season) -> str:
    return {
        Circle.Season.MONTH: gettext("A month"),
        Circle.Season.QUARTER: gettext("A quarter"),
        Circle.Season.OPEN: gettext("Until the owner begins a new one"),
    }[length]


@require_POST
@for_members
def season_length(request: HttpRequest, circle: Circle, place: CircleMember) -> HttpResponse:
    choose_length(circle, place, request.POST.get("length", ""))
    messages.success(request, gettext("Saved."))
    return redirect("circle-season-now", circle.code)


@require_POST
@for_members
def season_begin(request: HttpRequest, circle: Circle, place: CircleMember) -> HttpResponse:
    begin(circle, place)
    messages.success(request, gettext("A new season has begun."))
    return redirect("circle-season-now", circle.code)


@require_safe
@for_members
def all_evenings(request: HttpRequest, circle: Circle, place: CircleMember) -> HttpResponse:
    try:
        found = evenings.evenings_of(circle, request.GET.get("after", ""))
    except InvalidCursor as error:
        raise Http404("There is no such page.") from error
    return page(
        request,
        "circles/evenings.html",
        circle=circle,
        circle_name=name_for(circle, place),
        evenings=found,
    )


@require_safe
@for_members
def records(request: HttpRequest, circle: Circle, place: CircleMember) -> HttpResponse:
    return page(
        request,
        "circles/records.html",
        circle=circle,
        circle_name=name_for(circle, place),
        records=evenings.records_of(circle),
    )


@require_safe
@for_members
def head_to_head(
    request: HttpRequest, circle: Circle, place: CircleMember, name: str
) -> HttpResponse:
    other = standings.find_member(circle, name)
    if other is None or other.pk == place.player_id:
        raise Http404("There is no such member.")
    return page(
        request,
        "circles/head_to_head.html",
        circle=circle,
        circle_name=name_for(circle, place),
        other=other,
        against=standings.against(circle, me(request), other),
    )
