"""Pages of what a circle has played: seasons, evenings, records, and two members head to head."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games.core.numbers import whole
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
from games.site.front.circles.views import head_of
from games.site.front.circles.visit import Visit, check_unlocked, for_members, names_for
from games.site.shared.pages.cursors import InvalidCursor
from games.site.shared.pages.shortcuts import page


@require_safe
@for_members
def season(
    request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit, key: str = ""
) -> HttpResponse:
    """Show a season, the current one if the address names none."""
    now = utc_now()
    current = current_season(circle, now)
    seasons = seasons_of(circle, now)
    shown = key or current
    if first_day(shown) is None or shown not in {each.key for each in seasons}:
        raise Http404("There is no such season.")
    table = standings.table_of(circle, shown, names_for(visit))
    number = whole(request.GET.get("page", "1")) or 1
    first = (number - 1) * standings.ON_PAGE
    return page(
        request,
        "circles/season.html",
        **head_of(circle, place, visit),
        key=shown,
        season=words_of(shown),
        is_current=shown == current,
        seasons=seasons,
        table=table._replace(rows=table.rows[first : first + standings.ON_PAGE]),
        mine=[row for row in table.rows if row.player == place.player_id],
        linked=set() if visit.locked else standings.member_ids(circle),
        page_before=number - 1,
        page_after=number + 1 if len(table.rows) > first + standings.ON_PAGE else 0,
        lengths=[(each.value, length_words(each)) for each in Circle.Season],
    )


def length_words(length: Circle.Season) -> str:
    return {
        Circle.Season.MONTH: gettext("A month"),
        Circle.Season.QUARTER: gettext("A quarter"),
        Circle.Season.OPEN: gettext("Until the owner begins a new one"),
    }[length]


@require_POST
@for_members
def season_length(
    request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit
) -> HttpResponse:
    check_unlocked(visit)
    choose_length(circle, place, request.POST.get("length", ""))
    messages.success(request, gettext("Saved."))
    return redirect("circle-season-now", circle.code)


@require_POST
@for_members
def season_begin(
    request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit
) -> HttpResponse:
    check_unlocked(visit)
    begin(circle, place)
    messages.success(request, gettext("Saved."))
    return redirect("circle-season-now", circle.code)


@require_safe
@for_members
def all_evenings(
    request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit
) -> HttpResponse:
    try:
        found = evenings.evenings_of(circle, names_for(visit), request.GET.get("after", ""))
    except InvalidCursor as error:
        raise Http404("There is no such page.") from error
    return page(
        request,
        "circles/evenings.html",
        **head_of(circle, place, visit),
        evenings=found,
    )


@require_safe
@for_members
def records(
    request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit
) -> HttpResponse:
    return page(
        request,
        "circles/records.html",
        **head_of(circle, place, visit),
        records=evenings.records_of(circle, names_for(visit)),
    )


@require_safe
@for_members
def head_to_head(
    request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit, name: str
) -> HttpResponse:
    other = standings.find_member(circle, name)
    names = names_for(visit)
    if other is None or other.pk == place.player_id or not visit.contact.names(other.pk):
        raise Http404("That is no longer here.")
    return page(
        request,
        "circles/head_to_head.html",
        **head_of(circle, place, visit),
        other=other,
        other_name=names(other.pk, other.name),
        against=standings.against(circle, visit.player, other),
    )
