"""The page of a circle, and that of its members."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_http_methods, require_safe

from games.core.numbers import whole
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.circles import links, membership
from games.people.circles.models import Circle, CircleLink, CircleMember
from games.platform.clock import utc_now
from games.platform.language import interpolate
from games.platform.limits.rates import spend
from games.site.front.circles.parts import context_of
from games.site.front.circles.visit import (
    Visit,
    check_unlocked,
    for_members,
    name_of,
    title_of,
)
from games.site.shared.pages.shortcuts import page
from games.site.shared.sharing.head import absolute

Role = CircleMember.Role
FACES = 12
"""How many members the head of the page shows."""


class Person(NamedTuple):
    """Somebody of a circle, as the visitor sees them."""

    player: User
    name: str
    place: CircleMember | None = None
    is_me: bool = False


class ShownLink(NamedTuple):
    """A link with its address."""

    link: CircleLink
    address: str


def head_of(circle: Circle, place: CircleMember, visit: Visit) -> dict[str, Any]:
    """Return what every page of a circle says at its top."""
    may_manage = not circle.pair and not visit.locked
    return {
        "circle": circle,
        "place": place,
        "visit": visit,
        "title": title_of(circle, visit),
        "owns": place.role == Role.OWNER and may_manage,
        "manages": place.role != Role.MEMBER and may_manage,
    }


@require_safe
@for_members
def circle(request: HttpRequest, found: Circle, place: CircleMember, visit: Visit) -> HttpResponse:
    people = _people(found, visit)
    head = head_of(found, place, visit)
    return page(
        request,
        "circles/circle.html",
        **head,
        people=people[:FACES],
        count=len(people),
        more=max(len(people) - FACES, 0),
        waiting=found.requests.count() if head["manages"] else 0,
        # Names in the parts are not masked.
        **({} if visit.locked else context_of(found, place, visit)),
    )


def _people(circle: Circle, visit: Visit) -> list[Person]:
    order = [Role.OWNER, Role.HELPER, Role.MEMBER]
    places = circle.members.select_related("player").order_by("joined_at", "pk")
    return [
        Person(each.player, name_of(each.player, visit), each, each.player_id == visit.player.pk)
        for each in sorted(places, key=lambda each: order.index(Role(each.role)))
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@for_members
def members(request: HttpRequest, found: Circle, place: CircleMember, visit: Visit) -> HttpResponse:
    """Show the members; `action` about a `player` changes them, for owner and helpers."""
    if request.method == "POST":
        check_unlocked(visit)
        return _change(request, found, place)
    head = head_of(found, place, visit)
    shown: dict[str, Any] = {}
    if head["manages"]:
        asking = found.requests.select_related("player").order_by("at", "pk")
        banned = found.bans.select_related("player").order_by("pk")
        shown = {
            "asking": [Person(each.player, name_of(each.player, visit)) for each in asking],
            "removed": [Person(each.player, name_of(each.player, visit)) for each in banned],
            "links": [
                ShownLink(each, absolute(request, f"/j/{each.word}/"))
                for each in links.working(found, utc_now())
            ],
            "lengths": links.LENGTHS,
            "share_text": interpolate(
                gettext("Come and play with us: %(circle)s"), {"circle": found.name}
            ),
        }
    people = _people(found, visit)
    return page(
        request,
        "circles/members.html",
        **head,
        people=people,
        count=len(people),
        most=membership.MAX_MEMBERS,
        **shown,
    )


def _change(request: HttpRequest, circle: Circle, place: CircleMember) -> HttpResponse:
    spend("circle", place.player_id)
    player_id = whole(request.POST.get("player", ""))
    if player_id is None:
        raise Refused(ErrorCode.BAD_MESSAGE, gettext_noop("That is no longer here."))
    match request.POST.get("action", ""):
        case "helper":
            membership.make_helper(circle, place, player_id, helps=True)
        case "member":
            membership.make_helper(circle, place, player_id, helps=False)
        case "owner":
            membership.hand_over(circle, place, player_id)
        case "remove":
            membership.remove(circle, place, player_id)
        case "forgive":
            membership.forgive(circle, place, player_id)
        case "let-in":
            links.answer(circle, place, player_id, lets_in=True)
        case "refuse":
            links.answer(circle, place, player_id, lets_in=False)
        case _:
            raise Refused(ErrorCode.BAD_MESSAGE, gettext_noop("That is not possible now."))
    messages.success(request, gettext("Saved."))
    return redirect("circle-members", circle.code)
