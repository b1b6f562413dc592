"""Who looks at a circle: the one way by which its pages find it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext, gettext_noop

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.accounts.names import translated_name
from games.people.circles.membership import find_circle
from games.people.circles.models import Circle, CircleMember
from games.people.conduct.contact import Contact, locked_contact, read_contact
from games.people.family.device import is_locked_for
from games.platform.server.headers import keep_nowhere
from games.site.shared.pages.shortcuts import me, player_of

View = Callable[..., HttpResponse]


class Visit(NamedTuple):
    """A member who looks at a circle. `contact`: whose names they see. `locked`: with a family lock
    the page has no words of strangers.
    """

    request: HttpRequest
    player: User
    contact: Contact
    locked: bool


def visit_of(request: HttpRequest) -> Visit:
    player = me(request)
    locked = is_locked_for(request)
    contact = read_contact(player)
    return Visit(request, player, locked_contact(contact, player.pk) if locked else contact, locked)


def for_members(view: View) -> View:
    """Give a view the circle of its address, the reader's place in it, and the visit. Everybody
    else is told that there is no such circle.
    """

    @wraps(view)
    def found(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        # Whatever the answer is: that somebody is a member changes from one moment to the next.
        keep_nowhere(request)
        player = player_of(request)
        circle, place = find_circle(code.lower(), None if player is None else player.pk)
        return view(request, circle, place, visit_of(request), **others)

    return found


def check_unlocked(visit: Visit) -> None:
    """Raise Refused while a family lock is on: a child does not decide who comes in."""
    if visit.locked:
        raise Refused(ErrorCode.FORBIDDEN, gettext_noop("The family lock is on."))


def private(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def name_of(player: User, visit: Visit) -> str:
    """Return the name of a member, as this visitor may see it."""
    if not visit.contact.names(player.pk):
        return gettext("A member")
    return visit.contact.name_of(player.pk) or translated_name(player.name)


def names_for(visit: Visit) -> Callable[[int | None, str], str]:
    """Return what gives the name of somebody who played, by their number (None: they have no
    account, or not any more) and their name, as this visitor may see it.
    """

    def shown(player_id: int | None, name: str) -> str:
        if not visit.contact.names(player_id):
            return gettext("A member")
        return visit.contact.name_of(player_id) or translated_name(name)

    return shown


def title_of(circle: Circle, visit: Visit) -> str:
    """Return the name of a circle; of two friends, that of the other."""
    if circle.pair:
        others = User.objects.filter(circle_places__circle=circle).exclude(pk=visit.player.pk)
        other = others.first()
        return gettext("Friends") if other is None else name_of(other, visit)
    if not visit.locked:
        return circle.name
    owners = circle.members.filter(role=CircleMember.Role.OWNER).values_list("player", flat=True)
    # Who named it may be a stranger to a child.
    return circle.name if any(visit.contact.names(each) for each in owners) else gettext("Circle")
