"""The cards of a circle on its page, and the choice of its weekly card."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.people.circles.models import Circle, CircleMember
from games.people.circles.weekly import choose_weekly
from games.platform.clock import utc_now
from games.platform.language import listed
from games.platform.limits.rates import spend
from games.site.events.cards.lists import CardRow, of_circle
from games.site.events.cards.standings import read_standings
from games.site.front.circles.hooks import hook_of
from games.site.front.circles.visit import Visit, check_unlocked, for_members
from games.site.shared.pages.front_game import front_first

MAX_SHOWN = 6


class CircleCard(NamedTuple):
    """A card of the circle. `first`: who has won it, "" before the reveal; `best`: with how many
    points.
    """

    row: CardRow
    first: str
    best: int | None


def cards_part(circle: Circle, place: CircleMember, visit: Visit) -> dict[str, Any]:
    """Return what `circles/_cards.html` shows."""
    player = visit.player
    manages = place.role != CircleMember.Role.MEMBER and not circle.pair
    return {
        "circle_cards": [
            _with_winners(each, visit) for each in of_circle(circle, player, utc_now(), MAX_SHOWN)
        ],
        "makes_cards": not circle.pair and circle.archived_at is None,
        "chooses_weekly": manages and circle.archived_at is None,
        "weekly_games": front_first(visit.request) if manages else (),
    }


def hook_part(circle: Circle, place: CircleMember, visit: Visit) -> dict[str, Any]:
    """Return what `circles/_hook.html` shows: something for the owner only."""
    owns = place.role == CircleMember.Role.OWNER and not circle.pair
    return {"hook_owner": owns, "hook": hook_of(circle) if owns else None}


def _with_winners(row: CardRow, visit: Visit) -> CircleCard:
    if row.state != "revealed":
        return CircleCard(row, "", None)
    found = read_standings(row.card, visit.player, visit.contact, first=MAX_SHOWN)
    first = [each for each in found.lines if each.place == 1]
    names = listed([each.name for each in first])
    return CircleCard(row, names, first[0].total if first else None)


@require_POST
@for_members
def weekly(request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit) -> HttpResponse:
    """Choose the game of a circle's weekly card, for its owner and helpers."""
    check_unlocked(visit)
    spend("circle", place.player_id)
    variant = request.POST.get("variant", "")
    choose_weekly(circle, place, variant)
    said = gettext("A card comes each Monday.") if variant else gettext("No card of the week.")
    messages.success(request, said)
    return redirect("circle", circle.code)
