"""Compares all rows and sequences of a SQLite and a PostgreSQL database."""

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

from games.assembly.backup.tables import Table, columns_of, sequences_of, tables_of, used_numbers

FETCHED_ROWS = 2000


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
    """Return the time of a text. Django stores times in UTC, and SQLite has no time zones."""
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
