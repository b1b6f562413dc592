"""The tables and sequences of a SQLite and a PostgreSQL database, and whether their rows agree."""

import json
import sqlite3
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

import psycopg
from psycopg import sql
from psycopg.types.json import set_json_loads

COLUMNS = """
SELECT table_name, column_name, data_type FROM information_schema.columns
WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position
"""
SEQUENCES = """
SELECT table_name, column_name, sequence FROM (
    SELECT table_name, column_name,
        pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
    FROM information_schema.columns WHERE table_schema = current_schema()
) AS columns WHERE sequence IS NOT NULL ORDER BY table_name
"""
# sqlite_sequence also counts rows that were deleted: their numbers must not be used again.
USED_NUMBERS = """
SELECT tables.name, COALESCE(numbers.seq, 0) FROM sqlite_master AS tables
LEFT JOIN sqlite_sequence AS numbers ON numbers.name = tables.name
WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
"""
FETCHED_ROWS = 2000


class Table(NamedTuple):
    """A table of PostgreSQL, with the type of each column."""

    name: str
    types: dict[str, str]

    @property
    def identifier(self) -> sql.Identifier:
        return sql.Identifier(self.name)

    @property
    def select(self) -> str:
        """A query for all rows, the same in SQLite and PostgreSQL."""
        columns = ", ".join(f'"{name}"' for name in self.types)
        return f'SELECT {columns} FROM "{self.name}"'  # noqa: S608 - names from the catalogue


class Sequence(NamedTuple):
    """A sequence that numbers the rows of a table in one of its columns."""

    table: str
    column: str
    name: str


def tables_of(database: psycopg.Connection[Any]) -> list[Table]:
    found: dict[str, dict[str, str]] = {}
    for table, column, kind in database.execute(COLUMNS):
        found.setdefault(table, {})[column] = kind
    return [Table(name, types) for name, types in found.items()]


def sequences_of(database: psycopg.Connection[Any]) -> list[Sequence]:
    return [Sequence(*row) for row in database.execute(SEQUENCES)]


def used_numbers(source: sqlite3.Connection) -> dict[str, int]:
    """Return each table of a SQLite database with the highest number it ever gave to a row; 0 if
    it gave none.

    SQLite goes on after this number or the highest present one, whichever is larger:
    https://www.sqlite.org/autoinc.html
    """
    return {
        name: max(number, _highest(source, name)) for name, number in source.execute(USED_NUMBERS)
    }


def _highest(source: sqlite3.Connection, table: str) -> int:
    query = f'SELECT COALESCE(max(rowid), 0) FROM "{table}"'  # noqa: S608 - from the catalogue
    return int(source.execute(query).fetchone()[0])


def columns_of(source: sqlite3.Connection, table: str) -> set[str]:
    rows = source.execute("SELECT name FROM pragma_table_info(?)", [table])
    return {name for (name,) in rows}


class Content(NamedTuple):
    """How many rows a table has, and the sum of their SHA-256, which needs no order."""

    rows: int
    digest: int


def differences(
    source: sqlite3.Connection, database: psycopg.Connection[Any], report: Callable[[str], None]
) -> list[str]:
    """Return in words which tables and sequences of the target differ from the source."""
    set_json_loads(_json, database)
    tables = tables_of(database)
    used = used_numbers(source)
    found = [
        f"only one has {name}" for name in sorted(used.keys() ^ {each.name for each in tables})
    ]
    for table in tables:
        if table.name in used and (problem := _table_difference(source, database, table)):
            found.append(problem)
    for sequence in sequences_of(database):
        # Not called: the number it starts with is still unused.
        number = sql.SQL("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {}")
        name = sql.SQL(sequence.name)  # quoted by PostgreSQL
        row = database.execute(number.format(name)).fetchone()
        if row != (used.get(sequence.table),):
            found.append(f"the numbers of {sequence.table} do not go on")
    report(f"{len(tables)} tables are compared.")
    return found


def _table_difference(
    source: sqlite3.Connection, database: psycopg.Connection[Any], table: Table
) -> str | None:
    if columns_of(source, table.name) != set(table.types):
        return f"{table.name} has other columns"
    readers = [READERS.get(kind, _as_it_is) for kind in table.types.values()]
    was = content(
        [
            read(value) if value is not None else None
            for read, value in zip(readers, row, strict=True)
        ]
        for row in source.execute(table.select)
    )
    # A named cursor streams the rows.
    with database.cursor("compared") as cursor:
        cursor.itersize = FETCHED_ROWS
        cursor.execute(table.select.encode())
        now = content(cursor)
    if was.rows != now.rows:
        return f"{table.name} has {now.rows:,} rows instead of {was.rows:,}"
    return f"the rows of {table.name} differ" if was != now else None


def content(rows: Iterable[Iterable[Any]]) -> Content:
    """Return the content of a table with these rows of Python values."""
    count = digest = 0
    for row in rows:
        count += 1
        digest += int.from_bytes(sha256(repr(tuple(row)).encode()).digest())
    return Content(count, digest)


# Values of SQLite as psycopg reads those of PostgreSQL.


def _as_it_is(value: Any) -> Any:
    return value


def _moment(text: str) -> datetime:
    # Django stores times in UTC, and SQLite has no time zones.
    moment = datetime.fromisoformat(text)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _without_order(pairs: list[tuple[str, Any]]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted(dict(pairs).items()))


# PostgreSQL keeps neither the order of keys nor the exponents of numbers.
_json = partial(
    json.loads, parse_int=Fraction, parse_float=Fraction, object_pairs_hook=_without_order
)

READERS: dict[str, Callable[[Any], Any]] = {
    "boolean": {0: False, 1: True}.__getitem__,
    "timestamp with time zone": _moment,
    "date": date.fromisoformat,
    "double precision": float,
    "jsonb": _json,
}
"""How to read a value of SQLite, by the type of PostgreSQL's column."""
