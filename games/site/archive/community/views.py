"""The page of the community: leaderboards, tournaments, players, bots, and the search."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.people.accounts.names import NAME_LENGTH, find_account
from games.platform.clock import utc_now
from games.site.archive.community.online import names_online
from games.site.shared.pages.shortcuts import page
from games.tables.rooms.links import find_room_code

MOST_TYPED = 200
"""A pasted link is longer than a name."""


@require_safe
def community(request: HttpRequest) -> HttpResponse:
    """Show where the people are, or redirect to what `?find=` names: a link, a code or a player."""
    typed = request.GET.get("find", "")[:MOST_TYPED].strip()
    address = address_of(typed) if typed else None
    if address is not None:
        return redirect(address)
    problem = gettext("There is no such player or table.") if typed else ""
    return page(
        request,
        "community/community.html",
        404 if problem else 200,
        typed=typed,
        problem=problem,
        online=names_online(utc_now()),
    )


def address_of(typed: str) -> str | None:
    """Return the address of a table, by its link or code, or of a player, by name; or None."""
    player = find_account(typed) if len(typed) <= 10 * NAME_LENGTH else None
    if player is not None:
        return reverse("profile", args=[player.name])
    code = find_room_code(typed)
    return None if code is None else reverse("room", args=[code])
