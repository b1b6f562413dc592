"""The leaderboards."""

from datetime import timedelta
from enum import StrEnum
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from games.core.rules import VARIANTS
from games.people.accounts.models import User
from games.platform.clock import begin_of, utc_now
from games.record.ratings.model import BOARD_DAYS, SMALL_BOARD_GAMES
from games.record.ratings.models import Rating
from games.record.ratings.pools import pool_name, pool_of
from games.record.ratings.record_changes import Games
from games.site.archive.leaderboards.boards import (
    Board,
    Entry,
    Kind,
    Page,
    find_entry,
    open_board,
    read_page,
)
from games.site.shared.pages.cursors import InvalidCursor
from games.site.shared.pages.front_game import front_first
from games.site.shared.pages.shortcuts import page, player_of

PODIUM = 3
WEEK = timedelta(days=7)


class Dice(StrEnum):
    """Whether each seat had its own dice, or all had the same."""

    OWN = "own"
    SAME = "same"


KINDS = {
    Kind.RATING: gettext_noop("Rating"),
    Kind.WEEK: gettext_noop("This week"),
    Kind.RECORDS: gettext_noop("Records"),
}
COLUMNS = {
    Kind.RATING: gettext_noop("Rating"),
    Kind.WEEK: gettext_noop("Wins"),
    Kind.RECORDS: gettext_noop("Points"),
}
GAMES = {Games.TABLE: gettext_noop("With others"), Games.SOLO: gettext_noop("Solo")}
DICE = {Dice.OWN: gettext_noop("Own dice"), Dice.SAME: gettext_noop("Same dice")}
# What boards of old links have become. Any other name leads to the ratings.
OLD_KINDS = {"best": Kind.RECORDS, "average": Kind.RECORDS, "wins": Kind.WEEK}


class _Choice(NamedTuple):
    """The board that was asked for."""

    kind: Kind
    games: Games
    dice: Dice


@require_safe
def leaderboards(request: HttpRequest, variant: str | None = None) -> HttpResponse:
    """Show a leaderboard: `?board=`, `?games=`, `?dice=`, `?after=`. Default: the visitor's first
    game.
    """
    games = front_first(request)
    chosen = VARIANTS.get(variant or games[0].id)
    if chosen is None:
        raise Http404("There is no such variant.")
    asked = _asked(request)
    after = request.GET.get("after")
    board = open_board(asked.kind, pool_of(chosen.id, asked.dice), utc_now(), asked.games)
    try:
        found = read_page(board, after)
    except InvalidCursor as error:
        raise Http404("There is no such page of the leaderboard.") from error
    player = player_of(request)
    podium = found.entries[:PODIUM] if after is None and len(found.entries) > PODIUM else ()
    return page(
        request,
        "leaderboards/leaderboards.html",
        variant=chosen,
        variants=games,
        kind=asked.kind,
        title=pool_name(board.pool),
        games=asked.games if asked.kind is Kind.RECORDS else None,
        heading=KINDS[asked.kind],
        column=COLUMNS[asked.kind],
        kinds=[_link(name, asked, kind=kind) for kind, name in KINDS.items()],
        filters={
            gettext_noop("Games"): _games_links(asked),
            gettext_noop("Dice"): _dice_links(asked, chosen.id),
        },
        podium=podium,
        entries=found.entries[len(podium) :],
        all_provisional=bool(found.entries) and all(each.provisional for each in found.entries),
        some_provisional=any(each.provisional for each in found.entries),
        first=after is None,
        next=_query(asked, after=found.after) if found.after else None,
        top=_query(asked),
        board_days=BOARD_DAYS,
        week_begins=begin_of(board.week),
        week_ends=begin_of(board.week + WEEK),
        **({} if player is None else _own_place(player, board, found)),
    )


def _asked(request: HttpRequest) -> _Choice:
    # Unknown values, as in old links, mean the default.
    kind, games, dice = (request.GET.get(name, "") for name in ("board", "games", "dice"))
    return _Choice(
        Kind(kind) if kind in set(Kind) else OLD_KINDS.get(kind, Kind.RATING),
        Games.SOLO if games == Games.SOLO else Games.TABLE,
        Dice.SAME if dice == Dice.SAME else Dice.OWN,
    )


def _query(asked: _Choice, **more: str) -> str:
    # Games with others, and own dice, are the defaults and need no parameter.
    solo = asked.kind is Kind.RECORDS and asked.games is Games.SOLO
    games = {"games": asked.games.value} if solo else {}
    dice = {"dice": asked.dice.value} if asked.dice is not Dice.OWN else {}
    return "?" + urlencode({"board": asked.kind, **games, **dice, **more})


def _games_links(asked: _Choice) -> list[dict[str, Any]]:
    if asked.kind is not Kind.RECORDS:
        return []
    return [_link(name, asked, games=games) for games, name in GAMES.items()]


def _dice_links(asked: _Choice, variant: str) -> list[dict[str, Any]]:
    """Return the links between own and same dice, if anybody on a board has played the latter."""
    same = Rating.objects.filter(pool=pool_of(variant, Dice.SAME), eligible=True)
    if asked.dice is Dice.OWN and not same.exists():
        return []
    return [_link(name, asked, dice=dice) for dice, name in DICE.items()]


def _link(name: str, asked: _Choice, **change: Any) -> dict[str, Any]:
    other = asked._replace(**change)
    return {"name": name, "query": _query(other), "here": other == asked}


def _own_place(player: User, board: Board, found: Page) -> dict[str, Any]:
    """Return the player's row (even if on another page), or how many rated games they need."""
    shown = next((entry for entry in found.entries if entry.player == player.pk), None)
    mine: Entry | None = shown or find_entry(board, player.pk)
    context: dict[str, Any] = {
        "mine": mine,
        "mine_is_elsewhere": mine is not None and shown is None,
    }
    if mine is None and board.kind is Kind.RATING:
        record = Rating.objects.filter(player=player, pool=board.pool).first()
        rated = 0 if record is None else record.rated_games
        context["more_rated"] = max(0, SMALL_BOARD_GAMES - rated)
    return context
