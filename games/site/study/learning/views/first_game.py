"""The beginning of the first game: one tap, without a name."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from games.core.rules import VARIANTS
from games.platform.limits.rates import client_address, spend
from games.site.shared.pages.front_game import front_game
from games.site.shared.pages.shortcuts import LESSON, nameless_guest, player_of
from games.site.study.learning.first_game import open_first_game


@require_http_methods(["GET", "HEAD", "POST"])
def first_game(request: HttpRequest) -> HttpResponse:
    """Seat the visitor with Pip in a game of `variant`, or redirect to one that is not over.
    Visitors become guests, with a name that they can change later. A GET leads to the home page.
    """
    if request.method != "POST":
        return redirect("home")
    variant = VARIANTS.get(request.POST.get("variant", "")) or front_game(request)
    before = request.session.get(LESSON, "")
    spend("room-address", client_address(request))
    player = player_of(request) or nameless_guest(request)
    spend("room", player.pk)
    code = open_first_game(player, variant, before)
    request.session[LESSON] = code
    return redirect("room", code)
