"""The forms of the account: name, email, password, upgrade, export and deletion."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.numbers import whole
from games.people.accounts.avatars import DRAWINGS, flags_of
from games.people.accounts.models import User
from games.people.accounts.players import (
    end_sessions,
    guests_of,
    save_email,
    save_password,
    save_time_zone,
    set_online_shown,
)
from games.people.accounts.sessions import end_session_of, sessions_of
from games.people.accounts.site_rules import allows_passwords, check_passwords
from games.platform.language import interpolate
from games.platform.language.formats import listed_zones
from games.platform.limits.rates import LimitedError, client_address, forgive, spend
from games.platform.server.downloads import download
from games.record.log.models import Scorecard
from games.site.account.factors.owner import has_signed_in_again, refusal
from games.site.account.membership.blocks import set_chat
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.export import export_parts
from games.site.account.membership.forms import (
    AccountForm,
    DeleteGuestForm,
    EmailForm,
    GuestForm,
    PasswordCheckedForm,
    PasswordForm,
    TimeZoneForm,
)
from games.site.account.membership.holiday import about_holidays
from games.site.account.membership.renaming import rename_player
from games.site.account.membership.signing_in import remember
from games.site.account.membership.upgrade import AlreadyUpgraded, upgrade_guest
from games.site.account.notifications.subscriptions import forget_browsers
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import end_session, me, next_url, page, player_of
from games.tables.live.registry import Hubs, tell_hubs
from games.tables.rooms.player_changes import find_running_room

MOST_GUESTS = 100
"""So many players on their devices the settings show."""


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Redirect to the settings, of which the account is a part."""
    return redirect("settings", permanent=True, preserve_request=True)


def show(request: HttpRequest, status: int = 200, **sent: forms.Form) -> HttpResponse:
    """Render the settings about the player. `sent` replaces forms by submitted ones with errors."""
    player = player_of(request)
    if player is None:
        words = allows_passwords()
        return page(request, "membership/settings/you.html", status, allows_passwords=words)
    fresh = {
        "name_form": GuestForm(initial={"name": player.name}, auto_id="name_%s"),
        "email_form": EmailForm(player, initial={"email": player.email}, auto_id="email_%s"),
        "password_form": PasswordForm(player, auto_id="password_%s"),
        "zone_form": TimeZoneForm(initial={"time_zone": player.time_zone}, auto_id="zone_%s"),
        "sessions_form": PasswordCheckedForm(player, auto_id="sessions_%s"),
        **about_holidays(player),
    }
    context = {
        "flags": flags_of(player.name, player.pk),
        "drawings": DRAWINGS.items(),
        "zones": listed_zones(),
        "sessions": sessions_of(player, request.session.session_key),
        "guest_forms": [
            (guest, sent.get(f"guest_{guest.pk}") or _form_of(guest))
            for guest in guests_of(player)[:MOST_GUESTS]
        ],
        "allows_passwords": allows_passwords(),
        "has_games": player.is_guest and Scorecard.objects.filter(player=player).exists(),
        "renames_guest": any(name.startswith("guest_") for name in sent),
    }
    return page(request, "membership/settings/you.html", status, **context, **{**fresh, **sent})


def _form_of(guest: User) -> forms.Form:
    return GuestForm(initial={"name": guest.name}, auto_id=f"guest_{guest.pk}_%s")


def saved(request: HttpRequest, message: str, tab: str = "settings") -> HttpResponse:
    messages.success(request, message)
    return redirect(tab)


@login_required
@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    player = me(request)
    if request.POST.get("name") == player.name:
        # It may be older than today's rules.
        return saved(request, gettext("Saved."))
    form = GuestForm(request.POST, auto_id="name_%s")
    status = 422
    if form.is_valid():
        try:
            spend("rename", player.pk)
            rename_player(player, form.cleaned_data["name"])
            return saved(request, gettext("Saved."))
        except REFUSALS as refused:
            status = show_in(form, refused)
    return show(request, status, name_form=form)


@login_required
@require_POST
def rename_guest(request: HttpRequest) -> HttpResponse:
    """Change the name of a player on the visitor's device."""
    player = me(request)
    number = whole(request.POST.get("guest", ""))
    guest = None if number is None else guests_of(player).filter(pk=number).first()
    if guest is None:
        raise Http404("You have no such player on your device.")
    form = GuestForm(request.POST, auto_id=f"guest_{guest.pk}_%s")
    status = 422
    if form.is_valid():
        try:
            spend("rename", player.pk)
            rename_player(guest, form.cleaned_data["name"])
            tell_hubs(Hubs.people_changed)
            return saved(request, gettext("Saved."))
        except REFUSALS as refused:
            status = show_in(form, refused)
    return show(request, status, **{f"guest_{guest.pk}": form})


@login_required
@sensitive_post_parameters("current")
@require_POST
def change_email(request: HttpRequest) -> HttpResponse:
    form = EmailForm(me(request), request.POST, auto_id="email_%s")
    status = check_current(request, form)
    if status == 200:
        save_email(me(request), form.cleaned_data["email"])
        return saved(request, gettext("Saved."))
    return show(request, status, email_form=form)


@login_required
@require_POST
def choose_time_zone(request: HttpRequest) -> HttpResponse:
    form = TimeZoneForm(request.POST, auto_id="zone_%s")
    status = 422
    if form.is_valid():
        try:
            spend("settings", me(request).pk)
            save_time_zone(me(request), form.cleaned_data["time_zone"])
            return saved(request, gettext("Saved."))
        except LimitedError as limited:
            status = show_in(form, limited)
    return show(request, status, zone_form=form)


@login_required
@require_POST
def show_online(request: HttpRequest) -> HttpResponse:
    """Set whether the home page names the account while it is online."""
    shown = request.POST.get("shown") == "on"
    set_online_shown(me(request), shown)
    return saved(request, gettext("Saved."), "settings-privacy")


@login_required
@require_POST
def choose_chat(request: HttpRequest) -> HttpResponse:
    set_chat(me(request), request.POST.get("chat") == "on")
    return saved(request, gettext("Saved."), "settings-privacy")


@login_required
@sensitive_post_parameters("current", "new")
@require_POST
def change_password(request: HttpRequest) -> HttpResponse:
    """Set a new password, and end all other sessions and their sockets."""
    player = me(request)
    check_passwords()
    form = PasswordForm(player, request.POST, auto_id="password_%s")
    status = check_current(request, form)
    if status == 200:
        save_password(player, form.cleaned_data["new"])
        _end_other_devices(request, player)
        return saved(request, gettext("All other devices are signed out."))
    return show(request, status, password_form=form)


@login_required
@sensitive_post_parameters("current")
@require_POST
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """Sign the account out on all other devices, and close their sockets."""
    player = me(request)
    form = PasswordCheckedForm(player, request.POST, auto_id="sessions_%s")
    status = check_current(request, form)
    if status == 200:
        end_sessions(player, form.cleaned_data.get("current"))
        _end_other_devices(request, player)
        return saved(request, gettext("All other devices are signed out."))
    return show(request, status, sessions_form=form)


@login_required
@require_POST
def end_one_session(request: HttpRequest) -> HttpResponse:
    """Sign the account out on one other device, and close its sockets."""
    if end_session_of(me(request), request.POST.get("session", ""), request.session.session_key):
        tell_hubs(Hubs.people_changed)
    return saved(request, gettext("That device is signed out."))


def _end_other_devices(request: HttpRequest, player: User) -> None:
    """Keep this session, close the sockets of the others, and send them no notifications."""
    update_session_auth_hash(request, player)
    forget_browsers(player.pk)
    tell_hubs(Hubs.people_changed)


def check_current(request: HttpRequest, form: PasswordCheckedForm) -> int:
    """Return 200 if the form is valid and has the current password; without one, if the player has
    signed in again.

    Otherwise add the error to the form and return the status of the answer.
    """
    if not form.is_valid():
        return 422
    player = me(request)
    # Attempts are limited, so that nobody can use an open session to guess the password. Each
    # session has its own count: guesses at the sign-in page leave the owner's settings alone.
    tries = f"session|{request.session.session_key}"
    try:
        spend("sign-in", tries)
    except LimitedError as limited:
        return show_in(form, limited)
    if "current" not in form.fields:
        if not has_signed_in_again(request):
            form.add_error(None, refusal(player))
            return 422
    elif not player.check_password(form.cleaned_data["current"]):
        form.add_error("current", gettext("Wrong password."))
        return 422
    forgive("sign-in", tries)
    return 200


@never_cache
@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """Upgrade a guest to an account, keeping their seats and games."""
    player = me(request)
    if not player.is_guest:
        return redirect("settings")
    form = AccountForm(request.POST or None, initial={"name": player.name})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return _keep(request, player, form.cleaned_data)
            except REFUSALS as refused:
                status = show_in(form, refused)
    context = {
        "form": form,
        "next": next_url(request, "settings"),
        "shows_password": allows_passwords(),
    }
    return page(request, "membership/keep.html", status, **context)


def _keep(request: HttpRequest, player: User, data: dict[str, Any]) -> HttpResponse:
    check_passwords()
    spend("account", client_address(request))
    try:
        upgrade_guest(player, data["name"], data["password"], data["email"])
    except AlreadyUpgraded:
        # A parallel request has set the password, which ended this session.
        return redirect("sign-in")
    update_session_auth_hash(request, player)
    messages.success(
        request,
        interpolate(gettext("Welcome, %(name)s! Your games are saved."), {"name": player.name}),
    )
    response = redirect(next_url(request, "settings"))
    remember(request, response, player)
    return response


@never_cache
@login_required
@require_safe
def account_export(request: HttpRequest) -> HttpResponseBase:
    """Send the player's data as a JSON file."""
    player = me(request)
    spend("export", player.pk)
    return download(export_parts(player), "application/json", "yacht-my-data.json")


@never_cache
@login_required
@sensitive_post_parameters("current")
@require_http_methods(["GET", "HEAD", "POST"])
def account_delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, confirmed by the password (guests: by a word)."""
    player = me(request)
    data = request.POST if request.method == "POST" else None
    form = DeleteGuestForm(data) if player.is_guest else PasswordCheckedForm(player, data)
    if data is None:
        playing = find_running_room(player.pk)
        return page(request, "membership/delete.html", form=form, playing=playing)
    if isinstance(form, PasswordCheckedForm):
        status = check_current(request, form)
    else:
        status = 200 if form.is_valid() else 422
    if status != 200:
        return page(request, "membership/delete.html", status, form=form)
    delete_player(player)
    end_session(request)
    tell_hubs(Hubs.people_changed)
    messages.success(request, gettext("Everything is deleted. Thanks for playing!"))
    return redirect("home")
