"""Brings database, keys and static files to this release. Safe to repeat."""

import filecmp
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from time import sleep
from types import FrameType

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, OperationalError, connection, transaction

from games.assembly.backup import BackupError, back_up, missing_migrations
from games.assembly.backup.copying import applied_migrations
from games.assembly.startup.copies import delete_old_copies, name_of_copy
from games.assembly.startup.looking import NotStartable, look
from games.assembly.startup.single_server import only_server
from games.platform.clock import monotonic, utc_now
from games.platform.encryption import keyring
from games.site.account.notifications.web_push import new_key
from yachtsite.key_files import make_key_file, read_key_file

MIGRATING = 7_225_381_904
"""The number of PostgreSQL's advisory lock while somebody migrates."""
LOCK_LIMIT = "SET LOCAL lock_timeout = '60s'"
LOCKING_S, LOCK_AGAIN_S = 60.0, 0.3
"""How long an update tries to get all tables, and its pause between two tries."""
MANIFEST = "staticfiles.json"
NEW_KEYS = "start although the keys of the database are lost: running games cannot go on"
"""What the option of that name is for."""


@contextmanager
def prepared(*, new_keys: bool = False) -> Iterator[list[str]]:
    """Look whether the site can start, and prepare it: make keys that are missing, add the static
    files of the image, migrate. Yield what was done, one line each; during the block no second
    server uses the same SQLite database. new_keys: those of the database are lost.

    Raises NotStartable, and leaves the database as it was.
    """
    with _ends_when_told():
        look(new_keys=new_keys)
    with only_server():
        migrate = _migrate_postgresql if connection.vendor == "postgresql" else _migrate_sqlite
        with _ends_when_told():
            done = [*_make_keys(), *_add_static_files(), *migrate()]
        yield done


@contextmanager
def _ends_when_told() -> Iterator[None]:
    """End at SIGTERM, with the database as it was: the first process of a container hears no signal
    without a handler.
    """

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _make_keys() -> Iterator[str]:
    keyring()
    if not settings.PUSH or settings.VAPID_KEY:
        return
    try:
        if make_key_file(settings.VAPID_FILE, new_key()):
            yield f"{settings.VAPID_FILE} is new: browsers can notify players."
    except OSError as error:
        raise NotStartable(f"{settings.VAPID_FILE} cannot be written: {error.strerror}.") from error
    settings.VAPID_KEY = read_key_file(settings.VAPID_FILE).strip()


def _add_static_files() -> Iterator[str]:
    """Add the files of an image to those of earlier releases, which open pages may need."""
    if not settings.COLLECTED_FILES:
        return
    source, target = Path(settings.COLLECTED_FILES), Path(settings.STATIC_ROOT)
    manifest = target / MANIFEST
    if manifest.exists() and manifest.read_bytes() == (source / MANIFEST).read_bytes():
        return

    def copy(name: str, to: str) -> str:
        # Another server may just send a file that is there.
        is_there = Path(to).exists() and filecmp.cmp(name, to, shallow=False)
        if Path(name).name != MANIFEST and not is_there:
            shutil.copyfile(name, to)
        return to

    try:
        shutil.copytree(source, target, copy_function=copy, dirs_exist_ok=True)
        # Last, because it says that all the others are there.
        part = target / f".{MANIFEST}.{token_hex(4)}"
        shutil.copyfile(source / MANIFEST, part)
        part.replace(manifest)
    except OSError as error:
        raise NotStartable(
            f"The static files cannot be copied: {' '.join(str(error).split())}"
        ) from error
    yield f"The static files of {settings.RELEASE} are in {target}."


def _migrate_sqlite() -> Iterator[str]:
    """Migrate in one transaction, after a copy of the database."""
    if not missing_migrations():
        return
    copy = _copy_before() if applied_migrations() else None
    with connection.cursor() as cursor:
        # Migrations make tables again, which others refer to. Within a transaction it is too late
        # to say so; `_migrate` looks at all references before it ends.
        cursor.execute("PRAGMA foreign_keys = OFF")
    try:
        with _as_before(), transaction.atomic():
            _migrate()
    finally:
        connection.close()
    yield "The tables are those of this release."
    if copy is not None:
        yield f"A copy of the database from before the update is {copy}."
        delete_old_copies(copy.parent, utc_now().date())


def _copy_before() -> Path:
    """Copy the database. A start that is tried again and again makes one copy a day."""
    directory = Path(settings.BACKUP_DIR or Path(settings.DATA_DIR, "backups"))
    path = directory / name_of_copy(settings.RELEASE, utc_now().date())
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        back_up(path, overwrite=True)
    except (BackupError, OSError) as error:
        raise NotStartable(f"No copy could be made before the update: {error}") from error
    return path


def _migrate_postgresql() -> Iterator[str]:
    """Migrate in one transaction, one process at a time."""
    with _as_before(), transaction.atomic():
        with connection.cursor() as cursor:
            # The limits for statements of players are not for a change of large tables, nor for
            # those who wait until another process has made it, which may take minutes.
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SET LOCAL lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
            cursor.execute(LOCK_LIMIT)
        if not missing_migrations():
            return
        _lock_tables()
        _migrate()
    yield "The tables are those of this release."


def _lock_tables() -> None:
    """Keep others from all tables until the update is over.

    Servers of the release before this one go on meanwhile. If the migrations took one table after
    the other, a server that has one of them and wants another would be a deadlock.
    """
    tables = connection.introspection.django_table_names(only_existing=True)
    if not tables:
        return
    names = ", ".join(map(connection.ops.quote_name, tables))
    end = monotonic() + LOCKING_S
    while True:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                # Who waits for longer may be part of a deadlock: PostgreSQL looks after a second.
                cursor.execute("SET LOCAL lock_timeout = '500ms'")
                cursor.execute(f"LOCK TABLE {names}")
                cursor.execute(LOCK_LIMIT)
                return
        except OperationalError:
            if monotonic() > end:
                raise
        # Let those go on who hold a table, and those who have waited behind this process.
        sleep(LOCK_AGAIN_S)


def _migrate() -> None:
    call_command("migrate", interactive=False, verbosity=0)
    connection.check_constraints()


@contextmanager
def _as_before() -> Iterator[None]:
    """Say what failed, and that it has changed nothing. Around the transaction of an update: the
    lock before it, and the commit, may fail, too.
    """
    try:
        yield
    except (DatabaseError, CommandError, ValueError, OSError) as error:
        raise NotStartable(
            f"The update failed: {' '.join(str(error).split())}. The database is as before: start"
            " the release that you had, and report this."
        ) from error
