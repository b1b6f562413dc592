"""What a session has shown: its player's second factor, and how long that holds.

The desk and the admin open for a day after it (`has_passed`); factors can be changed for ten
minutes (`has_just_shown`). Each change of the account's factors (`User.factor_rev`) ends what
sessions have shown before. Between the password and the code nobody is signed in yet: the session
notes who it may become (`Pending`).
"""

import secrets
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from games.people.accounts.models import User
from games.platform.clock import utc_now

PENDING = "pending_sign_in"
PENDING_S = 600
MAIL_LASTS_S = 1_800
PASS_S = 86_400
JUST_S = 600


class Pending(NamedTuple):
    """Who knew the password, and where they want to go."""

    player: User
    wanted: str


def begin_sign_in(request: HttpRequest, player: User, wanted: str) -> None:
    """Remember that somebody knew the password."""
    request.session[PENDING] = {
        "player": player.pk,
        "hash": player.get_session_auth_hash(),
        "until": utc_now().timestamp() + PENDING_S,
        "next": wanted,
    }


def find_sign_in(request: HttpRequest) -> Pending | None:
    """Return who is between the password and the code. A new password since then ends it."""
    found = request.session.get(PENDING)
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
    word = request.session[PENDING].get("mail") or secrets.token_urlsafe(24)
    until = utc_now().timestamp() + MAIL_LASTS_S
    request.session[PENDING] = {**request.session[PENDING], "mail": word, "until": until}
    return word


def is_mail_word(request: HttpRequest, word: str) -> bool:
    """Whether this is the word that was mailed last."""
    return constant_time_compare(request.session[PENDING].get("mail") or "", word)


def end_sign_in(request: HttpRequest) -> None:
    request.session.pop(PENDING, None)


PASSED = "second_factor"


def record_of(player: User) -> dict[str, Any]:
    """Return what a session notes when its player has shown a second factor now."""
    return {"player": player.pk, "rev": player.factor_rev, "at": utc_now().timestamp()}


def note_passed(request: HttpRequest) -> None:
    """Note in the session that its player has shown a second factor now."""
    assert isinstance(request.user, User)
    request.session[PASSED] = record_of(request.user)


def has_passed(request: HttpRequest) -> bool:
    shown = _shown_s(request)
    return shown is not None and shown < PASS_S


def has_just_shown(request: HttpRequest) -> bool:
    shown = _shown_s(request)
    return shown is not None and shown < JUST_S


def keep_pass(request: HttpRequest) -> None:
    """Let what this session has shown hold after a change of factors, for as long as before."""
    assert isinstance(request.user, User)
    request.session[PASSED] = {**request.session[PASSED], "rev": request.user.factor_rev}


def forget_pass(request: HttpRequest) -> None:
    request.session.pop(PASSED, None)


def ask_for_factor(request: HttpRequest, back: str = "") -> HttpResponse:
    """Lead to the page of second factors, which says why, and leads back. `back`: the address to
    come back to, else that of the request.
    """
    if not back and request.method in ("GET", "HEAD"):
        back = request.get_full_path()
    query = f"?{urlencode({'next': back})}" if back else ""
    return redirect(reverse("second-factor") + query)


def _shown_s(request: HttpRequest) -> float | None:
    """Return the seconds since a factor was shown, None if none was, or factors have changed."""
    found = request.session.get(PASSED)
    player = request.user
    # Release 1.0.0 wrote only True: nobody knows when, or which factor.
    if not isinstance(found, dict) or not isinstance(player, User):
        return None
    if (found["player"], found["rev"]) != (player.pk, player.factor_rev):
        return None
    return float(utc_now().timestamp() - found["at"])
