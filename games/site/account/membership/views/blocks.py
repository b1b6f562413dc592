"""Block and mute players, from their profile or at a table."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.people.accounts.facts import profile_path
from games.people.accounts.models import User
from games.platform.limits.rates import spend
from games.site.account.membership import blocks
from games.site.shared.pages.shortcuts import me, page

CHANGES: dict[str, Callable[[int, int], None]] = {
    "block": blocks.block,
    "unblock": blocks.unblock,
    "mute": blocks.mute,
    "unmute": blocks.unmute,
}


@require_POST
@login_required
def change(request: HttpRequest, player_id: int, verb: str) -> HttpResponse:
    """Block or mute a player, or undo it. Leads to their profile, or without one to 204."""
    player = User.objects.filter(pk=player_id, is_active=True, is_bot=False).first()
    if player is None or verb not in CHANGES:
        return page(request, "profiles/not_found.html", 404)
    spend("settings", me(request).pk)
    CHANGES[verb](me(request).pk, player.pk)
    path = profile_path(player)
    return redirect(path) if path and "stay" not in request.GET else HttpResponse(status=204)
