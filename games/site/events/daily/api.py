"""Answers of the API about the dailies. Before the reveal they say nothing about results."""

from datetime import date, datetime

from games.core.rules import VARIANTS
from games.platform.clock import day_of, utc_now
from games.record.fairness.public_log import entries_of
from games.record.log.starting import commitment_of
from games.site.events.daily.boards import read_board, read_scores
from games.site.events.daily.models import Daily
from games.site.events.daily.opening import closes_at
from games.site.shared.answers import types
from games.site.shared.answers.endpoint import VARIANT, Answer, ApiError, ApiErrorCode, Endpoint
from games.site.shared.answers.values import game_entries
from games.site.shared.pages.cursors import InvalidCursor

DATE = {"date": (types.Date, "A day (UTC), such as 2026-01-31.")}


def daily(day: str, variant: str, query: types.DailyQuery, now: datetime) -> types.Daily:
    """Return a daily. Raises ApiError."""
    found = _find(day, variant, now)
    scores = read_scores(found)
    after = query.after if isinstance(query.after, str) else None
    try:
        board = read_board(found, scores, after)
    except InvalidCursor as error:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, "after: not a cursor of this list.") from error
    shown = board.lines if found.revealed_at is not None else ()
    entries = entries_of(found.share)
    return types.Daily(
        day=found.day.isoformat(),
        variant=found.variant,
        share=found.share,
        commitment=commitment_of(found.share),
        fair_log=game_entries(entries),
        closes_at=round(closes_at(found.day).timestamp() * 1000),
        revealed=found.revealed_at is not None,
        perfect=found.perfect,
        players=scores.players,
        entries=tuple(
            types.DailyResult(
                line.place,
                line.player.name,
                line.total,
                line.loss,
                line.game,
                line.percentile,
                None if line.percent is None else round(line.percent, 2),
            )
            for line in shown
        ),
        after=board.after if shown else None,
    )


def _find(day: str, variant: str, now: datetime) -> Daily:
    try:
        on = date.fromisoformat(day)
    except ValueError as error:
        raise ApiError(ApiErrorCode.NOT_FOUND, "There is no such day.") from error
    found = Daily.objects.filter(day=on, variant=variant).first() if variant in VARIANTS else None
    if found is None or on > day_of(now):
        raise ApiError(ApiErrorCode.NOT_FOUND, "There is no such daily.")
    return found


def _daily(query: types.DailyQuery, date: str, variant: str) -> Answer:
    return Answer(lambda: daily(date, variant, query, utc_now()))


ENDPOINTS = (
    Endpoint(
        "daily",
        "daily/{date}/{variant}",
        "A daily",
        "The game of a day that everybody plays with the same dice. The leaderboard is there "
        "after the reveal, half an hour after the end of the day (UTC); best first, paginated.",
        types.Daily,
        types.DailyQuery,
        in_path={**DATE, **VARIANT},
        read=_daily,
    ),
)
