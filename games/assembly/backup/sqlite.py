"""Copies of a SQLite database, with SQLite's online backup.

A backup reads one snapshot, and writers go on: in WAL mode a reader never locks them out.
https://www.sqlite.org/backup.html
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection, connections

from games.assembly.backup.private_file import MODE, BackupError

SIGNATURE = b"SQLite format 3\0"
"""The first bytes of every SQLite database."""
WAIT_S = 20.0
"""How long a backup waits for a lock. Other processes hold one only while they open the database.
"""
IN_USE_S = 1.0
"""How long a restore waits for others to close the database."""
ALL_PAGES = -1
"""Copy in one step: with several, a backup would begin again after each write of another process.
"""


def database_file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def back_up(target: Path) -> None:
    """Copy the database to `target`, an empty file. Raises BackupError."""
    try:
        with _opened(database_file(), "rw", WAIT_S) as source, _opened(target, "rw") as copy:
            source.backup(copy, pages=ALL_PAGES)
            # The backup must be one file, without a -wal and a -shm next to it.
            copy.execute("PRAGMA journal_mode=DELETE")
            _check(copy, target)
    except sqlite3.Error as error:
        raise BackupError(f"{database_file()} cannot be copied: {error}") from error


def applied_migrations(file: Path) -> set[tuple[str, str]]:
    """Return (app, name) of the migrations of a backup, after a check of the whole file.

    Raises BackupError if it is damaged, or is not the database of a Django site.
    """
    try:
        with _opened(file, "ro") as copy:
            _check(copy, file)
            return set(copy.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error as error:
        raise BackupError(f"{file} cannot be read: {error}") from error


def check_unused() -> None:
    """Raise BackupError if another process has the database open."""
    if database_file().exists():
        with alone():
            pass


def restore(file: Path) -> None:
    """Replace the content of the database with a backup, in one transaction. Raises BackupError."""
    target = database_file()
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, MODE))
    with alone() as database, _opened(file, "ro") as source:
        try:
            source.backup(database, pages=ALL_PAGES)
        except sqlite3.Error as error:
            raise BackupError(f"{target} cannot be written: {error}") from error


@contextmanager
def alone() -> Iterator[sqlite3.Connection]:
    """Yield a connection that keeps all others out. Raises BackupError if there are any."""
    # A server that still runs has its rooms in memory, and would go on from their old state.
    connections.close_all()
    with _opened(database_file(), "rw", IN_USE_S) as database:
        try:
            # In WAL mode this fails while there is any other open connection, even an idle one.
            database.execute("PRAGMA locking_mode=EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
            database.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise BackupError(
                f"{database_file()} is in use: stop all servers and workers first ({error})."
            ) from error
        yield database


@contextmanager
def _opened(path: Path, mode: str, wait: float = 0.0) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a file that exists. The caller begins and ends transactions."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(uri, timeout=wait, isolation_level=None, uri=True)) as opened:
        yield opened


def _check(database: sqlite3.Connection, path: Path) -> None:
    problems = [problem for (problem,) in database.execute("PRAGMA quick_check(3)")]
    if problems != ["ok"]:
        raise BackupError(f"{path} is damaged: {'; '.join(problems)}")
