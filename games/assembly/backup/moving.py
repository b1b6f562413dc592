"""Moves a site from SQLite to PostgreSQL: one transaction copies all rows, and commits only after
both databases were compared.

Both databases are read as streams, so large ones do not need much memory. The source is only read.
"""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import environ
import psycopg
from django.conf import settings
from django.db import connection
from django.db.utils import ConnectionHandler
from psycopg import sql

from games.assembly.backup import postgresql, sqlite
from games.assembly.backup.comparison import (
    Sequence,
    Table,
    differences,
    sequences_of,
    tables_of,
    used_numbers,
)
from games.assembly.backup.copying import missing_migrations
from games.assembly.backup.private_file import BackupError

FILLED_BY_MIGRATE = {"django_migrations", "django_content_type", "auth_permission"}
"""Tables that have rows in a new database. The source's rows replace them, because other rows refer
to them.
"""
PROGRESS_ROWS = 1_000_000
NO_LIMITS = "SET statement_timeout = 0; SET lock_timeout = 0; SET TIME ZONE 'UTC'"

Report = Callable[[str], None]


class Target:
    """An empty PostgreSQL database. Raises BackupError if `url` does not name a database."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            config = environ.Env.db_url_config(url)
            found = ConnectionHandler({"default": config})["default"]
            is_postgresql = found.vendor == "postgresql"
        except Exception as error:  # environ and Django raise various ones
            raise BackupError(f"The address of the target is invalid: {error!r}") from error
        if not is_postgresql:
            raise BackupError("The target must be a PostgreSQL database: postgres://...")
        self._parameters = postgresql.libpq_parameters(found)

    @contextmanager
    def connected(self) -> Iterator[psycopg.Connection[Any]]:
        """Yield a connection, whose transaction is committed at the end of the block.

        Raises BackupError for what the database refuses.
        """
        try:
            with psycopg.connect(**self._parameters) as database:
                database.execute(NO_LIMITS)
                yield database
        except psycopg.Error as error:
            raise BackupError(f"The target refused: {error}") from error

    def manage(self, *arguments: str, report: Report) -> None:
        """Run a command of manage.py on the target. Raises BackupError if it fails.

        In a process of its own: migrations and commands use the one database of the settings.
        """
        done = subprocess.run(  # noqa: S603 - our own program and arguments
            [sys.executable, "manage.py", *arguments],
            check=False,
            cwd=settings.BASE_DIR,
            env={**os.environ, "DATABASE_URL": self.url},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            said = (done.stdout + done.stderr).strip()
            raise BackupError(f"manage.py {arguments[0]} failed on the target: {said}")
        if done.stdout.strip():
            report(done.stdout.strip())


def move(target: Target, report: Report) -> None:
    """Copy all rows to `target`, set its sequences, and compare. Tell `report` about progress.

    Raises BackupError, and leaves the target without rows, if the site runs, a database is not in
    the right state, or anything differs at the end.
    """
    if connection.vendor != "sqlite":
        raise BackupError("The site does not use SQLite.")
    if missing := missing_migrations():
        raise BackupError(f"The site's database lacks {len(missing)} migrations: migrate it first.")
    try:
        with sqlite.alone() as source:
            _migrate(source, target, report)
            with target.connected() as database:
                _fill(source, database, report)
            with target.connected() as database:
                # Otherwise PostgreSQL would plan its first queries as if all tables were empty.
                database.execute("ANALYZE")
    except sqlite3.Error as error:
        raise BackupError(f"{sqlite.database_file()} cannot be read: {error}") from error


def _migrate(source: sqlite3.Connection, target: Target, report: Report) -> None:
    with target.connected() as database:
        postgresql.check_alone(database)
        _check_empty(source, database)
    target.manage("migrate", "--no-input", "--verbosity=0", report=report)


def _check_empty(source: sqlite3.Connection, database: psycopg.Connection[Any]) -> None:
    """Raise BackupError if the target has rows, or tables of something else."""
    ours = used_numbers(source).keys()
    for table in tables_of(database):
        if table.name not in ours:
            raise BackupError(f"The target is not empty: it has a table {table.name}.")
        first = database.execute(sql.SQL("SELECT 1 FROM {} LIMIT 1").format(table.identifier))
        if table.name not in FILLED_BY_MIGRATE and first.fetchone():
            raise BackupError(f"The target is not empty: {table.name} has rows.")


def _fill(source: sqlite3.Connection, database: psycopg.Connection[Any], report: Report) -> None:
    tables = tables_of(database)
    names = sql.SQL(", ").join(table.identifier for table in tables)
    # Nobody may write to the target until everything is compared.
    database.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(names))
    _check_empty(source, database)
    for name in sorted(FILLED_BY_MIGRATE):
        database.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
    for table in tables:
        _copy(source, database, table, report)
    used = used_numbers(source)
    for sequence in sequences_of(database):
        _set_sequence(database, sequence, used[sequence.table])
    # Check foreign keys now instead of at the commit.
    database.execute("SET CONSTRAINTS ALL IMMEDIATE")
    report("All rows are copied, and are compared now.")
    if found := differences(source, database, report):
        raise BackupError(f"The databases differ: {'; '.join(found)}.")


def _copy(
    source: sqlite3.Connection, database: psycopg.Connection[Any], table: Table, report: Report
) -> None:
    """Copy the rows of a table. PostgreSQL reads SQLite's numbers, texts and times as they are."""
    count = 0
    columns = sql.SQL(", ").join(sql.Identifier(name) for name in table.types)
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(table.identifier, columns)
    with database.cursor() as cursor, cursor.copy(statement) as copy:
        for row in source.execute(table.select):
            copy.write_row(row)
            count += 1
            if count % PROGRESS_ROWS == 0:
                report(f"{table.name}: {count:,} rows so far")
    report(f"{table.name}: {count:,} rows")


def _set_sequence(database: psycopg.Connection[Any], sequence: Sequence, used: int) -> None:
    if used:
        database.execute("SELECT setval(%s, %s)", [sequence.name, used])
