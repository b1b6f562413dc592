"""A signed cookie that names the accounts to which a browser has signed in.

Guesses at an account's password or code are limited for all browsers together, except for browsers
that its owner has used: each of these has a count of its own. So nobody can lock the owner out
there by guessing.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.core.numbers import whole
from games.people.accounts.models import User

COOKIE = "known"
SALT = "games.known_devices"
KEPT_S = 400 * 86_400
MAX_ACCOUNTS = 5
BROWSERS = 10**17
"""A number from here on in the list is the browser's own, none of an account: version 1.0, which
may run beside this one, reads numbers only. It has as many digits as `games.core.numbers` reads.
"""


def is_known(request: HttpRequest, account: User | None) -> bool:
    """Whether somebody has signed in to the account with this browser."""
    return account is not None and account.pk in _numbers(request)


def known_browser(request: HttpRequest, account: User | None) -> str:
    """Return what limits count for this browser and an account that it knows; "" if it does not."""
    if account is None or not is_known(request, account):
        return ""
    return f"{account.pk}|{_own_number(request)}"


def remember(request: HttpRequest, response: HttpResponse, account: User) -> None:
    """Note in the browser that it is signed in to the account."""
    others = (each for each in _numbers(request) if each < BROWSERS and each != account.pk)
    accounts = [account.pk, *others][:MAX_ACCOUNTS]
    number = _own_number(request) or BROWSERS + secrets.randbelow(BROWSERS)
    response.set_signed_cookie(
        COOKIE,
        ".".join(map(str, (*accounts, number))),
        salt=SALT,
        max_age=KEPT_S,
        path=reverse("sign-in"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _own_number(request: HttpRequest) -> int:
    """Return the browser's own number, 0 for one that version 1.0 remembered."""
    return next((each for each in _numbers(request) if each >= BROWSERS), 0)


def _numbers(request: HttpRequest) -> list[int]:
    text = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=KEPT_S)
    return [number for each in (text or "").split(".") if (number := whole(each)) is not None]
