"""The leaderboards, and the page that explains ratings."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from games.clock import utc_now
from games.models import Rating, User
from games.profiles.leaderboards import (
    SPANNED,
    SPLIT,
    Board,
    Entry,
    InvalidCursor,
    Kind,
    Page,
    Span,
    find_entry,
    open_board,
    read_page,
)
from games.ratings import (
    BOARD_DAYS,
    MAX_A_DAY,
    MU,
    SMALL_BOARD_GAMES,
    SOLO_DAYS,
    TOTALS_OF_AVERAGE,
    Games,
    is_provisional,
)
from games.ratings import Rating as Strength
from games.rules import VARIANTS
from games.views.shortcuts import page, player_of


class BoardLabels(NamedTuple):
    """Labels of a board: on its tab, in the heading, and above its values."""

    tab: str
    heading: str
    column: str


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
PODIUM = 3


@require_safe
def leaderboards(request: HttpRequest, variant: str | None = None) -> HttpResponse:
    """Show a leaderboard: `?board=`, `?span=`, `?games=`, `?after=`. Default: the first variant."""
    chosen = VARIANTS.get(variant or next(iter(VARIANTS)))
    if chosen is None:
        raise Http404("There is no such variant.")
    kind = _choice(Kind, request.GET.get("board"), Kind.RATING)
    span = _choice(Span, request.GET.get("span"), Span.WEEK)
    games = _choice(Games, request.GET.get("games"), Games.TABLE)
    after = request.GET.get("after")
    board = open_board(kind, chosen.id, span, utc_now(), games)
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
        span=span if kind in SPANNED else None,
        games=games if kind in SPLIT else None,
        heading=KINDS[kind].heading,
        column=KINDS[kind].column,
        kinds=_links(kind, span, games),
        spans=_span_links(kind, span, games),
        games_links=_games_links(kind, span, games),
        podium=podium,
        entries=found.entries[len(podium) :],
        first=after is None,
        next=_query(kind, span, games, after=found.after) if found.after else None,
        top=_query(kind, span, games),
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


def _query(kind: Kind, span: str, games: Games, **more: str) -> str:
    spans = {"span": span} if kind in SPANNED else {}
    # Boards of games with others come without a parameter.
    split = {"games": games.value} if kind in SPLIT and games is not Games.TABLE else {}
    return "?" + urlencode({"board": kind, **spans, **split, **more})


def _links(kind: Kind, span: str, games: Games) -> list[dict[str, Any]]:
    return [
        {"name": labels.tab, "query": _query(other, span, games), "here": other is kind}
        for other, labels in KINDS.items()
    ]


def _span_links(kind: Kind, span: str, games: Games) -> list[dict[str, Any]]:
    if kind not in SPANNED:
        return []
    return [
        {"name": name, "query": _query(kind, other, games), "here": other == span}
        for other, name in SPANS.items()
    ]


def _games_links(kind: Kind, span: str, games: Games) -> list[dict[str, Any]]:
    if kind not in SPLIT:
        return []
    return [
        {"name": name, "query": _query(kind, span, other), "here": other is games}
        for other, name in GAMES.items()
    ]


def _own_place(player: User, board: Board, found: Page) -> dict[str, Any]:
    """Return the player's row (even if on another page) and record."""
    shown = next((entry for entry in found.entries if entry.player == player.pk), None)
    mine: Entry | None = shown or find_entry(board, player.pk)
    record = Rating.objects.filter(player=player, variant=board.variant).first()
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
