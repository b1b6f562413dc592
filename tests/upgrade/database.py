"""Databases with the rows of the fixture, on SQLite and on PostgreSQL."""

import contextlib
import gzip
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tests.services import run_python
from tests.services.postgres_server import libpq_url

DUMP = Path(__file__).with_name("database-0016.sql.gz")
STAMP = "%Y-%m-%d %H:%M:%S.%f"
# Milliseconds since 1970, as snapshots have them: 13 digits until the year 2286.
MILLISECONDS = re.compile(r"\b1\d{12}\b")
# The newest event of the fixture happened this long ago: less than any clock in it.
AGO_MS = 5_000

Row = tuple[Any, ...]
Query = Callable[[str], list[Row]]
Contents = dict[str, list[dict[str, Any]]]
"""The rows of each table by column name, in no particular order."""


def unpack(path: Path) -> None:
    """Write the fixture's SQLite database to `path`, with its running games moved to the present.

    A clock of a day, or the end of a game that nobody has touched for two weeks, would otherwise
    take the running games away.
    """
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.executescript(gzip.decompress(DUMP.read_bytes()).decode())
        bring_to_the_present(database)


def bring_to_the_present(database: sqlite3.Connection) -> None:
    """Move all times of the running games, and of all rooms' last use, to just now."""
    (newest,) = database.execute("SELECT max(at) FROM games_gameevent").fetchone()
    ahead = time.time_ns() // 1_000_000 - AGO_MS - newest
    database.create_function("later", 1, lambda text: _later(text, ahead))
    database.create_function("later_in", 1, lambda text: _later_in(text, ahead))
    database.execute(
        "UPDATE games_gameevent SET at = at + ?"
        " WHERE game_id IN (SELECT id FROM games_game WHERE status = 'playing')",
        [ahead],
    )
    database.execute(
        "UPDATE games_game SET created_at = later(created_at), deadline = later(deadline),"
        " snapshot = later_in(snapshot) WHERE status = 'playing'"
    )
    database.execute("UPDATE games_room SET active_at = later(active_at)")


def _later(stamp: str | None, ahead: int) -> str | None:
    if stamp is None:
        return None
    moved = datetime.fromisoformat(stamp).replace(tzinfo=UTC) + timedelta(milliseconds=ahead)
    return moved.strftime(STAMP)


def _later_in(snapshot: str, ahead: int) -> str:
    return MILLISECONDS.sub(lambda found: str(int(found[0]) + ahead), snapshot)


@contextlib.contextmanager
def sqlite_query(path: Path) -> Iterator[Query]:
    """Ask a SQLite database."""
    with contextlib.closing(sqlite3.connect(path, timeout=20, isolation_level=None)) as database:
        yield lambda statement: database.execute(statement).fetchall()


@contextlib.contextmanager
def postgres_query(url: str) -> Iterator[Query]:
    """Ask a PostgreSQL database."""
    with psycopg.connect(libpq_url(url), autocommit=True) as database:
        yield lambda statement: database.execute(statement.encode()).fetchall()


def tables_of(path: Path) -> list[str]:
    """Return the names of the tables of a SQLite database."""
    statement = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    with sqlite_query(path) as query:
        return sorted(name for (name,) in query(statement))


def columns_of(path: Path, table: str) -> list[str]:
    """Return the names of the columns of a table of a SQLite database."""
    with sqlite_query(path) as query:
        return [row[1] for row in query(f'PRAGMA table_info("{table}")')]


def contents(query: Query, columns: dict[str, list[str]]) -> Contents:
    """Return the rows of the tables named, with the columns named."""
    found: Contents = {}
    for table, names in columns.items():
        listed = ", ".join(f'"{name}"' for name in names)
        rows = query(f'SELECT {listed} FROM "{table}"')
        found[table] = [dict(zip(names, row, strict=True)) for row in rows]
    return found


def fill_postgres(url: str, source: Path, env: dict[str, str]) -> None:
    """Give an empty PostgreSQL database the tables and the rows of the SQLite database `source`."""
    with sqlite_query(source) as query:
        newest = dict(query("SELECT app, max(name) FROM django_migrations GROUP BY app"))
        # Those that ours depend on come with ours.
        for app in ("games", *(newest.keys() - {"games", "auth", "contenttypes"})):
            run_python(["manage.py", "migrate", "-v0", app, newest[app]], env)
        tables = [name for name in tables_of(source) if name != "django_migrations"]
        with psycopg.connect(libpq_url(url)) as target:
            target.execute("SET TIME ZONE 'UTC'")
            listed = sql.SQL(", ").join(map(sql.Identifier, tables))
            target.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(listed))
            for table in tables:
                names = columns_of(source, table)
                (read,) = contents(query, {table: names}).values()
                _copy(target, table, names, [tuple(row.values()) for row in read])


def _copy(
    target: psycopg.Connection[Any], table: str, names: Sequence[str], rows: Sequence[Row]
) -> None:
    """Insert rows of SQLite's; foreign keys are checked at the end of the transaction."""
    types = dict(
        target.execute(
            "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s",
            [table],
        ).fetchall()
    )
    booleans = [types[name] == "boolean" for name in names]
    statement = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, names)),
        sql.SQL(", ").join(sql.Placeholder() for _ in names),
    )
    with target.cursor() as cursor:
        cursor.executemany(
            statement,
            [
                [bool(value) if flag else value for value, flag in zip(row, booleans, strict=True)]
                for row in rows
            ],
        )
    if "id" in names:
        target.execute(
            sql.SQL(
                "SELECT setval(pg_get_serial_sequence({}, 'id'), max(id)) FROM {}"
                " HAVING max(id) IS NOT NULL"
            ).format(sql.Literal(table), sql.Identifier(table))
        )
