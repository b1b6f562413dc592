"""Block and unblock a player from their profile."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.membership import blocks
from games.pages.shortcuts import me, page
from games.profiles import player_profile
from games.profiles.game_lists import profile_path


@require_POST
@login_required
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Block a player."""
    return _change(request, name, blocks.block)


@require_POST
@login_required
def unblock(request: HttpRequest, name: str) -> HttpResponse:
    """Unblock a player."""
    return _change(request, name, blocks.unblock)


def _change(request: HttpRequest, name: str, change: Callable[[int, int], None]) -> HttpResponse:
    player = player_profile.find_player(name)
    if player is None:
        return page(request, "profiles/not_found.html", 404)
    change(me(request).pk, player.pk)
    return redirect(profile_path(player) or "home")
