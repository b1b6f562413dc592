"""The settings page, and where browsers store the settings of an account."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.avatars import DRAWINGS, UnknownAvatar, flags_of, save_avatar
from games.accounts.models import User
from games.accounts.preferences import PreferencesRefused, parse_preferences, save_preferences
from games.limits.rates import LimitedError, spend
from games.notifications.choices import choice_of, is_confirmed
from games.pages.shortcuts import me, page, player_of
from games.rooms.player_changes import bump_rooms


@never_cache
@require_safe
def settings(request: HttpRequest) -> HttpResponse:
    """Show the settings. The page's script draws them, because it knows a guest's settings, too."""
    player = player_of(request)
    account = player is not None and not player.is_guest
    return page(
        request,
        "membership/settings.html",
        account=account,
        flags=flags_of(player.name, player.pk) if player is not None else "",
        drawings=DRAWINGS.items() if account else (),
        **_notifications(player),
    )


def _notifications(player: User | None) -> dict[str, Any]:
    if player is None:
        return {}
    choice = choice_of(player)
    return {"player": player, "choice": choice, "confirmed": is_confirmed(player, choice)}


@login_required
@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """Store changed settings of an account, a JSON text in the field `changes`.

    Answers {"version"}, which counts the changes of the account's settings.
    """
    player = me(request)
    if player.is_guest:
        return _refuse(403, "Guests keep their settings in the browser.")
    try:
        spend("settings", player.pk)
        version = save_preferences(player, parse_preferences(request.POST.get("changes", "")))
    except PreferencesRefused as refused:
        return _refuse(422, refused.message)
    except LimitedError as limited:
        return _refuse(429, limited.message)
    return JsonResponse({"version": version})


def _refuse(status: int, message: str) -> JsonResponse:
    return JsonResponse({"error": {"message": message}}, status=status)


@login_required
@require_POST
def choose_avatar(request: HttpRequest) -> HttpResponse:
    """Choose one of the drawings as the account's avatar, or its signal flags."""
    player = me(request)
    if not player.is_guest:
        try:
            spend("settings", player.pk)
            save_avatar(player, request.POST.get("avatar", ""))
        except LimitedError as limited:
            return page(request, "shared/rate_limited.html", 429, message=limited.message)
        except UnknownAvatar:
            return redirect("settings")
        bump_rooms(player.pk)
        messages.success(request, gettext("Your avatar is saved."))
    return redirect("settings")
