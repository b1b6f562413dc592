"""Signing in between the password and the code: nobody is signed in yet."""

import secrets
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from games.people.accounts.models import User
from games.platform.clock import utc_now

KEY = "pending_sign_in"
LASTS_S = 600
MAIL_LASTS_S = 1_800


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


def mail_word(request: HttpRequest) -> str:
    """Return the word for a link by mail, which works in this session only. Mail takes its time, so
    the code may take longer, too.
    """
    # The same when it is asked for again: the first mail may still be on its way.
    word = request.session[KEY].get("mail") or secrets.token_urlsafe(24)
    until = utc_now().timestamp() + MAIL_LASTS_S
    request.session[KEY] = {**request.session[KEY], "mail": word, "until": until}
    return word


def is_mail_word(request: HttpRequest, word: str) -> bool:
    """Whether this is the word that was mailed last."""
    return constant_time_compare(request.session[KEY].get("mail") or "", word)


def end(request: HttpRequest) -> None:
    """Forget it."""
    request.session.pop(KEY, None)
