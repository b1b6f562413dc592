"""Who may open the desk. What they may do there is in `games.people.authority`."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse

from games.people.accounts.facts import role_of
from games.people.accounts.models import User
from games.people.authority.records import Role
from games.site.account.factors.gate import ask_for_factor, has_passed

ROLES = (Role.HELPER.value, Role.MODERATOR.value)
"""The roles that an account can get."""

View = Callable[..., HttpResponse]


def at_the_desk(view: View) -> View:
    """Let only helpers and moderators open a page; for everybody else it does not exist."""

    @wraps(view)
    def checked(request: HttpRequest, *args: object, **names: object) -> HttpResponse:
        player = request.user
        if not isinstance(player, User) or not role_of(player):
            raise Http404
        if not has_passed(request):
            return ask_for_factor(request)
        return view(request, *args, **names)

    return checked
