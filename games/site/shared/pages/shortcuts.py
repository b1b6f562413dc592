"""Functions that many views use: the current player, redirects, rendering."""

import secrets
from functools import partial
from typing import Any

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext

from games.people.accounts.models import User
from games.people.accounts.names import NameRefused
from games.people.accounts.players import create_guest
from games.people.accounts.sessions import note_browser
from games.people.accounts.site_rules import check_guest
from games.platform.limits.rates import client_address, spend
from games.site.shared.pages.invitations import is_invited

LESSON = "lesson"
"""The key in a session of the code of the room where its player has their first game."""
MOST_TRIES = 5
BACKEND = "django.contrib.auth.backends.ModelBackend"


def player_of(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def me(request: HttpRequest) -> User:
    """Return the signed-in guest or account, in views with `login_required`."""
    assert isinstance(request.user, User)
    return request.user


def next_url(request: HttpRequest, default: str) -> str:
    """Return the URL in the parameter `next` if it is on this site, else the URL of `default`."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else resolve_url(default)


def sign_in_as(request: HttpRequest, player: User) -> None:
    """Start a session for the player, with a new key and a new CSRF token."""
    login(request, player, backend=BACKEND)
    note_browser(request)


def end_session(request: HttpRequest) -> None:
    # The browser must show the player's pages to nobody who goes back to them.
    logout(request)
    # static/js/ui/first-paint.js looks whether the token has changed.
    rotate_token(request)


def new_guest(request: HttpRequest, name: str) -> User:
    """Create a guest and sign them in. Raises NameRefused and LimitedError."""
    check_guest(partial(is_invited, request))
    spend("guest", client_address(request))
    guest = create_guest(name)
    sign_in_as(request, guest)
    return guest


def nameless_guest(request: HttpRequest) -> User:
    """Create a guest with a name such as "Guest 4711". Raises NameRefused and LimitedError."""
    for _ in range(MOST_TRIES - 1):
        try:
            return new_guest(request, _any_name())
        except NameRefused as refused:
            if refused.code == "closed":
                raise
            # an account has it
    return new_guest(request, _any_name())


def _any_name() -> str:
    word = gettext("Guest")
    return f"{word} {secrets.randbelow(9_000) + 1_000}"


def page(request: HttpRequest, template: str, status: int = 200, **context: Any) -> HttpResponse:
    """Render a template. Pass a status other than 200 for pages with errors."""
    return render(request, template, context, status=status)
