"""People on the home page: whom a player has played with, who wants to be a friend, and who invites
them to a table.
"""

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.core.numbers import whole
from games.core.protocol.errors import ErrorCode, Refused
from games.core.rules import name_of
from games.people.accounts.models import User
from games.people.circles import friends
from games.people.circles.together import Company
from games.platform.clock import utc_now
from games.platform.limits.rates import spend
from games.site.shared.pages.refusals import answers_json
from games.site.shared.pages.shortcuts import me
from games.tables.matchmaking import invitations
from games.tables.matchmaking.companions import Companion, people_played_with


class Offered(NamedTuple):
    """Somebody in the list. `asked`: the player has asked them to become friends."""

    person: Companion
    asked: bool


class Invited(NamedTuple):
    """An invitation that the player can answer."""

    code: str
    name: str
    circle: str
    variant: str


def people_of(player: User, company: Company) -> dict[str, Any]:
    """Return what the home page shows a player of other people."""
    asking = friends.requests_of(player, company.contact)
    found = people_played_with(player, company, utc_now())
    return {
        "people": [Offered(each, each.player in asking.asked) for each in found],
        "askers": asking.askers,
        "invitations": [
            Invited(
                each.room.code,
                each.sender.name,
                "" if each.circle is None else each.circle.name,
                name_of(each.room.variant),
            )
            for each in invitations.open_to([player.pk])
        ],
    }


@answers_json
@login_required
@require_POST
def friend(request: HttpRequest) -> HttpResponse:
    """Ask a `player`, by their id, to become friends, or answer who asks: `do` is ask, accept or
    decline.
    """
    player = me(request)
    spend("friend", player.pk)
    other = User.objects.filter(pk=whole(request.POST.get("player", "")) or 0).first()
    if other is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such player.")
    match request.POST.get("do", ""):
        case "ask":
            are_friends = friends.ask(player, other)
            told = gettext("You are friends now.") if are_friends else gettext("You have asked.")
            messages.success(request, told)
        case "accept":
            friends.answer(player.pk, other.pk, accepts=True)
            messages.success(request, gettext("You are friends now."))
        case "decline":
            friends.answer(player.pk, other.pk, accepts=False)
        case _:
            raise Refused(ErrorCode.BAD_MESSAGE, "There is no such choice.")
    return redirect("home")
