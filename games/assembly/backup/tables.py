"""Which tables and sequences a database has, and which numbers SQLite has given to rows."""

import sqlite3
from typing import Any, NamedTuple

import psycopg
from psycopg import sql

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


class Table(NamedTuple):
    """A table of PostgreSQL, with the type of each column."""

    name: str
    types: dict[str, str]

    @property
    def identifier(self) -> sql.Identifier:
        """Its quoted name."""
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
    """Return the tables of a PostgreSQL database, by name."""
    found: dict[str, dict[str, str]] = {}
    for table, column, kind in database.execute(COLUMNS):
        found.setdefault(table, {})[column] = kind
    return [Table(name, types) for name, types in found.items()]


def sequences_of(database: psycopg.Connection[Any]) -> list[Sequence]:
    """Return the sequences of a PostgreSQL database, by table."""
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
    """Return the names of the columns of a table of a SQLite database."""
    rows = source.execute("SELECT name FROM pragma_table_info(?)", [table])
    return {name for (name,) in rows}
