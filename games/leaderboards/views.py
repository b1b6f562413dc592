"""The leaderboards, and the page that explains ratings."""

from enum import StrEnum
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from games.accounts.models import User
from games.clock import utc_now
from games.leaderboards.boards import (
    SPANNED,
    SPLIT,
    Board,
    Entry,
    Kind,
    Page,
    Span,
    find_entry,
    open_board,
    read_page,
)
from games.pages.cursors import InvalidCursor
from games.pages.shortcuts import page, player_of
from games.ratings.model import BOARD_DAYS, MAX_A_DAY, MU, SMALL_BOARD_GAMES, is_provisional
from games.ratings.model import Rating as Strength
from games.ratings.models import Rating
from games.ratings.pools import pool_name, pool_of
from games.ratings.scores import SOLO_DAYS, TOTALS_OF_AVERAGE, Games
from games.rules import VARIANTS


class BoardLabels(NamedTuple):
    """Labels of a board: on its tab, in the heading, and above its values."""

    tab: str
    heading: str
    column: str


class Dice(StrEnum):
    """Whether each seat had its own dice, or all had the same."""

    OWN = "own"
    SAME = "same"


KINDS = {
    Kind.RATING: BoardLabels(
        gettext_noop("Rating"), gettext_noop("Rating"), gettext_noop("Rating")
    ),
    Kind.BEST: BoardLabels(
        gettext_noop("Best score"), gettext_noop("Highest score"), gettext_noop("Points")
    ),
    Kind.WINS: BoardLabels(gettext_noop("Wins"), gettext_noop("Most wins"), gettext_noop("Wins")),
    Kind.AVERAGE: BoardLabels(
        gettext_noop("Average"), gettext_noop("Best average"), gettext_noop("Average")
    ),
    Kind.SKILL: BoardLabels(
        gettext_noop("Skill"), gettext_noop("Skill"), gettext_noop("Lost per decision")
    ),
}
SPANS = {
    Span.DAY: gettext_noop("Today"),
    Span.WEEK: gettext_noop("This week"),
    Span.EVER: gettext_noop("All time"),
}
GAMES = {Games.TABLE: gettext_noop("With others"), Games.SOLO: gettext_noop("Solo")}
DICE = {Dice.OWN: gettext_noop("Own dice"), Dice.SAME: gettext_noop("Same dice")}
PODIUM = 3


class _Choice(NamedTuple):
    """The board that was asked for."""

    kind: Kind
    span: Span
    games: Games
    dice: Dice


@require_safe
def leaderboards(request: HttpRequest, variant: str | None = None) -> HttpResponse:
    """Show a leaderboard: `?board=`, `?span=`, `?games=`, `?dice=`, `?after=`. Default: the first
    variant.
    """
    chosen = VARIANTS.get(variant or next(iter(VARIANTS)))
    if chosen is None:
        raise Http404("There is no such variant.")
    asked = _Choice(
        _choice(Kind, request.GET.get("board"), Kind.RATING),
        _choice(Span, request.GET.get("span"), Span.WEEK),
        _choice(Games, request.GET.get("games"), Games.TABLE),
        _choice(Dice, request.GET.get("dice"), Dice.OWN),
    )
    kind = asked.kind
    after = request.GET.get("after")
    pool = chosen.id if kind is Kind.SKILL else pool_of(chosen.id, asked.dice)
    board = open_board(kind, pool, asked.span, utc_now(), asked.games)
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
        variants=VARIANTS.values(),
        kind=kind,
        title=pool_name(pool),
        span=asked.span if kind in SPANNED else None,
        games=asked.games if kind in SPLIT else None,
        heading=KINDS[kind].heading,
        column=KINDS[kind].column,
        kinds=_links(asked),
        spans=_span_links(asked),
        games_links=_games_links(asked),
        dice_links=_dice_links(asked, chosen.id),
        podium=podium,
        entries=found.entries[len(podium) :],
        first=after is None,
        next=_query(asked, after=found.after) if found.after else None,
        top=_query(asked),
        games_needed=SMALL_BOARD_GAMES,
        totals_needed=TOTALS_OF_AVERAGE,
        board_days=BOARD_DAYS,
        **({} if player is None else _own_place(player, board, found)),
    )


def _choice(kinds: Any, asked: str | None, default: Any) -> Any:
    """Return the requested member of an enum, or the default. Raises Http404."""
    try:
        return kinds(asked) if asked else default
    except ValueError as error:
        raise Http404("There is no such leaderboard.") from error


def _query(asked: _Choice, **more: str) -> str:
    kind = asked.kind
    spans = {"span": asked.span} if kind in SPANNED else {}
    # Games with others, and own dice, are the defaults and need no parameter.
    split = kind in SPLIT and asked.games is not Games.TABLE
    games = {"games": asked.games.value} if split else {}
    dice = {"dice": asked.dice.value} if asked.dice is not Dice.OWN else {}
    return "?" + urlencode({"board": kind, **spans, **games, **dice, **more})


def _links(asked: _Choice) -> list[dict[str, Any]]:
    return [_link(labels.tab, asked, asked._replace(kind=other)) for other, labels in KINDS.items()]


def _span_links(asked: _Choice) -> list[dict[str, Any]]:
    if asked.kind not in SPANNED:
        return []
    return [_link(name, asked, asked._replace(span=other)) for other, name in SPANS.items()]


def _games_links(asked: _Choice) -> list[dict[str, Any]]:
    if asked.kind not in SPLIT:
        return []
    return [_link(name, asked, asked._replace(games=other)) for other, name in GAMES.items()]


def _dice_links(asked: _Choice, variant: str) -> list[dict[str, Any]]:
    """Return the links between own and same dice, if anybody on a board has played the latter.
    Skill does not depend on the dice.
    """
    same = Rating.objects.filter(pool=pool_of(variant, Dice.SAME), eligible=True)
    if asked.kind is Kind.SKILL or (asked.dice is Dice.OWN and not same.exists()):
        return []
    return [_link(name, asked, asked._replace(dice=other)) for other, name in DICE.items()]


def _link(name: str, asked: _Choice, other: _Choice) -> dict[str, Any]:
    return {"name": name, "query": _query(other), "here": other == asked}


def _own_place(player: User, board: Board, found: Page) -> dict[str, Any]:
    """Return the player's row (even if on another page) and record."""
    shown = next((entry for entry in found.entries if entry.player == player.pk), None)
    mine: Entry | None = shown or find_entry(board, player.pk)
    record = Rating.objects.filter(player=player, pool=board.variant).first()
    averaged = [] if record is None else getattr(record, f"totals_{board.games}")
    return {
        "mine": mine,
        "mine_is_elsewhere": mine is not None and shown is None,
        "record": record,
        "provisional": record is not None and is_provisional(Strength(record.mu, record.sigma)),
        "more_games": TOTALS_OF_AVERAGE - len(averaged),
        "more_rated": SMALL_BOARD_GAMES - (0 if record is None else record.rated_games),
    }


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Explain ratings."""
    return page(
        request,
        "leaderboards/ratings.html",
        first=round(MU),
        board_days=BOARD_DAYS,
        board_games=SMALL_BOARD_GAMES,
        most_a_day=MAX_A_DAY,
        totals=TOTALS_OF_AVERAGE,
        solo_days=SOLO_DAYS,
    )
