"""The page of the community: the search, the podium, who is here, what is on, and the bots."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.people.accounts.bot_accounts import bot_cards
from games.people.accounts.names import NAME_LENGTH, find_account
from games.platform.clock import utc_now
from games.record.ratings.pools import pool_of
from games.site.archive.community.online import people_online
from games.site.archive.leaderboards.boards import Kind, open_board, read_page
from games.site.archive.leaderboards.views import PODIUM, Dice
from games.site.events.tournaments.lists import read_soon
from games.site.shared.pages.front_game import front_game
from games.site.shared.pages.shortcuts import page, player_of
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
    now, player, front = utc_now(), player_of(request), front_game(request)
    board = open_board(Kind.RATING, pool_of(front.id, Dice.OWN), now)
    bots = bot_cards()
    problem = gettext("There is no such player or table.") if typed else ""
    return page(
        request,
        "community/community.html",
        404 if problem else 200,
        typed=typed,
        problem=problem,
        variant=front,
        podium=read_page(board, most=PODIUM).entries,
        online=people_online(now, None if player is None else player.pk),
        bots=bots,
        warm=bots[: -PODIUM - 1 : -1],
        events=[(each.tournament.starts_at <= now, each) for each in read_soon(now, 1)],
    )


def address_of(typed: str) -> str | None:
    """Return the address of a table, by its link or code, or of a player, by name; or None."""
    player = find_account(typed) if len(typed) <= 10 * NAME_LENGTH else None
    if player is not None:
        return reverse("profile", args=[player.name])
    code = find_room_code(typed)
    return None if code is None else reverse("room", args=[code])
