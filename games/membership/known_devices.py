"""A signed cookie that names the accounts to which a browser has signed in.

Guesses at an account's password are limited for all browsers together, except for browsers that its
owner has used. So nobody can lock the owner out of these by guessing.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.accounts.models import User

COOKIE = "known"
SALT = "games.known_devices"
KEPT_S = 400 * 86_400
MAX_ACCOUNTS = 5


def is_known(request: HttpRequest, account: User | None) -> bool:
    """Whether somebody has signed in to the account with this browser."""
    return account is not None and account.pk in _accounts(request)


def remember(request: HttpRequest, response: HttpResponse, account: User) -> None:
    """Note in the browser that it is signed in to the account."""
    known = [account.pk, *(each for each in _accounts(request) if each != account.pk)]
    response.set_signed_cookie(
        COOKIE,
        ".".join(map(str, known[:MAX_ACCOUNTS])),
        salt=SALT,
        max_age=KEPT_S,
        path=reverse("sign-in"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _accounts(request: HttpRequest) -> list[int]:
    text = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=KEPT_S)
    return [int(each) for each in (text or "").split(".") if each]
