"""The SQL that writes events and what follows from them, and the one statement that appends them.

That statement advances games, and writes the rows of those that advanced. A game advances only if
its newest event is the one that its process has seen. An entry that was decided on another state
writes nothing, and does not hold up other entries.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain, count
from typing import Any

from django.db import connection, transaction
from psycopg import Cursor as ServerSideCursor

from games.platform.database.bulk import BulkWork, SqlRow, bulk

# Compare and set: a game advances only if its newest event is the one that the new row expects.
ADVANCE_GAMES = bulk(
    'UPDATE games_game SET "head" = new."head", "deadline" = new."deadline",'
    ' "status" = new."status", "finished_at" = new."finished_at" FROM {new}'
    ' WHERE games_game."id" = new."id" AND games_game."head" = new."expected"'
    ' RETURNING games_game."id"',
    {
        "expected": "text",
        "head": "text",
        "deadline": "timestamptz",
        "status": "text",
        "finished_at": "timestamptz",
        "id": "bigint",
    },
)
INSERT_EVENTS = bulk(
    'INSERT INTO games_gameevent ("game_id", "seq", "type", "seat", "at", "data", "by", "hash")'
    " SELECT * FROM {new}",
    {
        "game_id": "bigint",
        "seq": "int",
        "type": "text",
        "seat": "smallint",
        "at": "bigint",
        "data": "text",
        "by": "text",
        "hash": "text",
    },
)
SAVE_SNAPSHOTS = bulk(
    'INSERT INTO games_gamesnapshot ("game_id", "state") SELECT * FROM {new}'
    ' WHERE TRUE ON CONFLICT ("game_id") DO UPDATE SET "state" = EXCLUDED."state"',
    {"game_id": "bigint", "state": "text"},
)
UPDATE_SCORECARDS = bulk(
    'UPDATE games_scorecard SET "position" = new."position", "total" = new."total",'
    ' "place" = new."place", "resigned" = new."resigned" FROM {new}'
    ' WHERE games_scorecard."game_id" = new."game_id" AND games_scorecard."seat" = new."seat"',
    {
        "position": "text",
        "total": "int",
        "place": "smallint",
        "resigned": "bool",
        "game_id": "bigint",
        "seat": "smallint",
    },
)
# The end of a game, and its result, change what its room shows.
BUMP_ROOMS_OF_GAMES = bulk(
    'UPDATE games_room SET "rev" = "rev" + 1 WHERE "id" IN (SELECT games_game."room_id"'
    ' FROM games_game, {new} WHERE games_game."id" = new."game_id")',
    {"game_id": "bigint"},
)
INSERT_SCORECARDS = bulk(
    'INSERT INTO games_scorecard ("game_id", "seat", "player_id", "name", "position",'
    ' "total", "resigned", "pool") SELECT new.*, 0, FALSE, \'\' FROM {new}',
    {
        "game_id": "bigint",
        "seat": "smallint",
        "player_id": "bigint",
        "name": "text",
        "position": "text",
    },
)


def append(advances: Sequence[SqlRow], work: BulkWork) -> set[int]:
    """Advance games, and run the statements of `work` for the rows of games that advanced. Return
    the ids of these games. Runs in the open transaction, or else in a new one.

    `advances`: rows of ADVANCE_GAMES, at most one for each game. Two statements must not write to
    the same table, and no two rows to the same target: PostgreSQL gets all as one statement.
    Raises Django's database errors.
    """
    if connection.vendor != "postgresql":
        # Not through a Django cursor, which costs as much time as one of these statements.
        with transaction.atomic(), connection.wrap_database_errors:
            return _append_in_steps(connection.connection.execute, advances, work)
    connection.ensure_connection()
    parts = ((ADVANCE_GAMES, advances), *work)
    sql = _as_one(_texts(advances, work))
    values = list(chain.from_iterable([statement.values(rows) for statement, rows in parts]))
    with connection.wrap_database_errors, ServerSideCursor(connection.connection) as cursor:
        cursor.execute(sql, values, prepare=True)
        return {id_ for (id_,) in cursor.fetchall()}


def _append_in_steps(
    run: Callable[[str, Sequence[Any]], Iterable[tuple[int]]],
    advances: Sequence[SqlRow],
    work: BulkWork,
) -> set[int]:
    """Append on SQLite. `run`: the method of its connection."""
    sql = _with_marks(ADVANCE_GAMES.forms(advances).sqlite)
    advanced = {id_ for (id_,) in run(sql, ADVANCE_GAMES.values(advances))}
    for statement, rows in work:
        game = statement.columns.index("game_id")
        allowed = [row for row in rows if row[game] in advanced]
        if allowed:
            run(_with_marks(statement.forms(allowed).sqlite), statement.values(allowed))
    return advanced


@lru_cache
def _with_marks(sql: str) -> str:
    return sql.replace("%s", "?")


def append_for_libpq(advances: Sequence[SqlRow], work: BulkWork) -> tuple[str, list[bytes | None]]:
    """Return the statement that `append` runs on PostgreSQL, with `$1` and so on as placeholders,
    and its values. The statement returns the ids of the games that advanced.
    """
    values: list[bytes | None] = []
    for statement, rows in ((ADVANCE_GAMES, advances), *work):
        if len(rows) == 1:
            values += [_in_text(value) for value in rows[0]]
        else:
            values.append(statement.objects(rows))
    return _numbered(_texts(advances, work)), values


def _texts(advances: Sequence[SqlRow], work: BulkWork) -> tuple[str, ...]:
    guarded = [statement.forms(rows).guarded for statement, rows in work]
    return (ADVANCE_GAMES.forms(advances).postgresql, *guarded)


def _in_text(value: Any) -> bytes | None:
    """Return a value in PostgreSQL's text format."""
    if isinstance(value, str):
        return value.encode()
    if value is None:
        return None
    if isinstance(value, datetime):
        return value.isoformat().encode()
    return str(value).encode()


@lru_cache
def _numbered(texts: tuple[str, ...]) -> str:
    numbers = count(1)
    return re.sub("%s", lambda _: f"${next(numbers)}", _as_one(texts))


@lru_cache
def _as_one(texts: tuple[str, ...]) -> str:
    """Return one statement for PostgreSQL that runs all texts. The first one advances games."""
    advance, *others = texts
    parts = "".join([f", part{number} AS ({text})" for number, text in enumerate(others)])
    return f'WITH advanced AS ({advance}){parts} SELECT "id" FROM advanced'  # noqa: S608 - only constants
