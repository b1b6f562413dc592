"""Whether a site can start here: settings, memory, disks, database, keys. Nothing is written."""

import os
import shutil
import sqlite3
from pathlib import Path
from time import sleep

import psycopg
from django.conf import settings
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from games.assembly.backup.copying import unknown_migrations
from games.assembly.backup.postgresql import libpq_parameters
from games.assembly.backup.private_file import BackupError, check_place
from games.assembly.checks import lacks_tables
from games.platform.clock import monotonic
from games.platform.encryption import check_keys, has_keys
from games.platform.server.health import MIN_FREE_BYTES
from games.record.fairness.models import DiceSecret
from games.record.fairness.secrets import UnreadableSecret, is_sealed, secret_of

MEMORY_LIMIT = Path("/sys/fs/cgroup/memory.max")
"""Where the kernel says how much memory this container may use (control groups, version 2)."""
MIN_MEMORY_BYTES = 320 * 1024 * 1024
"""A server, its worker and one table of perfect play."""
DATABASE_WAIT_S = 60.0
"""How long a start waits for PostgreSQL, which may start at the same time."""
PAUSE_S = 1.0
NOT_YET = (
    *("refused", "could not translate", "failed to resolve", "timeout", "starting up"),
    "No such file",
)
"""What libpq and psycopg say of a server that may answer later."""
SECRETS_TRIED = 20


class NotStartable(Exception):
    """The site cannot start. The text is one line that tells the operator what to do."""


def look(*, new_keys: bool = False) -> None:
    """Raise NotStartable if the site cannot start with these settings, this memory, these disks,
    keys and this database. new_keys: do not ask whether the keys open the database.
    """
    _look_at_memory()
    _look_at_disk("DATA_DIR", Path(settings.DATA_DIR))
    if (database := sqlite_file()) is not None:
        _look_at_disk("DATABASE_URL", database.parent)
    _look_at_backups()
    _look_at_keys()
    _look_at_settings()
    _look_at_database(new_keys=new_keys)


def sqlite_file() -> Path | None:
    """Return where the SQLite database is or will be; None with PostgreSQL. Raises NotStartable."""
    if connection.vendor != "sqlite":
        return None
    if connection.is_in_memory_db():  # type: ignore[attr-defined]  # only SQLite has it
        raise NotStartable(
            "DATABASE_URL keeps all games in memory only. Name a file (sqlite:////data/yacht.sqlite3),"
            " or leave it empty."
        )
    return Path(str(connection.settings_dict["NAME"]))


def _look_at_memory() -> None:
    try:
        limit = MEMORY_LIMIT.read_text().strip()
    except OSError:
        return
    if limit.isdecimal() and int(limit) < MIN_MEMORY_BYTES:
        raise NotStartable(
            f"This container may use {int(limit) >> 20} MB of memory, and the site needs"
            f" {MIN_MEMORY_BYTES >> 20}. Raise its limit."
        )


def _look_at_disk(name: str, directory: Path) -> None:
    if not os.access(directory, os.W_OK | os.X_OK) or not directory.is_dir():
        raise NotStartable(
            f"{name} ({directory}) cannot be written. It must be a directory of the account of the"
            f" site (user {os.geteuid()}), mounted without `ro`."
        )
    free = shutil.disk_usage(directory).free
    if free < MIN_FREE_BYTES:
        raise NotStartable(
            f"The disk of {name} ({directory}) is full: {free >> 20} MB are free, and"
            f" {MIN_FREE_BYTES >> 20} are needed. Make room first."
        )


def _look_at_backups() -> None:
    """A disk for backups that is away stops no games: the worker logs it. A wrong setting does."""
    if not settings.BACKUP_DIR:
        return
    try:
        check_place(Path(settings.BACKUP_DIR, "backup"))
    except BackupError as error:
        raise NotStartable(f"BACKUP_DIR cannot be used: {error}") from error


def _look_at_settings() -> None:
    # Those of the tag `database` are left out: there may be no tables yet.
    for found in run_checks():
        if found.is_serious():
            raise NotStartable(_line(f"{found.msg} {found.hint or ''}"))


def _look_at_keys() -> None:
    try:
        check_keys()
    except ImproperlyConfigured as error:
        raise NotStartable(str(error)) from error


def _look_at_database(*, new_keys: bool) -> None:
    file = sqlite_file()
    if file is None:
        _wait_for_postgresql()
    elif not file.exists():
        return
    elif not os.access(file, os.W_OK):
        raise NotStartable(
            f"The database {file} cannot be written. Give it to the account of the site (user"
            f" {os.geteuid()})."
        )
    try:
        applied = set(MigrationRecorder(connection).applied_migrations())
    except (DatabaseError, sqlite3.Error) as error:
        raise NotStartable(
            f"The database cannot be read ({_line(error)}). Restore a backup, or correct"
            " DATABASE_URL."
        ) from error
    if lacks_tables(applied):
        raise NotStartable(
            "The database is older than release 1.0.0. Run `manage.py migrate` with 1.0.0 first."
        )
    if unknown := unknown_migrations(applied):
        raise NotStartable(
            f"The database is of a newer release than {settings.RELEASE}: it has"
            f" {', '.join(unknown)}. Start that release, or restore a backup of this one."
        )
    if (DiceSecret._meta.app_label, "0001_tables") in applied and not new_keys:
        _look_at_secrets()


def _wait_for_postgresql() -> None:
    end = monotonic() + DATABASE_WAIT_S
    while True:
        try:
            # Not Django's connection: its pool would hide the reason.
            psycopg.connect(**libpq_parameters(connection)).close()
        except (psycopg.Error, ImproperlyConfigured) as error:
            if monotonic() > end or not any(words in str(error) for words in NOT_YET):
                raise NotStartable(
                    f"The database does not let us in: {_line(error).rstrip('.')}. Correct"
                    " DATABASE_URL and the password, or start the database."
                ) from error
            sleep(PAUSE_S)
        else:
            return


def _look_at_secrets() -> None:
    """Raise NotStartable if none of the newest secrets can be read: the keys are of another site.

    A single one that cannot be read is a damaged game, and stops nobody.
    """
    newest = list(DiceSecret.objects.order_by("-pk")[:SECRETS_TRIED])
    if newest and not any(_is_readable(row) for row in newest):
        raise NotStartable(
            "The keys in DICE_KEYS, or in the file dice_keys, do not open this database. Put back"
            " the keys that belong to it. If they are lost for good, start with --new-keys until a"
            " game has begun: running games cannot go on."
        )


def _is_readable(row: DiceSecret) -> bool:
    # Without keys, `secret_of` would make one.
    if is_sealed(row) and not has_keys():
        return False
    try:
        secret_of(row)
    except UnreadableSecret:
        return False
    return True


def _line(error: object) -> str:
    """Return what an error says, as one line."""
    return " ".join(str(error).split())
