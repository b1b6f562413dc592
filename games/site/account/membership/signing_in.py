"""The end of signing in: after the password or the answer of a provider, and the second factor of
accounts that have one.

The browser is remembered in a signed cookie, which names the accounts that have signed in there,
and a guest is merged into the account.
"""

import secrets

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse

from games.core.numbers import whole
from games.people.accounts.models import Session, User
from games.people.accounts.personal_data import all_personal
from games.people.conduct.sanctions import closed_token
from games.platform.clock import utc_now
from games.site.account.factors import gate
from games.site.account.factors.authenticators import are_asked
from games.site.account.membership.device_mail import tell_of_new_device
from games.site.account.membership.views.language import recall_language
from games.site.shared.pages.shortcuts import player_of, sign_in_as

COOKIE = "known"
SALT = "games.known_devices"
# Browsers keep no cookie for longer (RFC 6265bis).
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


def merge_guest(guest: User, account: User) -> None:
    """Give the guest's seats, rooms and finished games to the account, in one transaction.

    Where the account already sits at the table, or was in the game, both keep what they have.
    Raises StillPlaying if the guest is in a running game.
    """
    with transaction.atomic():
        for part in all_personal():
            part.merge(guest, account)
        User.objects.filter(added_by=guest).update(added_by=account)
        if guest.locked:
            # A child does not get rid of a family lock by signing in.
            User.objects.filter(pk=account.pk).update(locked=True)
        # Nobody goes on as the guest in another browser.
        Session.objects.filter(player=guest).delete()


def enter(request: HttpRequest, account: User, wanted: str) -> HttpResponse | None:
    """Sign in to an account whose owner has shown who they are, or ask for its second factor. A
    closed one leads to the decision, or nowhere: None. Raises StillPlaying.
    """
    if not account.is_active:
        token = closed_token(account)
        return None if token is None else redirect("closed-decisions", token)
    if are_asked(account):
        gate.begin_sign_in(request, account, wanted)
        return redirect("sign-in-code")
    return complete(request, player_of(request), account, wanted)


def complete(request: HttpRequest, guest: User | None, account: User, wanted: str) -> HttpResponse:
    """Sign in to the account, with what the guest has played, and lead to `wanted`. Raises
    StillPlaying.
    """
    if guest is not None and guest.is_guest:
        merge_guest(guest, account)
    is_new = not is_known(request, account)
    sign_in_as(request, account)
    if is_new:
        tell_of_new_device(account, request.headers.get("User-Agent", ""), utc_now())
    response = redirect(wanted or resolve_url("home"))
    recall_language(response, account)
    remember(request, response, account)
    return response
