"""Answers of the API about leaderboards."""

import msgspec

from games.core.rules import VARIANTS
from games.platform.clock import utc_now
from games.record.ratings.pools import pool_of
from games.record.ratings.record_changes import Games
from games.site.archive.leaderboards import boards
from games.site.shared.answers import types
from games.site.shared.answers.endpoint import VARIANT, Answer, ApiError, ApiErrorCode, Endpoint
from games.site.shared.answers.values import same_dice
from games.site.shared.pages.cursors import InvalidCursor


def leaderboard(variant: str, query: types.BoardQuery) -> types.Leaderboard:
    """Return a page of a leaderboard. Raises ApiError."""
    if variant not in VARIANTS:
        raise ApiError(ApiErrorCode.NOT_FOUND, "Unknown variant.")
    kind = boards.Kind(query.board)
    games = Games(query.games)
    board = boards.open_board(kind, pool_of(variant, query.dice), utc_now(), games)
    try:
        page = boards.read_page(board, query.after or None, query.limit)
    except InvalidCursor as error:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, f"after: {error}.") from error
    shown = {
        "variant": variant,
        "board": kind.value,
        "entries": page.entries,
        "after": page.after,
        "games": games.value if kind is boards.Kind.RECORDS else None,
        **same_dice(query.dice),
    }
    return msgspec.convert(shown, types.Leaderboard, from_attributes=True)


def _leaderboard(query: types.BoardQuery, variant: str) -> Answer:
    return Answer(lambda: leaderboard(variant, query))


ENDPOINTS = (
    Endpoint(
        "leaderboard",
        "leaderboards/{variant}",
        "A leaderboard",
        "Best first, paginated.",
        types.Leaderboard,
        types.BoardQuery,
        in_path=VARIANT,
        read=_leaderboard,
    ),
)
