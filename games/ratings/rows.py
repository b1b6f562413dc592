"""Converts records and tallies to rows of their tables, and back."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from games.database.bulk import SqlRow, UpsertStatement, run_all, stored
from games.ratings import model
from games.ratings.models import Rating, Tally
from games.ratings.record_changes import Record, TallyKey, TallyValue
from games.ratings.scores import Best, Games, Scores
from games.ratings.statements import SAVE_RATINGS, SAVE_TALLIES

# Leaderboards show the current day and week; tallies are kept a little longer.
KEPT_DAYS = {Tally.Span.DAY.value: timedelta(days=8), Tally.Span.WEEK.value: timedelta(days=28)}
TALLY_KEY = ("player", "pool", "span", "begins")


def record_of(row: Rating) -> Record:
    """Return the record that a row holds."""
    return Record(
        rating=model.Rating(row.mu, row.sigma),
        rated_games=row.rated_games,
        rated_at=row.rated_at,
        games=row.games,
        wins=row.wins,
        best=row.best,
        best_game=row.best_game_id,
        streak=row.streak,
        best_streak=row.best_streak,
        last_totals=tuple(row.last_totals),
        table=_scores_of(row, Games.TABLE),
        solo=_scores_of(row, Games.SOLO),
    )


def _scores_of(row: Rating, games: Games) -> Scores:
    return Scores(_best_of(row, games), tuple(getattr(row, f"totals_{games}")))


def _best_of(row: Rating | Tally, games: Games) -> Best:
    return Best(getattr(row, f"best_{games}"), getattr(row, f"best_{games}_game_id"))


def columns_of(record: Record) -> dict[str, Any]:
    """Return the columns of a record's row, without key and flags."""
    return {
        "mu": record.rating.mu,
        "sigma": record.rating.sigma,
        "shown": model.shown(record.rating),
        "rated_games": record.rated_games,
        "rated_at": record.rated_at,
        "games": record.games,
        "wins": record.wins,
        "best": record.best,
        "best_game_id": record.best_game,
        "streak": record.streak,
        "best_streak": record.best_streak,
        "last_totals": list(record.last_totals),
        "average": record.average,
        **_score_columns(record.table, Games.TABLE),
        **_score_columns(record.solo, Games.SOLO),
    }


def _score_columns(scores: Scores, games: Games) -> dict[str, Any]:
    return {
        **_best_columns(scores.best, games),
        f"totals_{games}": list(scores.totals),
        f"average_{games}": scores.average,
    }


def _best_columns(best: Best, games: Games) -> dict[str, Any]:
    return {f"best_{games}": best.total, f"best_{games}_game_id": best.game}


def tally_columns(value: TallyValue) -> dict[str, Any]:
    """Return the columns of a tally's row, without key and flag."""
    return {
        "wins": value.wins,
        "best": value.best,
        "best_game_id": value.best_game,
        **_best_columns(value.table, Games.TABLE),
        **_best_columns(value.solo, Games.SOLO),
    }


def load_records(pool: str, players: Iterable[int]) -> dict[int, Record]:
    """Return the records of the players who have one."""
    rows = Rating.objects.filter(pool=pool, player__in=players)
    return {row.player_id: record_of(row) for row in rows}


def save_records(pool: str, records: Mapping[int, Record], eligible: Mapping[int, bool]) -> None:
    """Write the records of the players in `eligible`; the others no longer exist."""
    rows = [
        _row(
            SAVE_RATINGS,
            {
                "player_id": player,
                "pool": pool,
                "eligible": eligible[player],
                **columns_of(record),
            },
        )
        for player, record in sorted(records.items())
        if player in eligible
    ]
    _save(SAVE_RATINGS, rows)


def _row(statement: UpsertStatement, columns: Mapping[str, Any]) -> SqlRow:
    """Return the values for a row of the statement."""
    values = [columns[name] for name in statement.columns]
    return tuple([stored(value) if isinstance(value, datetime) else value for value in values])


def _save(statement: UpsertStatement, rows: Sequence[SqlRow]) -> None:
    if rows:
        with transaction.atomic():
            run_all([(statement, rows)])


def load_tallies(keys: Iterable[TallyKey]) -> dict[TallyKey, TallyValue]:
    """Return the stored tallies with these keys."""
    wanted = set(keys)
    # This reads a few extra rows, which is cheaper than a condition for each key.
    parts = zip(TALLY_KEY, zip(*wanted, strict=True), strict=True)
    rows = Tally.objects.filter(**{f"{name}__in": set(values) for name, values in parts})
    return {key: value for key, value in map(tally_of, rows) if key in wanted} if wanted else {}


def tally_of(row: Tally) -> tuple[TallyKey, TallyValue]:
    """Return the tally that a row holds."""
    key = TallyKey(row.player_id, row.pool, row.span, row.begins)
    bests = (_best_of(row, Games.TABLE), _best_of(row, Games.SOLO))
    return key, TallyValue(row.wins, row.best, row.best_game_id, *bests)


def save_tallies(tallies: Mapping[TallyKey, TallyValue], eligible: Mapping[int, bool]) -> None:
    """Write the tallies of the players in `eligible`; the others no longer exist."""
    rows = [
        _row(
            SAVE_TALLIES,
            {
                **key._asdict(),
                "player_id": key.player,
                "eligible": eligible[key.player],
                **tally_columns(value),
            },
        )
        for key, value in sorted(tallies.items())
        if key.player in eligible
    ]
    _save(SAVE_TALLIES, rows)


def is_kept(key: TallyKey, now: datetime) -> bool:
    """Whether a tally is recent enough for a leaderboard."""
    return key.begins >= now.astimezone(UTC).date() - KEPT_DAYS[key.span]


def forget_old_tallies(now: datetime) -> None:
    """Delete tallies that are too old for a leaderboard."""
    today = now.astimezone(UTC).date()
    for span, kept in KEPT_DAYS.items():
        Tally.objects.filter(span=span, begins__lt=today - kept).delete()
