"""Player profiles and their lists of games."""

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import number_format
from django.views.decorators.http import require_safe

from games.core.rules import Variant
from games.people.accounts.facts import profile_path
from games.people.accounts.models import User
from games.record.ratings.pools import POOLS, pool_name
from games.site.account.membership.blocks import has_blocked, has_muted
from games.site.account.membership.renaming import past_names
from games.site.archive.profiles import player_profile
from games.site.archive.profiles.game_lists import Page, pools_played, read_counted
from games.site.archive.profiles.preview import of_profile, profile_text
from games.site.events.tournaments.lists import placings_of
from games.site.shared.pages.cursors import InvalidCursor
from games.site.shared.pages.shortcuts import page, player_of
from games.site.shared.sharing.head import absolute

GAMES_SHOWN = 8
GAMES_A_PAGE = 20
RATINGS_TOLD = 20
PLACINGS_SHOWN = 10


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show a profile: ratings, and details of one pool of results (`?variant=`)."""
    player = player_profile.find_player(name)
    if player is None:
        return page(request, "profiles/not_found.html", 404)
    if player.name != name:
        return _redirect_to(request, profile_path(player) or "")
    records = player_profile.records_of(player)
    chosen = _chosen(request.GET.get("variant"), records)
    me = player_of(request)
    return page(
        request,
        "profiles/profile.html",
        player=player,
        preview=of_profile(player, records),
        share_text=profile_text(player, records),
        link=absolute(request, request.path),
        records=records,
        chosen=chosen,
        details=None if chosen is None else _details(player, chosen),
        games=read_counted(player, "", None, GAMES_SHOWN),
        against=None if me is None or me == player else player_profile.record_against(me, player),
        blocked=None if me is None or me == player else has_blocked(me.pk, player.pk),
        muted=me is not None and has_muted(me.pk, player.pk),
        placings=placings_of(player, PLACINGS_SHOWN),
        past_names=past_names(player),
    )


@require_safe
def profile_games(request: HttpRequest, name: str) -> HttpResponse:
    """List a player's finished games, optionally of one variant, paginated."""
    player = player_profile.find_player(name)
    if player is None:
        return page(request, "profiles/not_found.html", 404)
    path = f"{profile_path(player)}games/"
    if player.name != name:
        return _redirect_to(request, path)
    pool = asked_pool(request)
    return page(
        request,
        "profiles/player_games.html",
        player=player,
        games=asked_games(request, partial(read_counted, player, pool)),
        path=path,
        pool=pool,
        pools=pool_links(player),
    )


def _redirect_to(request: HttpRequest, path: str) -> HttpResponse:
    query = request.META.get("QUERY_STRING", "")
    return redirect(f"{path}?{query}" if query else path)


def _chosen(
    asked: str | None, records: list[player_profile.Record]
) -> player_profile.Record | None:
    named = (record for record in records if record.pool == asked)
    return next(named, records[0] if records else None)


def asked_pool(request: HttpRequest) -> str:
    asked = request.GET.get("variant", "")
    return asked if asked in POOLS else ""


def pool_links(player: User) -> list[tuple[str, str]]:
    return [(pool, pool_name(pool)) for pool in pools_played(player)]


def asked_games(request: HttpRequest, read: Callable[[str | None, int], Page]) -> Page:
    """Return the requested page of a list, or the first page if the cursor is invalid.

    `read(after, limit)` returns the page after a cursor and may raise InvalidCursor.
    """
    try:
        return read(request.GET.get("after"), GAMES_A_PAGE)
    except InvalidCursor:
        return read(None, GAMES_A_PAGE)


def _details(player: User, chosen: player_profile.Record) -> dict[str, Any]:
    variant = chosen.variant
    rated = player_profile.rated_games(player, chosen.pool)
    mine = player_profile.averages_of(player, chosen.pool)
    table = [] if mine is None else averages_table(variant, mine)
    return {
        "rated": rated,
        "newest": rated[: -RATINGS_TOLD - 1 : -1],
        "highest": max(rated, key=lambda game: game.rating.after, default=None),
        "chart": {
            "variant": chosen.name,
            "points": _points(rated),
        },
        "best": player_profile.best_cards(player, chosen.pool),
        "averages": mine,
        "bonus": None if mine is None or mine.bonus is None else round(100 * mine.bonus),
        "table": table,
        "compared": any(row["site"] is not None for row in table),
    }


def _points(rated: list[player_profile.RatedGame]) -> list[tuple[int, int]]:
    """Return (seconds since 1970, rating) of each game."""
    # The chart needs times that never decrease, and overlapping games count in another order than
    # they ended.
    times = accumulate((round(game.at.timestamp()) for game in rated), max)
    return [(at, game.rating.after) for at, game in zip(times, rated, strict=True)]


def averages_table(variant: Variant, mine: player_profile.Averages) -> list[dict[str, Any]]:
    """Return a row per category: the player's mean, the site's mean, and the difference."""
    site = player_profile.site_averages().get(variant.id)
    rows: list[dict[str, Any]] = []
    for category in variant.categories:
        made = mine.boxes[category.id]
        row: dict[str, Any] = {"name": category.name, "mine": made, "site": None}
        if site is not None:
            others = site.boxes[category.id]
            difference = round(made - others, 1)
            row |= {"site": others, "difference": difference, "signed": signed(difference)}
        rows.append(row)
    return rows


def signed(difference: float) -> str:
    words = number_format(f"{difference:+.1f}")
    return words.replace("-", "\u2212") if difference else "±0"
