"""SQL statements that write many rows at once, the same for PostgreSQL and SQLite.

A `BulkStatement` gets all its rows as one JSON text, which the database reads as a table called
`new`. So it needs one prepared statement, one plan and one round trip for any number of rows. Only
the expression for that table differs between the two databases. Nearly every move writes a single
row, whose values are plain parameters: reading JSON would take a fifth of the time of an append.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from psycopg import Cursor as ServerSideCursor

from games.platform.database.overrides.django_commit import commit_inside_atomic

SqlRow = tuple[Any, ...]

_encode = msgspec.json.Encoder().encode


class RowStatement(NamedTuple):
    """A statement that runs once for each row, with a `%s` for each of its values."""

    sql: str


class Forms(NamedTuple):
    """A statement for each database. `guarded`: for PostgreSQL, after `advanced AS (...)`; it takes
    only the rows of games that advanced.
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
        """Return the rows as a JSON list of objects."""
        return _encode([dict(zip(self.columns, row, strict=True)) for row in rows])

    def forms(self, rows: Sequence[SqlRow]) -> Forms:
        """Return the statement for these rows. `values` has its parameters."""
        return self.one if len(rows) == 1 else self.many

    def values(self, rows: Sequence[SqlRow]) -> Sequence[Any]:
        """Return the parameters of `forms`."""
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
    """Return a time as a value for a row of a statement."""
    adapted: datetime | str | None = connection.ops.adapt_datetimefield_value(at)
    return adapted


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
