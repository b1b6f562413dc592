"""The circles and friends of a player, and the form for a new circle."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext, gettext_noop
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.numbers import whole
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.accounts.names import NameRefused, find_account
from games.people.circles import friends as friendship
from games.people.circles.membership import open_circle
from games.people.circles.models import Circle, CircleMember, CircleRequest, FriendRequest
from games.people.circles.together import friends_of
from games.platform.language import ENGLISH
from games.platform.language.formats import present_name, zones
from games.platform.limits.rates import client_address, spend
from games.site.events.cards.parents import asked_of_parent, check_parent
from games.site.front.circles.managing import CircleForm
from games.site.front.circles.views import Person
from games.site.front.circles.visit import (
    Visit,
    check_unlocked,
    name_of,
    private,
    title_of,
    visit_of,
)
from games.site.shared.pages.refusals import (
    CLOSED,
    REFUSALS,
    RefusedName,
    answers_json,
    show_in,
)
from games.site.shared.pages.shortcuts import (
    me,
    nameless_guest,
    new_guest,
    next_url,
    page,
    player_of,
)


class Mine(NamedTuple):
    """A circle of the visitor."""

    circle: Circle
    title: str
    members: int
    place: CircleMember


class Friend(NamedTuple):
    """A friend, with the code of the circle of both."""

    person: Person
    code: str


@require_safe
def circles(request: HttpRequest) -> HttpResponse:
    """List the visitor's circles, their friends, and who asks whom."""
    context = _lists(visit_of(request)) if player_of(request) is not None else {}
    return private(page(request, "circles/circles.html", **context))


def _lists(visit: Visit) -> dict[str, Any]:
    places = (
        CircleMember.objects.filter(player=visit.player)
        .select_related("circle")
        .annotate(count=Count("circle__members"))
        .order_by("circle__pair", "circle__name", "pk")
    )
    mine = [
        Mine(each.circle, title_of(each.circle, visit), each.count, each)
        for each in places
        if not each.circle.pair
    ]
    asked = FriendRequest.objects.filter(declined_at=None).order_by("-at", "-pk")
    waits = CircleRequest.objects.filter(player=visit.player).select_related("circle")
    return {
        "visit": visit,
        "mine": [each for each in mine if each.circle.archived_at is None],
        "archived": [each for each in mine if each.circle.archived_at is not None],
        "friends": _friends(visit),
        "asking": [
            Person(each.asker, name_of(each.asker, visit))
            for each in asked.filter(asked=visit.player).select_related("asker")
            if each.asker_id not in visit.contact.unheard
        ],
        "asked": [
            Person(each.asked, name_of(each.asked, visit))
            for each in FriendRequest.objects.filter(asker=visit.player).select_related("asked")
        ],
        "waits": [each.circle for each in waits] if not visit.locked else [],
    }


def _friends(visit: Visit) -> list[Friend]:
    pairs = (
        CircleMember.objects.filter(player__in=friends_of(visit.player.pk), circle__pair=True)
        .filter(circle__members__player=visit.player)
        .select_related("player", "circle")
        .order_by("player__name", "pk")
    )
    return [
        Friend(Person(each.player, name_of(each.player, visit)), each.circle.code) for each in pairs
    ]


@answers_json
@require_POST
def friends(request: HttpRequest) -> HttpResponse:
    """Ask somebody by `name` to become friends, or `action` about a `player`, by their id: ask,
    accept, decline, end, or take back. `next`: where to go then.
    """
    if player_of(request) is None:
        raise Refused(ErrorCode.SIGN_IN_FIRST, gettext_noop("Please sign in first."))
    player = me(request)
    spend("circle", player.pk)
    name = request.POST.get("name", "").strip()
    other = whole(request.POST.get("player", "")) or 0
    action = "ask" if name else request.POST.get("action", "")
    if action in ("ask", "accept"):
        check_unlocked(visit_of(request))
    match action:
        case "ask":
            _ask(request, player, name, other)
        case "accept":
            friendship.answer(player.pk, other, accepts=True)
            messages.success(request, gettext("You are friends now."))
        case "decline":
            friendship.answer(player.pk, other, accepts=False)
        case "end":
            friendship.end(player.pk, other)
            messages.success(request, gettext("Removed."))
        case "take-back":
            friendship.take_back(player.pk, other)
        case _:
            raise Refused(ErrorCode.BAD_MESSAGE, gettext_noop("That is not possible now."))
    return redirect(next_url(request, "circles"))


def _ask(request: HttpRequest, player: User, name: str, other_id: int) -> None:
    spend("friend", player.pk)
    other = find_account(name) if name else User.objects.filter(pk=other_id).first()
    if other is None:
        raise Refused(ErrorCode.NOT_FOUND, gettext_noop("There is no such player."))
    if friendship.ask(player, other):
        messages.success(request, gettext("You are friends now."))
    else:
        messages.success(request, gettext("You have asked. They can accept it in their circles."))


@sensitive_post_parameters("parent")
@require_http_methods(["GET", "HEAD", "POST"])
def new_circle(request: HttpRequest) -> HttpResponse:
    """Show the form for a circle, and make it. A visitor without a name becomes a guest."""
    player = player_of(request)
    form = CircleForm(
        request.POST or None, ask_parent=asked_of_parent(request), ask_name=player is None
    )
    if not form.is_bound:
        return _show(request, form, 200)
    if not form.is_valid():
        return _show(request, form, 422)
    try:
        spend("circle-address", client_address(request))
        check_parent(request, request.POST.get("parent", ""))
        data = form.cleaned_data
        player = player or _visitor(request, data["maker"])
        spend("circle-new", player.pk)
        made = open_circle(
            player,
            data["name"],
            data["emblem"],
            _zone(data["zone"], player),
            get_language() or ENGLISH,
        )
    except MakerRefused as refused:
        form.add_error("maker", RefusedName(refused.why))
        return _show(request, form, 422)
    except REFUSALS as refused:
        return _show(request, form, show_in(form, refused))
    return private(redirect("circle-members", made.code))


class MakerRefused(Exception):
    """The visitor's own name is refused, not that of the circle. `why`: what is wrong."""

    def __init__(self, why: NameRefused) -> None:
        super().__init__(str(why))
        self.why = why


def _visitor(request: HttpRequest, name: str) -> User:
    """Return a new guest. Raises MakerRefused, LimitedError, and NameRefused where guests may not
    come.
    """
    try:
        return new_guest(request, name) if name else nameless_guest(request)
    except NameRefused as refused:
        if refused.code == CLOSED:
            raise
        raise MakerRefused(refused) from refused


def _zone(asked: str, player: User) -> str:
    """Return the zone of a new circle: that of the form, of its maker, or UTC."""
    for zone in (present_name(asked), player.time_zone):
        if zone in zones():
            return zone
    return "UTC"


def _show(request: HttpRequest, form: CircleForm, status: int) -> HttpResponse:
    return private(page(request, "circles/new.html", status, form=form))
