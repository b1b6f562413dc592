"""What several views share: who is asking, where to go next, how to refuse."""

from typing import Any

from django import forms
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from games.accounts.players import do_create_guest
from games.models import User
from games.rate_limits import LimitedError, client_address, spend

BACKEND = "django.contrib.auth.backends.ModelBackend"


def player_of(request: HttpRequest) -> User | None:
    """Return the guest or account that is signed in, or None."""
    return request.user if request.user.is_authenticated else None


def me(request: HttpRequest) -> User:
    """Return the guest or account that is signed in; for views behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


def next_url(request: HttpRequest, default: str) -> str:
    """Return the page asked for by `next` if it is one of ours, else that of `default`."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else resolve_url(default)


def sign_in_as(request: HttpRequest, player: User) -> None:
    """Start the player's session, under a new key and with a new CSRF token."""
    login(request, player, backend=BACKEND)


def new_guest(request: HttpRequest, name: str) -> User:
    """Create a guest and sign the browser in as him. Raises NameRefused and LimitedError."""
    spend("guest", client_address(request))
    guest = do_create_guest(name)
    sign_in_as(request, guest)
    return guest


def refuse(form: forms.Form, limited: LimitedError) -> int:
    """Say on the form that it was too often, and return the status of the answer."""
    form.add_error(None, limited.message)
    return 429


def page(request: HttpRequest, template: str, status: int = 200, **context: Any) -> HttpResponse:
    """Render a page. Whatever holds a form with errors has a status that says so."""
    return render(request, template, context, status=status)
