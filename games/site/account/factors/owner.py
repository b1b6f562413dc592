"""Whether the owner of an account is at the keyboard, and not somebody who found it open: asked
before changes of the account. The owner types their password; without one, they sign in again with
their provider, or by a link in a mail, in this session.
"""

from django.http import HttpRequest
from django.utils.translation import gettext

from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.site.shared.pages.shortcuts import me

AGAIN = "signed_in_again"
AGAIN_S = 600


def note_signed_in_again(request: HttpRequest) -> None:
    """Note that the owner has just signed in again in this session."""
    request.session[AGAIN] = {"player": me(request).pk, "at": utc_now().timestamp()}


def has_signed_in_again(request: HttpRequest) -> bool:
    """Whether the owner has signed in again in this session within ten minutes."""
    found = request.session.get(AGAIN)
    if found is None or found["player"] != me(request).pk:
        return False
    return bool(utc_now().timestamp() - found["at"] < AGAIN_S)


def asked_of(request: HttpRequest) -> str:
    """Return what the owner is asked for before a change: "password", "again" (to sign in again
    first), or "" if they have just done that.
    """
    if me(request).has_usable_password():
        return "password"
    return "" if has_signed_in_again(request) else "again"


def is_owner(request: HttpRequest, password: str) -> bool:
    """Whether this is the owner: the password is right, or they have signed in again."""
    player = me(request)
    if player.has_usable_password() and player.check_password(password):
        return True
    return has_signed_in_again(request)


def refusal(player: User) -> str:
    """Return what to tell somebody who is not."""
    if player.has_usable_password():
        return gettext("That is not the password.")
    return gettext("Sign in again first.")
