"""Signing in between the password and the code: nobody is signed in yet."""

from typing import NamedTuple

from django.http import HttpRequest

from games.accounts.models import User
from games.clock import utc_now

KEY = "pending_sign_in"
LASTS_S = 600


class Pending(NamedTuple):
    """Who knew the password, and where they want to go."""

    player: User
    wanted: str


def begin(request: HttpRequest, player: User, wanted: str) -> None:
    """Remember that somebody knew the password."""
    request.session[KEY] = {
        "player": player.pk,
        "hash": player.get_session_auth_hash(),
        "until": utc_now().timestamp() + LASTS_S,
        "next": wanted,
    }


def find(request: HttpRequest) -> Pending | None:
    """Return who is between the password and the code. A new password since then ends it."""
    found = request.session.get(KEY)
    if not isinstance(found, dict) or utc_now().timestamp() > found["until"]:
        return None
    player = User.objects.filter(pk=found["player"], is_active=True).first()
    if player is None or player.get_session_auth_hash() != found["hash"]:
        return None
    return Pending(player, found["next"])


def end(request: HttpRequest) -> None:
    """Forget it."""
    request.session.pop(KEY, None)
