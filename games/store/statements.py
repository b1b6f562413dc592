"""The statements that write games, each for many rows at once.

PostgreSQL gets all rows of a statement as one JSON text, which it takes for a table called `new`:
one prepared statement, one plan, one round trip, whatever the number of rows, and the cheapest for
us to write. SQLite has no round trips to save.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from django.db import connection, transaction
from psycopg import Cursor as ServerSideCursor

from games.overrides.django_commit import commit_inside_atomic

Row = tuple[Any, ...]


class Statement(NamedTuple):
    """What to run for each row (SQLite), and for all of them together (PostgreSQL).

    `columns`: the names of the values of a row, in order.
    """

    each: str
    together: str
    columns: tuple[str, ...]


def _statement(each: str, together: str, columns: dict[str, str]) -> Statement:
    """Return a statement; `{new}` in `together` is the table of all rows. `columns` have types.

    PostgreSQL takes any JSON for 100 rows, and would rather read all of a table than look so many
    up. That a number equals another one it takes for rare, hence for one row.
    """
    types = ", ".join(f'"{name}" {type_}' for name, type_ in columns.items())
    key = next(name for name, type_ in columns.items() if type_ == "bigint")
    rows = f"json_to_recordset(%s::json) AS row({types})"
    new = f'(SELECT * FROM {rows} WHERE row."{key}" + 0 = row."{key}") AS new'  # noqa: S608 - ours alone
    return Statement(each, together.replace("{new}", new), tuple(columns))


INSERT_EVENTS = _statement(
    each='INSERT INTO games_gameevent ("game_id", "seq", "type", "seat", "at", "data", "by")'
    " VALUES (%s, %s, %s, %s, %s, %s, %s)",
    together='INSERT INTO games_gameevent ("game_id", "seq", "type", "seat", "at", "data", "by")'
    " SELECT * FROM {new}",
    columns={
        "game_id": "bigint",
        "seq": "int",
        "type": "text",
        "seat": "smallint",
        "at": "bigint",
        "data": "text",
        "by": "text",
    },
)
# A snapshot stays until there is a newer one.
UPDATE_GAMES = _statement(
    each='UPDATE games_game SET "deadline" = %s, "status" = %s, "finished_at" = %s,'
    ' "snapshot" = COALESCE(%s, "snapshot") WHERE "id" = %s',
    together='UPDATE games_game SET "deadline" = new."deadline", "status" = new."status",'
    ' "finished_at" = new."finished_at", "snapshot" = COALESCE(new."snapshot",'
    ' games_game."snapshot") FROM {new} WHERE games_game."id" = new."id"',
    columns={
        "deadline": "timestamptz",
        "status": "text",
        "finished_at": "timestamptz",
        "snapshot": "text",
        "id": "bigint",
    },
)
# The end of a game changes what its room offers.
UPDATE_ROOMS = _statement(
    each='UPDATE games_room SET "rev" = "rev" + 1'
    ' WHERE "id" = (SELECT "room_id" FROM games_game WHERE "id" = %s)',
    together='UPDATE games_room SET "rev" = "rev" + 1 WHERE "id" IN (SELECT games_game."room_id"'
    ' FROM games_game, {new} WHERE games_game."id" = new."game_id")',
    columns={"game_id": "bigint"},
)
UPDATE_SCORECARDS = _statement(
    each='UPDATE games_scorecard SET "position" = %s, "total" = %s, "place" = %s, "resigned" = %s'
    ' WHERE "game_id" = %s AND "seat" = %s',
    together='UPDATE games_scorecard SET "position" = new."position", "total" = new."total",'
    ' "place" = new."place", "resigned" = new."resigned" FROM {new}'
    ' WHERE games_scorecard."game_id" = new."game_id" AND games_scorecard."seat" = new."seat"',
    columns={
        "position": "text",
        "total": "int",
        "place": "smallint",
        "resigned": "bool",
        "game_id": "bigint",
        "seat": "smallint",
    },
)
# A casual result has its place in the order of all, and its cards say what they came to.
NUMBER_RESULTS = _statement(
    each='UPDATE games_game SET "result_at" = %s, "result_number" = %s WHERE "id" = %s',
    together='UPDATE games_game SET "result_at" = new."result_at",'
    ' "result_number" = new."number" FROM {new} WHERE games_game."id" = new."id"',
    columns={"result_at": "timestamptz", "number": "bigint", "id": "bigint"},
)
FILL_CARDS = _statement(
    each='UPDATE games_scorecard SET "variant" = %s, "finished_at" = %s, "final_total" = %s'
    ' WHERE "game_id" = %s AND "seat" = %s',
    together='UPDATE games_scorecard SET "variant" = new."variant",'
    ' "finished_at" = new."finished_at", "final_total" = new."final_total" FROM {new}'
    ' WHERE games_scorecard."game_id" = new."game_id" AND games_scorecard."seat" = new."seat"',
    columns={
        "variant": "text",
        "finished_at": "timestamptz",
        "final_total": "int",
        "game_id": "bigint",
        "seat": "smallint",
    },
)
# A game begins with empty cards.
INSERT_SCORECARDS = _statement(
    each='INSERT INTO games_scorecard ("game_id", "seat", "player_id", "name", "position",'
    ' "total", "resigned", "variant") VALUES (%s, %s, %s, %s, %s, 0, FALSE, \'\')',
    together='INSERT INTO games_scorecard ("game_id", "seat", "player_id", "name", "position",'
    ' "total", "resigned", "variant") SELECT new.*, 0, FALSE, \'\' FROM {new}',
    columns={
        "game_id": "bigint",
        "seat": "smallint",
        "player_id": "bigint",
        "name": "text",
        "position": "text",
    },
)
# A room's change, counted.
COUNT_CHANGE = _statement(
    each='UPDATE games_room SET "rev" = "rev" + 1, "active_at" = CURRENT_TIMESTAMP WHERE "id" = %s',
    together='UPDATE games_room SET "rev" = "rev" + 1, "active_at" = CURRENT_TIMESTAMP'
    ' FROM {new} WHERE games_room."id" = new."room_id"',
    columns={"room_id": "bigint"},
)
# A player asks for another game, with a seed for it.
MAKE_READY = _statement(
    each='UPDATE games_seat SET "ready" = TRUE, "seed" = %s, "address" = %s WHERE "id" = %s',
    together='UPDATE games_seat SET "ready" = TRUE, "seed" = new."seed",'
    ' "address" = new."address" FROM {new} WHERE games_seat."id" = new."id"',
    columns={"seed": "text", "address": "text", "id": "bigint"},
)
# The secret of a game to come; JSON carries its bytes in base64.
INSERT_SECRET = Statement(
    each='INSERT INTO games_dicesecret ("code", "secret") VALUES (%s, %s)',
    together='INSERT INTO games_dicesecret ("code", "secret") SELECT new."code",'
    " decode(new.\"secret\", 'base64') FROM"
    ' json_to_recordset(%s::json) AS new("code" text, "secret" text)',
    columns=("code", "secret"),
)
# A seed serves once: the next commitment is made after it has become known.
CLEAR_SEATS = _statement(
    each="""UPDATE games_seat SET "ready" = FALSE, "seed" = '', "address" = ''"""
    ' WHERE "room_id" = %s',
    together="""UPDATE games_seat SET "ready" = FALSE, "seed" = '', "address" = ''"""
    ' FROM {new} WHERE games_seat."room_id" = new."room_id"',
    columns={"room_id": "bigint"},
)
# The game that has begun, and the code of the one to come.
TAKE_GAME = _statement(
    each='UPDATE games_room SET "game_id" = %s, "next_code" = %s, "begins_by" = NULL'
    ' WHERE "id" = %s',
    together='UPDATE games_room SET "game_id" = new."game_id", "next_code" = new."code",'
    ' "begins_by" = NULL FROM {new} WHERE games_room."id" = new."room_id"',
    columns={"game_id": "bigint", "code": "text", "room_id": "bigint"},
)


def stored(at: datetime | None) -> datetime | str | None:
    """Return a time as it stands in a row for the database."""
    adapted: datetime | str | None = connection.ops.adapt_datetimefield_value(at)
    return adapted


def run_all(work: Sequence[tuple[Statement, Sequence[Row]]], commit: bool = False) -> None:
    """Run each statement for its rows, in order, in the transaction that is open.

    `commit`: whether PostgreSQL may commit in the same round trip. Every wait for an answer gives
    the interpreter away, and a busy event loop keeps it for a while.
    Of two rows for the same target only the last may be given. Raises Django's database errors.
    """
    if connection.vendor == "postgresql":
        _run_together(work, commit)
    else:
        _run_each(work)


def run_as_one(work: Sequence[tuple[Statement, Sequence[Row]]]) -> None:
    """Run all the statements, each for its rows, in one transaction: the one that is open, or else
    one of their own.

    No two of them may write to one table: for PostgreSQL they are one statement, of which the last
    part runs first. Of two rows for the same target only the last may be given. Raises Django's
    database errors.
    """
    if connection.vendor == "postgresql":
        connection.ensure_connection()
        sql = _as_one(tuple(statement for statement, _ in work))
        with connection.wrap_database_errors, ServerSideCursor(connection.connection) as cursor:
            cursor.execute(sql, [_as_json(*each) for each in work], prepare=True)
    else:
        with transaction.atomic():
            _run_each(work)


@lru_cache
def _as_one(statements: tuple[Statement, ...]) -> str:
    *first, last = (statement.together for statement in statements)
    parts = ", ".join(f"part{number} AS ({part})" for number, part in enumerate(first))
    return f"WITH {parts} {last}" if first else last


def _run_each(work: Sequence[tuple[Statement, Sequence[Row]]]) -> None:
    with connection.cursor() as cursor:
        for statement, rows in work:
            cursor.executemany(statement.each, rows)


def _run_together(work: Sequence[tuple[Statement, Sequence[Row]]], commit: bool) -> None:
    raw = connection.connection
    # Not Django's cursor, which cannot demand that it be prepared. Nor are its errors Django's,
    # hence the wrapper.
    with connection.wrap_database_errors, raw.pipeline(), ServerSideCursor(raw) as cursor:
        for statement, rows in work:
            cursor.execute(statement.together, [_as_json(statement, rows)], prepare=True)
        if commit:
            commit_inside_atomic(raw)


def _as_json(statement: Statement, rows: Sequence[Row]) -> str:
    table = [dict(zip(statement.columns, row, strict=True)) for row in rows]
    return msgspec.json.encode(table).decode()
