"""SQL statements that write many rows at once, the same for PostgreSQL and SQLite.

A `BulkStatement` gets all its rows as one JSON text, which the database reads as a table called
`new`. So it needs one prepared statement, one plan and one round trip for any number of rows. Only
the expression for that table differs between the two databases. Nearly every move writes a single
row, whose values are plain parameters: reading JSON would take a fifth of the time of an append.

`run_guarded` is compare and set for many rows: one statement decides which games advance, and the
others write only the rows of these.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cache, lru_cache
from itertools import chain, count
from typing import Any, NamedTuple

import msgspec
from django.db import connection, transaction
from psycopg import Cursor as ServerSideCursor

from games.platform.database.overrides.django_commit import commit_inside_atomic

SqlRow = tuple[Any, ...]

_encode = msgspec.json.Encoder().encode


class RowStatement(NamedTuple):
    """A statement that runs once for each row, with a `%s` for each of its values."""

    sql: str


class Forms(NamedTuple):
    """A statement for each database. `guarded`: for PostgreSQL in `run_guarded`; it takes only the
    rows of games that advanced.
    """

    postgresql: str
    guarded: str
    sqlite: str


class BulkStatement(NamedTuple):
    """A statement that runs once for all rows; `columns` name their values.

    `many`: has one parameter, which `parameter` makes. `one`: for a single row, whose values are
    the parameters.
    """

    many: Forms
    one: Forms
    columns: tuple[str, ...]

    @property
    def sql(self) -> str:
        """The SQL for this database. Its one parameter is made by `parameter`."""
        return self.many.postgresql if connection.vendor == "postgresql" else self.many.sqlite

    def parameter(self, rows: Sequence[SqlRow]) -> str:
        """Return the rows as JSON: a list of objects for PostgreSQL, of lists for SQLite."""
        if connection.vendor == "postgresql":
            return self.objects(rows).decode()
        return _encode(rows).decode()

    def objects(self, rows: Sequence[SqlRow]) -> bytes:
        return _encode([dict(zip(self.columns, row, strict=True)) for row in rows])

    def forms(self, rows: Sequence[SqlRow]) -> Forms:
        """Return the statement for these rows. `values` has its parameters."""
        return self.one if len(rows) == 1 else self.many

    def values(self, rows: Sequence[SqlRow]) -> Sequence[Any]:
        return rows[0] if len(rows) == 1 else [self.parameter(rows)]


class UpsertStatement(NamedTuple):
    """Inserts rows, or updates the rows with the same key. PostgreSQL gets all rows at once; SQLite
    gets them one by one, because its JSON functions may round numbers.
    """

    postgresql: BulkStatement
    sqlite: RowStatement

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a row. Values for JSON columns are given as lists."""
        return self.postgresql.columns


def bulk(sql: str, columns: dict[str, str]) -> BulkStatement:
    """Return a statement. `{new}` in `sql` is the table of the rows. `columns`: each column's type
    in PostgreSQL; one must be a `bigint`.
    """
    types = ", ".join(f'"{name}" {type_}' for name, type_ in columns.items())
    key = next(name for name, type_ in columns.items() if type_ == "bigint")
    records = f"json_to_recordset(%s::json) AS row({types})"
    values = ", ".join(
        f"json_extract(value, '$[{number}]') AS \"{name}\"" for number, name in enumerate(columns)
    )
    many = f'SELECT * FROM {records} WHERE row."{key}"'  # noqa: S608 - only constants
    typed = ", ".join(f'%s::{type_} AS "{name}"' for name, type_ in columns.items())
    named = ", ".join(f'%s AS "{name}"' for name in columns)
    one = f'SELECT * FROM (SELECT {typed}) AS row WHERE row."{key}"'  # noqa: S608 - only constants
    advanced = 'IN (SELECT "id" FROM advanced)'
    return BulkStatement(
        _forms(
            sql,
            # Always true. PostgreSQL estimates 100 rows for any JSON, and may then scan a table
            # instead of using an index: an equality of numbers lowers its estimate to one row.
            f'{many} + 0 = row."{key}"',
            f"{many} {advanced}",
            f"SELECT {values} FROM json_each(%s)",  # noqa: S608 - only constants
        ),
        _forms(sql, f"SELECT {typed}", f"{one} {advanced}", f"SELECT {named}"),
        tuple(columns),
    )


def _forms(sql: str, *tables: str) -> Forms:
    return Forms(*[sql.replace("{new}", f"({table}) AS new") for table in tables])


def upsert(
    table: str, key: Sequence[str], columns: dict[str, str], inserted: dict[str, str]
) -> UpsertStatement:
    """Return a statement. `inserted`: columns that only a new row gets, with their SQL."""
    names = ", ".join(f'"{name}"' for name in (*columns, *inserted))
    updates = ", ".join(f'"{name}" = EXCLUDED."{name}"' for name in columns if name not in key)
    insert = f"INSERT INTO {table} ({names})"
    conflict = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {updates}"
    values = "".join(f", {value}" for value in inserted.values())
    marks = ", ".join(["%s"] * len(columns))
    return UpsertStatement(
        bulk(f"{insert} SELECT new.*{values} FROM {{new}} WHERE TRUE {conflict}", columns),  # noqa: S608 - only constants
        RowStatement(f"{insert} VALUES ({marks}{values}) {conflict}"),
    )


Statement = RowStatement | BulkStatement | UpsertStatement
Work = Sequence[tuple[Statement, Sequence[SqlRow]]]
BulkWork = Sequence[tuple[BulkStatement, Sequence[SqlRow]]]


def stored(at: datetime | None) -> datetime | str | None:
    return _adapter()(at)


@cache
def _adapter() -> Callable[[datetime | None], datetime | str | None]:
    """Return what makes a value for the database of this process. To look it up for each move was a
    hundredth of the server's work.
    """
    adapter: Callable[[datetime | None], datetime | str | None]
    adapter = connection.ops.adapt_datetimefield_value
    return adapter


def run_all(work: Work, commit: bool = False) -> None:
    """Run each statement for its rows, in order, in the open transaction.

    `commit`: whether PostgreSQL may commit in the same round trip. Pass at most one row for each
    target. Raises Django's database errors.
    """
    if connection.vendor == "postgresql":
        raw = connection.connection
        # One round trip for all: each wait for an answer releases the interpreter, and a busy event
        # loop then keeps it for a while. Django's cursor cannot prepare statements. This one raises
        # psycopg's errors, which the wrapper converts.
        with connection.wrap_database_errors, raw.pipeline(), ServerSideCursor(raw) as cursor:
            for sql, values in _calls(work):
                cursor.execute(sql, values, prepare=True)
            if commit:
                commit_inside_atomic(raw)
    else:
        with connection.cursor() as cursor:
            for sql, values in _calls(work):
                cursor.execute(sql, values)


def run_and_read(work: Work, sql: str, values: Sequence[Any]) -> list[SqlRow]:
    """Do as `run_all`, and then return the rows of a query, in the same round trip."""
    if connection.vendor != "postgresql":
        run_all(work)
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            rows: list[SqlRow] = cursor.fetchall()
        return rows
    raw = connection.connection
    with connection.wrap_database_errors:
        writing, reading = ServerSideCursor(raw), ServerSideCursor(raw)
        with raw.pipeline():
            for text, parameters in _calls(work):
                writing.execute(text, parameters, prepare=True)
            reading.execute(sql, values, prepare=True)
        return reading.fetchall()


def _calls(work: Work) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield what to execute: SQL, and the values of its parameters."""
    for statement, rows in work:
        if isinstance(statement, BulkStatement):
            yield statement.sql, [statement.parameter(rows)]
        elif isinstance(statement, RowStatement):
            yield from ((statement.sql, row) for row in rows)
        elif connection.vendor == "postgresql":
            yield statement.postgresql.sql, [statement.postgresql.parameter(rows)]
        else:
            yield from ((statement.sqlite.sql, _bound(row)) for row in rows)


def _bound(row: SqlRow) -> SqlRow:
    return tuple([_encode(value).decode() if isinstance(value, list) else value for value in row])


def run_guarded(advance: BulkStatement, advances: Sequence[SqlRow], work: BulkWork) -> set[int]:
    """Advance games, and run the statements of `work` for the rows of games that advanced. Return
    the ids of these games. Runs in the open transaction, or else in a new one.

    `advance`: returns the ids of games that advanced. `advances`: its rows, at most one for each
    game. Two statements must not write to the same table, and no two rows to the same target:
    PostgreSQL gets all as one statement. Raises Django's database errors.
    """
    if connection.vendor != "postgresql":
        return _run_in_steps(advance, advances, work)
    connection.ensure_connection()
    parts = ((advance, advances), *work)
    sql = _as_one(_texts(advance, advances, work))
    values = list(chain.from_iterable([statement.values(rows) for statement, rows in parts]))
    with connection.wrap_database_errors, ServerSideCursor(connection.connection) as cursor:
        cursor.execute(sql, values, prepare=True)
        return {id_ for (id_,) in cursor.fetchall()}


def _run_in_steps(advance: BulkStatement, advances: Sequence[SqlRow], work: BulkWork) -> set[int]:
    """Do `run_guarded` on SQLite."""
    # Not through a Django cursor, which costs as much time as one of these statements.
    with transaction.atomic(), connection.wrap_database_errors:
        run = connection.connection.execute
        sql = _with_marks(advance.forms(advances).sqlite)
        advanced = {id_ for (id_,) in run(sql, advance.values(advances))}
        for statement, rows in work:
            game = statement.columns.index("game_id")
            allowed = [row for row in rows if row[game] in advanced]
            if allowed:
                run(_with_marks(statement.forms(allowed).sqlite), statement.values(allowed))
        return advanced


@lru_cache
def _with_marks(sql: str) -> str:
    return sql.replace("%s", "?")


def guarded_for_libpq(
    advance: BulkStatement, advances: Sequence[SqlRow], work: BulkWork
) -> tuple[str, list[bytes | None]]:
    """Return the statement that `run_guarded` runs on PostgreSQL, with `$1` and so on as
    placeholders, and its values. The statement returns the ids of the games that advanced.
    """
    values: list[bytes | None] = []
    for statement, rows in ((advance, advances), *work):
        if len(rows) == 1:
            values += [_in_text(value) for value in rows[0]]
        else:
            values.append(statement.objects(rows))
    return _numbered(_texts(advance, advances, work)), values


def _texts(advance: BulkStatement, advances: Sequence[SqlRow], work: BulkWork) -> tuple[str, ...]:
    guarded = [statement.forms(rows).guarded for statement, rows in work]
    return (advance.forms(advances).postgresql, *guarded)


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
