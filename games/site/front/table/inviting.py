"""Invitations to a table: send them, accept one, decline it, and choose for whom the table is."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.core.numbers import whole
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.people.circles.together import Company, company_of
from games.platform.clock import utc_now
from games.platform.language import interpolate
from games.platform.limits.rates import LimitedError, client_address
from games.site.shared.pages.refusals import REFUSALS, answer_of, answers_json
from games.site.shared.pages.shortcuts import me, page, player_of
from games.tables.live.registry import Hubs, tell_hubs
from games.tables.matchmaking import invitations
from games.tables.matchmaking.companions import Companion, people_played_with
from games.tables.rooms.hosting import set_circle
from games.tables.rooms.models import Room
from games.tables.rooms.permissions import check_between_games

MAX_OFFERED = 8
"""How many people the form for a table offers to invite, and asks at once."""


def offered_people(
    player: User, company: Company, chosen: Collection[int]
) -> list[tuple[Companion, bool]]:
    """Return whom the form for a table offers to invite, and whether each is chosen: who is chosen
    first, so that a form shown again loses nobody, then who is here.
    """
    found = people_played_with(player, company, utc_now())
    found.sort(key=lambda each: (each.player not in chosen, not each.here))
    offered = [(each, each.player in chosen) for each in found[:MAX_OFFERED]]
    return sorted(offered, key=lambda each: not each[0].here)


def find_circle(code: str) -> Circle:
    """Return a circle. Raises Refused in the words for one that the player is no member of."""
    found = Circle.objects.filter(code=code).first()
    if found is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such circle.")
    return found


def invite_to(room: Room, sender: User, person: int | None, circle: str) -> None:
    """Ask one person, or a whole circle. Raises Refused and LimitedError."""
    if circle:
        invitations.invite_circle(sender, room.code, find_circle(circle))
    if person is not None:
        asked = User.objects.filter(pk=person).first()
        if asked is None:
            raise Refused(ErrorCode.NOT_FOUND, "There is no such player.")
        invitations.invite(sender, room.code, asked)
    if circle or person is not None:
        tell_hubs(lambda hubs: hubs.process.notify_lobbies())


def invite_all(room: Room, sender: User, people: Sequence[int], circle: str) -> list[str]:
    """Ask people, and perhaps a circle. Return what to tell of those who could not be asked: the
    others are asked all the same.
    """
    problems: dict[str, list[str]] = {}
    names = dict(User.objects.filter(pk__in=people).values_list("pk", "name"))
    for person, code in ((None, circle), *((each, "") for each in people)):
        try:
            invite_to(room, sender, person, code)
        except REFUSALS as refused:
            # A limit does not say whom it concerns.
            limited = isinstance(refused, LimitedError) and person in names
            left = [names[person]] if limited and person is not None else []
            problems.setdefault(answer_of(refused).message, []).extend(left)
    return [_told(problem, left) for problem, left in problems.items()]


def _told(problem: str, names: Sequence[str]) -> str:
    if not names:
        return problem
    left = interpolate(gettext("Not invited: %(names)s"), {"names": ", ".join(names)})
    return f"{problem} {left}"


@answers_json
@login_required
@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Invite a `player`, by their id, or the members of a `circle`, by its code."""
    room = _room(code)
    invite_to(room, me(request), whole(request.POST.get("player", "")), _circle(request))
    return JsonResponse({})


@answers_json
@login_required
@require_POST
def choose_circle(request: HttpRequest, code: str) -> HttpResponse:
    """Let the games of this table count for a `circle`, by its code, or for none. Tell it."""
    room, host, chosen = _room(code), me(request), _circle(request)
    set_circle(room.pk, host.pk, find_circle(chosen) if chosen else None)
    tell_hubs(partial(Hubs.room_changed, room_id=room.pk))
    invite_to(room, host, None, chosen)
    return JsonResponse({})


@answers_json
@login_required
@never_cache
@require_safe
def people(request: HttpRequest, code: str) -> HttpResponse:
    """Return whom the player can invite to their table: people, and circles with the chosen one."""
    player, room = me(request), _room(code)
    seated = set(room.seats.exclude(player=None).values_list("player", flat=True))
    if player.pk not in seated:
        raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
    invited = set(room.invitations.values_list("asked", flat=True))
    company = company_of(player)
    found = people_played_with(player, company, utc_now())
    chosen = None if room.circle is None else room.circle.code
    return JsonResponse(
        {
            "people": [
                {**each._asdict(), "asked": each.player in invited}
                for each in found
                if each.player not in seated
            ],
            "circles": [{"code": each, "name": name} for each, name in company.circles],
            "chosen": chosen if chosen in dict(company.circles) else "",
            "host": room.host_id == player.pk and _may_choose(room),
        }
    )


def _may_choose(room: Room) -> bool:
    try:
        check_between_games(room)
    except Refused:
        return False
    return not (room.public or room.strangers or room.tournament_id or room.begins_by)


@never_cache
@login_required
@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Accept an invitation, which gives a seat, or `decline` it."""
    player = me(request)
    if "decline" in request.POST:
        invitations.decline(player.pk, code)
        return redirect("home")
    try:
        room = invitations.take(player, code, client_address(request))
    except REFUSALS as refused:
        told = answer_of(refused)
        return _ask(request, code, told.status, told.message)
    tell_hubs(partial(Hubs.room_changed, room_id=room.pk))
    return redirect("room", code)


def seat_page(request: HttpRequest, code: str) -> HttpResponse | None:
    """Return the page that takes the seat to which a notification or a mail leads. None: nobody has
    invited the visitor, or they sit there.
    """
    player = player_of(request)
    if player is None or invitations.find_open(player.pk, code) is None:
        return None
    return _ask(request, code, 200)


def _ask(request: HttpRequest, code: str, status: int, problem: str = "") -> HttpResponse:
    context: dict[str, Any] = {"code": code, "problem": problem}
    return page(request, "table/take_seat.html", status, **context)


def _room(code: str) -> Room:
    room = Room.objects.select_related("game", "circle").filter(code=code).first()
    if room is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such table.")
    return room


def _circle(request: HttpRequest) -> str:
    return request.POST.get("circle", "")[:12]
