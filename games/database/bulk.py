"""SQL statements that write many rows at once, the same for PostgreSQL and SQLite.

A `BulkStatement` gets all its rows as one JSON text, which the database reads as a table called
`new`: one prepared statement, one plan and one round trip, whatever the number of rows. Only the
expression for that table differs between the two databases. A single row, as of nearly every move,
has its values as parameters: reading JSON takes a fifth of the time of an append.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from psycopg import Cursor as ServerSideCursor

from games.database.overrides.django_commit import commit_inside_atomic

SqlRow = tuple[Any, ...]

_encode = msgspec.json.Encoder().encode


class RowStatement(NamedTuple):
    """A statement that runs once for each row, with a `%s` for each of its values."""

    sql: str


class Forms(NamedTuple):
    """A statement for either database. `guarded`: for PostgreSQL, after `advanced AS (...)`: only
    for rows of games that have advanced.
    """

    postgresql: str
    guarded: str
    sqlite: str


class BulkStatement(NamedTuple):
    """A statement that runs once for all rows; `columns` name their values.

    `many`: its one parameter is made by `parameter`; `one`: for a single row, whose values are the
    parameters.
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
        """Return the rows as a JSON list of objects."""
        return _encode([dict(zip(self.columns, row, strict=True)) for row in rows])

    def forms(self, rows: Sequence[SqlRow]) -> Forms:
        """Return the statement for these rows. `values` has its parameters."""
        return self.one if len(rows) == 1 else self.many

    def values(self, rows: Sequence[SqlRow]) -> Sequence[Any]:
        """Return the parameters of `forms`."""
        return rows[0] if len(rows) == 1 else [self.parameter(rows)]


class UpsertStatement(NamedTuple):
    """Inserts rows, or updates those with the same key: all at once in PostgreSQL, row by row in
    SQLite, whose JSON functions may round numbers.
    """

    postgresql: BulkStatement
    sqlite: RowStatement

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a row. Lists of JSON columns are given as such."""
        return self.postgresql.columns


def bulk(sql: str, columns: dict[str, str]) -> BulkStatement:
    """Return a statement. `{new}` in `sql` is the table of the rows; `columns` have their types in
    PostgreSQL, and one of them is a `bigint`.

    PostgreSQL estimates 100 rows for any JSON, and may then scan a table instead of using an index.
    An equality between two numbers lowers its estimate to one row.
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
    """Return a time as a value for a row of a statement."""
    adapted: datetime | str | None = connection.ops.adapt_datetimefield_value(at)
    return adapted


def run_all(work: Work, commit: bool = False) -> None:
    """Run each statement for its rows, in order, in the transaction that is open.

    PostgreSQL answers all of them in one round trip. `commit`: whether it may commit in the same
    round trip. Each wait for an answer releases the interpreter, and a busy event loop keeps it for
    a while.
    Pass at most one row for each target. Raises Django's database errors.
    """
    if connection.vendor == "postgresql":
        raw = connection.connection
        # Django's cursor cannot prepare statements. This one raises psycopg's errors, which the
        # wrapper converts.
        with connection.wrap_database_errors, raw.pipeline(), ServerSideCursor(raw) as cursor:
            for sql, values in _calls(work):
                cursor.execute(sql, values, prepare=True)
            if commit:
                commit_inside_atomic(raw)
    else:
        with connection.cursor() as cursor:
            for sql, values in _calls(work):
                cursor.execute(sql, values)


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
    """Return a row with its lists as JSON texts."""
    return tuple([_encode(value).decode() if isinstance(value, list) else value for value in row])
