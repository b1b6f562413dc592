"""What a session has shown: its player's second factor, and how long that holds.

The desk and the admin open for a day after it (`has_passed`); factors can be changed for ten
minutes (`has_just_shown`). Each change of the account's factors (`User.factor_rev`) ends what
sessions have shown before.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.people.accounts.models import User
from games.platform.clock import utc_now

PASSED = "second_factor"
PASS_S = 86_400
JUST_S = 600


def record_of(player: User) -> dict[str, Any]:
    """Return what a session notes when its player has shown a second factor now."""
    return {"player": player.pk, "rev": player.factor_rev, "at": utc_now().timestamp()}


def note_passed(request: HttpRequest) -> None:
    """Note in the session that its player has shown a second factor now."""
    assert isinstance(request.user, User)
    request.session[PASSED] = record_of(request.user)


def has_passed(request: HttpRequest) -> bool:
    """Whether the player of this session has shown a second factor within a day."""
    shown = _shown_s(request)
    return shown is not None and shown < PASS_S


def has_just_shown(request: HttpRequest) -> bool:
    """Whether the player of this session has shown a second factor within ten minutes."""
    shown = _shown_s(request)
    return shown is not None and shown < JUST_S


def keep_pass(request: HttpRequest) -> None:
    """Let what this session has shown hold after a change of factors, for as long as before."""
    assert isinstance(request.user, User)
    request.session[PASSED] = {**request.session[PASSED], "rev": request.user.factor_rev}


def forget_pass(request: HttpRequest) -> None:
    """Forget what this session has shown."""
    request.session.pop(PASSED, None)


def ask_for_factor(request: HttpRequest) -> HttpResponse:
    """Lead somebody to the page where they show a second factor, or read how they get one."""
    return redirect("second-factor")


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
