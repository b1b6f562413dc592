"""The beginning of the first game: one tap, without a name."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.accounts.models import User
from games.accounts.names import NameRefused
from games.learning.first_game import open_first_game
from games.limits.rates import LimitedError, client_address, spend
from games.pages.shortcuts import LESSON, new_guest, page, player_of
from games.table.forms import find_variant_or_first

MOST_TRIES = 5


@require_POST
def first_game(request: HttpRequest) -> HttpResponse:
    """Seat the visitor with Pip in a game of `variant`, or redirect to one that is not over.
    Visitors become guests, with a name that they can change later.
    """
    variant = find_variant_or_first(request.POST.get("variant"))
    before = request.session.get(LESSON, "")
    try:
        spend("room-address", client_address(request))
        player = player_of(request) or _new_guest(request)
        spend("room", player.pk)
        code = open_first_game(player, variant, before)
    except LimitedError as limited:
        return page(request, "shared/rate_limited.html", 429, message=limited.message)
    request.session[LESSON] = code
    return redirect("room", code)


def _new_guest(request: HttpRequest) -> User:
    """Create a guest with a name such as "Guest 4711". Raises LimitedError."""
    for _ in range(MOST_TRIES - 1):
        try:
            return new_guest(request, _any_name())
        except NameRefused:  # an account has it
            continue
    return new_guest(request, _any_name())


def _any_name() -> str:
    word = gettext("Guest")
    return f"{word} {secrets.randbelow(9_000) + 1_000}"
