"""Guests, sign-up, sign-in and sign-out."""

from datetime import timedelta
from functools import partial

from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.people.accounts.folding import fold
from games.people.accounts.models import User
from games.people.accounts.names import NameRefused, find_any_account
from games.people.accounts.players import create_account
from games.people.accounts.site_rules import allows_passwords, check_passwords, check_sign_up
from games.platform.clock import utc_now
from games.platform.language import interpolate
from games.platform.limits.rates import LimitedError, client_address, forgive, spend
from games.site.account.factors import passkeys
from games.site.account.factors.authenticators import are_asked
from games.site.account.membership.forms import AccountForm, SignInForm
from games.site.account.membership.renaming import rename_guests_like, rename_player
from games.site.account.membership.signing_in import complete, enter, known_browser, remember
from games.site.shared.pages.invitations import is_invited, is_token, note_invited
from games.site.shared.pages.refusals import REFUSALS, answer_of, answers_json, error_of, show_in
from games.site.shared.pages.shortcuts import (
    end_session,
    nameless_guest,
    new_guest,
    next_url,
    page,
    player_of,
    sign_in_as,
)
from games.tables.live.registry import Hubs, tell_hubs
from games.tables.rooms.player_changes import StillPlaying, find_running_room

WRONG_CREDENTIALS = gettext_lazy("Wrong name or password. Please try again.")
JUST_NOW = timedelta(minutes=1)
STILL_PLAYING = gettext_lazy(
    "You are in the middle of a game as %(name)s. Finish it first, or choose a password to keep"
    " your games."
)


@answers_json
@require_POST
def guest(request: HttpRequest) -> JsonResponse:
    """Start a guest session, with the given name if there is one. Answers JSON {"player", "name"}.

    A guest who is already signed in is renamed; an account keeps its name. Errors (400, 429) have
    the body {"error": {"code", "message"}}, and "free": a free name if this one is taken.
    """
    me = player_of(request)
    try:
        if me is None:
            name = request.POST.get("name", "").strip()
            me = new_guest(request, name) if name else nameless_guest(request)
        elif me.is_guest and request.POST.get("name", "") != me.name:
            spend("rename", me.pk)
            rename_player(me, request.POST.get("name", ""))
    except NameRefused as refused:
        return JsonResponse({"error": error_of(answer_of(refused))}, status=400)
    return JsonResponse({"player": me.pk, "name": me.name})


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account. Guests are redirected to the page that upgrades them."""
    me = player_of(request)
    if me is not None:
        return redirect("keep" if me.is_guest else "home")
    form = AccountForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                account = _new_account(request, form)
                sign_in_as(request, account)
                response = redirect(next_url(request, "home"))
                remember(request, response, account)
                return response
            except REFUSALS as refused:
                status = show_in(form, refused)
        made = _made_just_now(request)
        if made is not None:
            return complete(request, None, made, next_url(request, "home"))
    return page(
        request,
        "membership/sign_up.html",
        status,
        form=form,
        next=next_url(request, "home"),
        shows_password=allows_passwords(),
    )


def _new_account(request: HttpRequest, form: AccountForm) -> User:
    check_passwords()
    check_sign_up(partial(is_invited, request))
    spend("account", client_address(request))
    data = form.cleaned_data
    account = create_account(data["name"], data["password"], data["email"])
    rename_guests_like(account)
    return account


def _made_just_now(request: HttpRequest) -> User | None:
    """Return the account of a refused name if the same form has just made it, in another tab: it is
    seconds old, and the password is right.
    """
    name, password = request.POST.get("name", ""), request.POST.get("password", "")
    found = find_any_account(name)
    if found is None or not found.is_active or are_asked(found) or not allows_passwords():
        return None
    if found.name != name.strip() or utc_now() - found.date_joined > JUST_NOW:
        return None
    try:
        return check_password(request, name, password)
    except LimitedError:
        return None


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in to an account. A guest's seats and games move to the account."""
    me = player_of(request)
    if me is not None and not me.is_guest:
        return redirect(next_url(request, "home"))
    form = SignInForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                account = check_password(request, **form.cleaned_data)
                response = None if account is None else _enter(request, account)
                if response is not None:
                    return response
                form.add_error(None, WRONG_CREDENTIALS)
            except LimitedError as limited:
                status = show_in(form, limited)
            except StillPlaying:
                form.add_error(None, interpolate(str(STILL_PLAYING), {"name": me and me.name}))
    playing = None if me is None else find_running_room(me.pk)
    return page(
        request,
        "membership/sign_in.html",
        status,
        form=form,
        playing=playing,
        next=next_url(request, "home"),
        passkeys_possible=passkeys.are_possible(request),
        shows_password=allows_passwords() or "password" in request.GET or form.is_bound,
    )


def _enter(request: HttpRequest, account: User) -> HttpResponse | None:
    """Sign in to an account whose password was right. Where all sign in elsewhere, a password opens
    only the accounts of superusers. Raises StillPlaying.
    """
    if not (allows_passwords() or account.is_superuser):
        return None
    return enter(request, account, next_url(request, "home"))


def check_password(request: HttpRequest, name: str, password: str) -> User | None:
    """Return the account with this name if the password is correct, else None. It may be closed.

    Raises LimitedError after too many attempts, correct ones included.
    """
    address = client_address(request)
    found = find_any_account(name)
    # Others' guesses count nothing against a browser that the owner has used, not even from there.
    browser = known_browser(request, found)
    if browser:
        spend("sign-in-known", browser)
    else:
        spend("sign-in-address", address)
        spend("sign-in", f"{address}|{fold(name)}")
        spend("sign-in-account", fold(name))
    if found is None:
        # One hash, as for every other answer: the time tells nothing.
        make_password(password)
        return None
    if not found.check_password(password):
        return None
    forgive("sign-in", f"{address}|{fold(name)}")
    forgive("sign-in-known", browser)
    return found


@never_cache
@require_safe
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """Take an invitation, and lead to the home page."""
    if not is_token(token):
        messages.error(request, gettext("This invitation is over."))
    else:
        note_invited(request)
    return redirect("home")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    # Guests must confirm it, because they cannot sign in again.
    me = player_of(request)
    if me is None:
        return redirect("home")
    sure = request.method == "POST" and (not me.is_guest or "sure" in request.POST)
    if not sure:
        return page(request, "membership/sign_out.html")
    response = redirect("home")
    if not me.is_guest:
        remember(request, response, me)
    end_session(request)
    tell_hubs(Hubs.people_changed)
    messages.info(request, gettext("You are signed out. See you soon!"))
    return response
