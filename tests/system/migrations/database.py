"""Databases as release 1.0.0 left them.

`database.sql.gz` is a dump of SQLite: `old_site` puts it on either kind of database.
`postgresql.sql.gz` has the tables that the same migrations make on PostgreSQL (`pg_dump
--schema-only`, without comments and settings, and with IN where PostgreSQL writes ANY and casts
that it would not read the same way again). A script made the rows before 1.0.0, with the code of
commit 0be3948c, at the times of a fake clock; 1.0.0 migrated them. It holds

- 38 games. 22 are finished: in all variants, rated and casual, in turns and in rounds, with own
  dice and the same for all; with sealed seeds, seeds that the server knows, and the older scheme
  without seals, whose secrets are stored in plain; with bots, a hint, time-outs, an away seat with
  a stand-in that came back, a resignation, a rematch; replays; three games of a revealed daily and
  a duplicate event. Two are aborted (by staff, by the end of a daily), one start is cancelled.
- 13 running games: the same kinds, a demonstration, a replay, a daily, tables of an arena and of a
  duplicate event, a seat that is played automatically, and a start that waits for a seed.
- accounts, guests, one merged, one upgraded, one deleted, one banned, staff, blocks, bots; ratings,
  boards, skill, analyses, foresight, counts of dice, puzzles and answers, dailies with their weeks,
  arenas, series; rooms with seals, chat, mutes, closed seats, removed players, an idle one;
  challenges, a ticket, browsers that want notifications, notices, mail, sessions.

Never make it again: an old database is what it is for.
"""

import base64
import contextlib
import gzip
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from psycopg import sql

from tests.environment import clean
from tests.support.services import MigratedPostgres, Postgres, run_python
from tests.support.services.migrated import DATABASE
from tests.support.services.postgres_server import libpq_url

FOLDER = Path(__file__).parent
ROWS = FOLDER / "database.sql.gz"
POSTGRESQL = FOLDER / "postgresql.sql.gz"
SETTINGS = {
    "SECRET_KEY": "old-database",
    "DICE_KEYS": base64.b64encode(b"a" * 32).decode(),
    "DEBUG": "true",
}
"""Of the site that made it; DEBUG, so that pages need no collected files."""

Row = tuple[Any, ...]
Query = Callable[[str], list[Row]]


class OldSite(NamedTuple):
    """A site with its database. `query` asks the database, or changes it."""

    environment: dict[str, str]
    query: Query

    @property
    def is_postgres(self) -> bool:
        return "DATABASE_URL" in self.environment

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py and return what it says. Raises AssertionError."""
        return run_python(["manage.py", *arguments], self.environment)


@contextlib.contextmanager
def site_of(directory: Path, server: Postgres | MigratedPostgres | None) -> Iterator[OldSite]:
    """A site with a new database: on that PostgreSQL, else SQLite in `directory`."""
    environment = dict(os.environ)
    clean(environment)
    environment |= {**SETTINGS, "DATA_DIR": str(directory)}
    if server is None:
        with sqlite_query(directory / DATABASE) as query:
            yield OldSite(environment, query)
    else:
        environment["DATABASE_URL"] = server.new_database()
        with postgres_query(environment["DATABASE_URL"]) as query:
            yield OldSite(environment, query)


@contextlib.contextmanager
def old_site(directory: Path, server: Postgres | None) -> Iterator[OldSite]:
    """The same with the old database, not migrated yet."""
    with site_of(directory, server) as site:
        if server is None:
            unpack(directory / DATABASE)
        else:
            source = directory / "rows.sqlite3"
            unpack(source)
            fill_postgres(site.environment["DATABASE_URL"], source)
        yield site


def unpack(path: Path) -> None:
    """Write the old SQLite database to `path`."""
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.executescript(gzip.decompress(ROWS.read_bytes()).decode())


@contextlib.contextmanager
def sqlite_query(path: Path) -> Iterator[Query]:
    with contextlib.closing(sqlite3.connect(path, timeout=20, isolation_level=None)) as database:
        yield lambda statement: database.execute(statement).fetchall()


@contextlib.contextmanager
def postgres_query(url: str) -> Iterator[Query]:
    # An update ends connections without a name.
    with psycopg.connect(libpq_url(url), autocommit=True, application_name="tests") as database:
        database.execute("SET TIME ZONE 'UTC'")

        def query(statement: str) -> list[Row]:
            answer = database.execute(statement.encode())
            return [] if answer.description is None else answer.fetchall()

        yield query


def columns_by_table(path: Path) -> dict[str, list[str]]:
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    with sqlite_query(path) as query:
        return {
            table: [row[1] for row in query(f'PRAGMA table_info("{table}")')]
            for (table,) in query(names)
        }


def fill_postgres(url: str, source: Path) -> None:
    """Give an empty PostgreSQL database the old tables, and the rows of a SQLite database."""
    columns = columns_by_table(source)
    with sqlite_query(source) as query, psycopg.connect(libpq_url(url)) as target:
        target.execute("SET TIME ZONE 'UTC'")
        target.execute(gzip.decompress(POSTGRESQL.read_bytes()))
        for table, names in columns.items():
            listed = ", ".join(f'"{name}"' for name in names)
            _copy(target, table, names, query(f'SELECT {listed} FROM "{table}"'))


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
                [
                    bool(value) if flag and value is not None else value
                    for value, flag in zip(row, booleans, strict=True)
                ]
                for row in rows
            ],
        )
    if "id" in names:
        target.execute(
            sql.SQL(
                "SELECT setval(pg_get_serial_sequence({}, 'id'), max(id)) FROM {}"
                " HAVING max(id) IS NOT NULL AND pg_get_serial_sequence({}, 'id') IS NOT NULL"
            ).format(sql.Literal(table), sql.Identifier(table), sql.Literal(table))
        )
