"""Copies of a PostgreSQL database, with pg_dump and pg_restore from the PATH.

A dump reads one snapshot, and blocks only changes of the schema. The programs get passwords in
their environment, because everybody on the machine can read their arguments.
"""

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any

import psycopg
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import pq, sql
from psycopg.conninfo import make_conninfo

from games.assembly.backup.private_file import BackupError

SIGNATURE = b"PGDMP"
"""The first bytes of pg_dump's own format."""
DUMP = ("pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--no-password")
RESTORE = (
    *("pg_restore", "--no-owner", "--no-privileges", "--no-password"),
    *("--single-transaction", "--exit-on-error"),
)
# Leave out Django's own options, and the time limits for statements.
LIBPQ = {option.keyword.decode() for option in pq.Conninfo.get_defaults()} - {"options"}
COPIED = re.compile(
    r"^COPY \S+ \((?P<columns>[^)]+)\) FROM stdin;\n(?P<rows>.*?)^\\\.$", re.M | re.S
)
"""The rows of a table in a dump as SQL."""
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid() AND usename = current_user"
)
TRIES = 10
PAUSE_S = 0.1
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


def back_up(target: Path) -> None:
    """Copy the database to `target`, an empty file. Raises BackupError."""
    # Open it here, because pg_dump would choose the file's permissions itself.
    with target.open("wb") as file:
        _run([*DUMP, f"--dbname={_address()}"], stdout=file)


def applied_migrations(file: Path) -> set[tuple[str, str]]:
    """Return (app, name) of the migrations of a backup, after a check of the whole file.

    Raises BackupError if it is damaged, or is not the database of a Django site.
    """
    # This reads all of the file, and fails at the first damage.
    _run(["pg_restore", f"--file={os.devnull}", str(file)])
    rows = _run(
        ["pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file)],
        stdout=subprocess.PIPE,
    )
    found = COPIED.search(rows)
    if found is None:
        raise BackupError(f"{file} cannot be read: it has no table django_migrations.")
    columns = found["columns"].split(", ")
    app, name = columns.index("app"), columns.index("name")
    lines = [line.split("\t") for line in found["rows"].splitlines()]
    return {(cells[app], cells[name]) for cells in lines}


def check_unused() -> None:
    """Raise BackupError if other processes of the site's account are connected."""
    with _alone():
        pass


def restore(file: Path) -> None:
    """Replace the tables by those of a backup. Raises BackupError.

    If the disk becomes full, the database is empty afterwards. The restore can then be repeated.
    """
    with _alone() as database:
        # Drop all of them: tables of a newer release, which the backup lacks, must not stay.
        names = [sql.Identifier(name) for (name,) in database.execute(TABLES)]
        if names:
            database.execute(sql.SQL("DROP TABLE {} CASCADE").format(sql.SQL(", ").join(names)))
    _run([*RESTORE, f"--dbname={_address()}", str(file)])


@contextmanager
def _alone() -> Iterator[psycopg.Connection[Any]]:
    """Yield a connection if there is no other of this account. Raises BackupError."""
    # A server that still runs has its rooms in memory, and would go on from their old state.
    connections.close_all()
    connection.close_pool()  # type: ignore[attr-defined]  # only PostgreSQL has one
    try:
        with psycopg.connect(**_parameters(), autocommit=True) as database:
            check_alone(database)
            yield database
    except psycopg.Error as error:
        raise BackupError(f"The database refused: {error}") from error


def check_alone(database: psycopg.Connection[Any]) -> None:
    """Raise BackupError if there are other connections of this account."""
    for attempt in range(TRIES):
        # A closed connection takes a moment to disappear.
        sleep(PAUSE_S * (attempt > 0))
        others = database.execute(OTHERS).fetchone()
        if others == (0,):
            return
    raise BackupError(
        "The database is in use: stop all servers and workers first"
        f" ({others[0] if others else 0} connections)."
    )


def libpq_parameters(wrapper: BaseDatabaseWrapper) -> dict[str, Any]:
    parameters = wrapper.get_connection_params()
    return {key: value for key, value in parameters.items() if key in LIBPQ and value is not None}


def _parameters() -> dict[str, Any]:
    return libpq_parameters(connection)


def _address() -> str:
    """Return how to connect, without the password."""
    return make_conninfo("", **{**_parameters(), "password": None})


def _environment() -> dict[str, str]:
    password = _parameters().get("password")
    return dict(os.environ) | ({"PGPASSWORD": str(password)} if password else {})


def _run(command: Sequence[str], stdout: Any = subprocess.DEVNULL) -> str:
    """Run a program of PostgreSQL and return what it writes. Raises BackupError."""
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments, no shell
            command,
            check=False,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
        )
    except FileNotFoundError as error:
        raise BackupError(
            f"{command[0]} is not in the PATH. Install PostgreSQL's client programs, at least of"
            " the version of the server (apt-get install postgresql-client)."
        ) from error
    if done.returncode:
        raise BackupError(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout or ""
