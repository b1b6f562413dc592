"""Reads records and tallies from their tables, and writes them; the SQL that writes results."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.platform.clock import day_of
from games.platform.database.bulk import (
    RowStatement,
    SqlRow,
    UpsertStatement,
    bulk,
    run_all,
    stored,
    upsert,
)
from games.platform.database.prepared import Prepared, fetch, ids_in, text_of
from games.record.ratings import model
from games.record.ratings.models import Rating, Tally
from games.record.ratings.record_changes import Best, Record, TallyKey

NUMBER_RESULTS = bulk(
    'UPDATE games_game SET "result_at" = new."result_at", "result_number" = new."number",'
    ' "uncounted" = new."uncounted" FROM {new} WHERE games_game."id" = new."id"',
    {"result_at": "timestamptz", "number": "bigint", "uncounted": "text", "id": "bigint"},
)
SET_LAST_RESULT = RowStatement('UPDATE games_resultcounter SET "last" = %s WHERE "id" = %s')
FILL_SCORECARDS = bulk(
    'UPDATE games_scorecard SET "pool" = new."pool",'
    ' "finished_at" = new."finished_at", "final_total" = new."final_total",'
    ' "mu_before" = new."mu_before", "sigma_before" = new."sigma_before",'
    ' "mu_after" = new."mu_after", "sigma_after" = new."sigma_after" FROM {new}'
    ' WHERE games_scorecard."game_id" = new."game_id" AND games_scorecard."seat" = new."seat"',
    {
        "pool": "text",
        "finished_at": "timestamptz",
        "final_total": "int",
        "mu_before": "float8",
        "sigma_before": "float8",
        "mu_after": "float8",
        "sigma_after": "float8",
        "game_id": "bigint",
        "seat": "smallint",
    },
)

SAVE_RATINGS = upsert(
    "games_rating",
    ("player_id", "pool"),
    {
        "player_id": "bigint",
        "pool": "text",
        "mu": "float8",
        "sigma": "float8",
        "shown": "int",
        "rated_games": "int",
        "rated_at": "timestamptz",
        "games": "int",
        "wins": "int",
        "best": "int",
        "streak": "int",
        "best_streak": "int",
        "best_table": "int",
        "best_table_game_id": "bigint",
        "best_solo": "int",
        "best_solo_game_id": "bigint",
        "eligible": "bool",
    },
    {"listed": "FALSE"},
)
SAVE_TALLIES = upsert(
    "games_tally",
    ("player_id", "pool", "begins"),
    {"player_id": "bigint", "pool": "text", "begins": "date", "wins": "int", "eligible": "bool"},
    {},
)


# The leaderboard shows the current week; tallies are kept a little longer.
KEPT = timedelta(days=28)


def record_of(row: Rating) -> Record:
    """Return the record that a row holds."""
    return Record(
        rating=model.Rating(row.mu, row.sigma),
        rated_games=row.rated_games,
        rated_at=row.rated_at,
        games=row.games,
        wins=row.wins,
        best=row.best,
        streak=row.streak,
        best_streak=row.best_streak,
        best_table=Best(row.best_table, row.best_table_game_id),
        best_solo=Best(row.best_solo, row.best_solo_game_id),
    )


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
        "streak": record.streak,
        "best_streak": record.best_streak,
        "best_table": record.best_table.total,
        "best_table_game_id": record.best_table.game,
        "best_solo": record.best_solo.total,
        "best_solo_game_id": record.best_solo.game,
    }


_of_pool = Prepared(
    lambda players, pool: Rating.objects.filter(player__in=ids_in(players), pool=pool), "", ""
)


def load_records(pool: str, players: Iterable[int]) -> dict[int, Record]:
    """Return the records of the players who have one."""
    return {row.player_id: record_of(row) for row in _of_pool(text_of(players), pool)}


def save_records(pool: str, records: Mapping[int, Record], eligible: Mapping[int, bool]) -> None:
    """Write the records of the players in `eligible`; the others no longer exist."""
    save_all({pool: records}, {}, eligible)


def save_all(
    records: Mapping[str, Mapping[int, Record]],
    tallies: Mapping[TallyKey, int],
    eligible: Mapping[int, bool],
) -> None:
    """Write the records (by pool and player) and tallies of the players in `eligible`."""
    work = [
        *[(SAVE_RATINGS, _rating_rows(pool, those, eligible)) for pool, those in records.items()],
        (SAVE_TALLIES, _tally_rows(tallies, eligible)),
    ]
    some = [(statement, rows) for statement, rows in work if rows]
    if some:
        with transaction.atomic(savepoint=False):
            run_all(some)


def _rating_rows(
    pool: str, records: Mapping[int, Record], eligible: Mapping[int, bool]
) -> list[SqlRow]:
    return [
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


def _row(statement: UpsertStatement, columns: Mapping[str, Any]) -> SqlRow:
    """Return the values for a row of the statement."""
    values = [columns[name] for name in statement.columns]
    return tuple([stored(value) if isinstance(value, datetime) else value for value in values])


# Dates are numbers of a row here, because the databases give them back in different types.
TALLIES = bulk(
    'SELECT new."number", tally."wins" FROM {new} JOIN games_tally AS tally'
    ' ON tally."player_id" = new."player_id" AND tally."pool" = new."pool"'
    ' AND tally."begins" = new."begins"',
    {"number": "int", "player_id": "bigint", "pool": "text", "begins": "date"},
)


def load_tallies(keys: Iterable[TallyKey]) -> dict[TallyKey, int]:
    """Return the wins of the stored tallies with these keys."""
    wanted = sorted(set(keys))
    if not wanted:
        return {}
    rows = [(number, *key) for number, key in enumerate(wanted)]
    (found,) = fetch([(TALLIES.sql, [TALLIES.parameter(rows)])])
    return {wanted[number]: wins for number, wins in found}


def tally_key(row: Tally) -> TallyKey:
    """Return the key of a row."""
    return TallyKey(row.player_id, row.pool, row.begins)


def save_tallies(tallies: Mapping[TallyKey, int], eligible: Mapping[int, bool]) -> None:
    """Write the tallies of the players in `eligible`; the others no longer exist."""
    save_all({}, tallies, eligible)


def _tally_rows(tallies: Mapping[TallyKey, int], eligible: Mapping[int, bool]) -> list[SqlRow]:
    return [
        (*key, wins, eligible[key.player])
        for key, wins in sorted(tallies.items())
        if key.player in eligible
    ]


def is_kept(key: TallyKey, now: datetime) -> bool:
    """Whether a tally is recent enough to be kept."""
    return key.begins >= day_of(now) - KEPT


def forget_old_tallies(now: datetime) -> None:
    """Delete tallies that are too old for the leaderboard."""
    Tally.objects.filter(begins__lt=day_of(now) - KEPT).delete()
