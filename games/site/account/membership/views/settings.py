"""The pages of the settings, what players want to be told, and where browsers store the settings of
an account.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people.accounts.avatars import UnknownAvatar, save_avatar
from games.people.accounts.players import UnknownZone, guess_time_zone
from games.people.accounts.preferences import (
    PreferencesRefused,
    parse_preferences,
    save_preferences,
)
from games.platform.limits.rates import spend
from games.site.account.membership.mail import ask_for_confirmation, is_first_with_address
from games.site.account.membership.views.account import show
from games.site.account.notifications.choices import (
    KINDS,
    Mail,
    Wanted,
    choice_of,
    choose_notices,
    how_told,
    is_confirmed,
    wants_mail,
)
from games.site.shared.pages.refusals import answers_json, wants_json
from games.site.shared.pages.shortcuts import me, page
from games.tables.rooms.player_changes import bump_rooms


@login_required
@require_POST
def save_notices(request: HttpRequest) -> HttpResponse:
    """Store what the player wants to be told. To get mail, they confirm their address first."""
    player = me(request)
    spend("settings", player.pk)
    mail = request.POST.get("mail", choice_of(player).mail)
    if player.is_guest or not player.email or mail not in Mail.values:
        mail = Mail.NEVER
    kinds = frozenset(kind for kind in KINDS if kind in request.POST)
    choice = choose_notices(player, Wanted(kinds, mail))
    message = gettext("Saved.")
    if wants_mail(choice) and not is_confirmed(player, choice):
        spend("confirm", player.pk)
        if not is_first_with_address(player):
            spend("confirm-address", player.email.lower())
        ask_for_confirmation(player.email, player.pk)
        message = gettext("Saved. Now open the link we sent to %(address)s.")
    messages.success(request, message % {"address": player.email})
    return redirect("settings-notices")


@never_cache
@require_safe
def settings(request: HttpRequest) -> HttpResponse:
    return show(request)


@never_cache
@require_safe
def table(request: HttpRequest) -> HttpResponse:
    # The page's script draws the table, because only it knows a guest's settings.
    return page(request, "membership/settings/table.html")


@never_cache
@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """Show what the player is told while they are away, and how."""
    player = me(request)
    choice = choice_of(player)
    return page(
        request,
        "membership/settings/notices.html",
        choice=choice,
        told=how_told(player),
        unconfirmed=wants_mail(choice) and not is_confirmed(player, choice),
    )


@never_cache
@login_required
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what others see of the player, and the ways to download or delete everything."""
    return page(request, "membership/settings/privacy.html")


@answers_json
@login_required
@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """Store changed settings of an account, a JSON text in the field `changes`.

    Answers {"version"}, which counts the changes of the account's settings. Or store the time zone
    of the browser, in the field `time_zone`, if the account has none; answers {}.
    """
    player = me(request)
    if player.is_guest:
        return _refuse(403, "Guests keep their settings in the browser.")
    try:
        spend("settings", player.pk)
        if "time_zone" in request.POST:
            guess_time_zone(player, request.POST["time_zone"])
            return JsonResponse({})
        version = save_preferences(player, parse_preferences(request.POST.get("changes", "")))
    except PreferencesRefused as refused:
        return _refuse(422, refused.message)
    except UnknownZone:
        return _refuse(422, "There is no such time zone.")
    return JsonResponse({"version": version})


def _refuse(status: int, message: str) -> JsonResponse:
    return JsonResponse({"error": {"message": message}}, status=status)


@login_required
@require_POST
def choose_avatar(request: HttpRequest) -> HttpResponse:
    player = me(request)
    if not player.is_guest:
        try:
            spend("settings", player.pk)
            save_avatar(player, request.POST.get("avatar", ""))
        except UnknownAvatar:
            return redirect("settings")
        bump_rooms(player.pk)
        messages.success(request, gettext("Saved."))
    return JsonResponse({}) if wants_json(request) else redirect("settings")
