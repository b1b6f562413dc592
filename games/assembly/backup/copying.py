"""Backup and restore of the site's database, SQLite or PostgreSQL."""

from pathlib import Path
from types import ModuleType

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from games.assembly.backup import postgresql, sqlite
from games.assembly.backup.private_file import BackupError, complete_file
from games.assembly.checks import lacks_tables
from games.record.log.models import Game

KINDS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}
FIRST = ("games", "0001_initial")
FORMER = {("sessions", "0001_initial")}
"""Migrations of apps that the site no longer has."""


def back_up(path: Path, *, overwrite: bool = False) -> None:
    """Copy the database to `path`, which only this account may read. The site may run meanwhile.

    Raises BackupError.
    """
    with complete_file(path, overwrite=overwrite) as part:
        _kind().back_up(part)


def read_back(path: Path) -> None:
    """Read a whole backup. Raises BackupError if it is damaged, or not one that `restore` takes."""
    kind = _kind()
    _check_signature(path, kind)
    _check_release(path, kind.applied_migrations(path))


def restore(path: Path, *, overwrite: bool = False) -> None:
    """Replace the database with the backup at `path`. Nothing changes until all checks are done.

    Raises BackupError if the file is damaged, if it comes from another kind of database, from a
    newer release or from one that is too old, if the site runs, or if the database has games and
    `overwrite` is not set.
    """
    read_back(path)
    kind = _kind()
    kind.check_unused()
    if has_games() and not overwrite:
        raise BackupError("The database has games. Use --overwrite to replace them.")
    kind.restore(path)


def has_games() -> bool:
    tables = connection.introspection.table_names()
    return Game._meta.db_table in tables and Game.objects.exists()


def missing_migrations() -> list[str]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(migration) for migration, _ in plan]


def applied_migrations() -> set[tuple[str, str]]:
    """Return (app, name) of the migrations that the database has."""
    return set(MigrationRecorder(connection).applied_migrations())


def unknown_migrations(applied: set[tuple[str, str]]) -> list[str]:
    """Return the migrations among these (app, name) that this release does not know, sorted."""
    known = MigrationLoader(None).disk_migrations
    replaced = {key for migration in known.values() for key in migration.replaces}
    unknown = applied - set(known) - replaced - FORMER
    return sorted(f"{app}.{name}" for app, name in unknown)


def _kind() -> ModuleType:
    return KINDS[connection.vendor]


def _check_signature(path: Path, kind: ModuleType) -> None:
    try:
        with path.open("rb") as file:
            begin = file.read(16)
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error}") from error
    for name, other in KINDS.items():
        if begin.startswith(other.SIGNATURE):
            if other is kind:
                return
            raise BackupError(f"{path} is a backup of {name}, but the site uses another database.")
    raise BackupError(f"{path} is not a backup.")


def _check_release(path: Path, applied: set[tuple[str, str]]) -> None:
    if FIRST not in applied:
        raise BackupError(f"{path} is not a backup of this site.")
    if lacks_tables(applied):
        raise BackupError(f"{path} is a backup from before release 1.0.0.")
    if unknown := unknown_migrations(applied):
        raise BackupError(f"{path} is a backup of a newer release, which has {', '.join(unknown)}.")
