"""What a player wants to be told: the form of the settings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.platform.limits.rates import spend
from games.site.account.membership.mail import ask_for_confirmation, is_first_with_address
from games.site.account.notifications.choices import (
    KINDS,
    Mail,
    Wanted,
    choice_of,
    choose_notices,
    is_confirmed,
    wants_mail,
)
from games.site.shared.pages.shortcuts import me


@login_required
@require_POST
def save(request: HttpRequest) -> HttpResponse:
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
