"""Who may open the desk: helpers decide about talk, moderators about everything."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse

from games.accounts.models import User
from games.accounts.staff import is_staff
from games.desk.models import Case
from games.factors.gate import ask_for_factor, has_passed
from games.protocol.errors import ErrorCode, Refused

HELPER = "helper"
MODERATOR = "moderator"
ROLES = (HELPER, MODERATOR)

View = Callable[..., HttpResponse]


def role_of(player: User) -> str:
    """Return the player's role at the desk, "" for none. Superusers are moderators."""
    if not player.is_active:
        return ""
    return MODERATOR if player.is_superuser else player.desk_role


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


def check_may_judge(moderator: User, case: Case) -> None:
    """Raise Refused for one's own case, for helpers outside their field, and for staff as seen by
    helpers.
    """
    concerned = case.subject
    if concerned is not None and concerned.pk == moderator.pk:
        raise Refused(ErrorCode.FORBIDDEN, "This case is about you. Leave it to somebody else.")
    if case.reports.filter(reporter=moderator).exists():
        raise Refused(ErrorCode.FORBIDDEN, "You reported this. Leave it to somebody else.")
    if role_of(moderator) == MODERATOR:
        return
    if not case.about_talk or (concerned is not None and is_staff(concerned)):
        raise Refused(ErrorCode.FORBIDDEN, "A moderator decides this.")
