"""Databases that were migrated once and are copied after that: a migration takes seconds."""

import os
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.environment import ROOT, clean
from tests.support.services.kept import kept
from tests.support.services.postgres_server import Postgres
from tests.support.services.processes import run_python

DATABASE = "yacht.sqlite3"


def copy_migrated_sqlite(directory: Path) -> None:
    """Put a migrated SQLite database where a site with this DATA_DIR looks for it."""
    shutil.copyfile(migrated_sqlite(), directory / DATABASE)


@cache
def migrated_sqlite() -> Path:
    """Return a SQLite database with all tables, for copying. It stays until a migration changes."""
    sources = [*(ROOT / "games").glob("**/migrations"), *APPLIED_BY]
    return kept("migrated", sources, _migrate_sqlite) / DATABASE


APPLIED_BY = [ROOT / "yachtsite" / "settings.py"]


def _migrate_sqlite(directory: Path) -> None:
    with TemporaryDirectory(prefix="migrated-") as made:
        migrate({"DATA_DIR": made})
        shutil.copyfile(Path(made, DATABASE), directory / DATABASE)


def migrate(settings: dict[str, str]) -> None:
    """Run `manage.py migrate` with these settings and no others but DATA_DIR."""
    environment = dict(os.environ)
    clean(environment)
    environment = {**environment, "DATA_DIR": os.environ["DATA_DIR"], **settings}
    run_python(["manage.py", "migrate", "--verbosity=0"], environment)


class MigratedPostgres:
    """A PostgreSQL whose new databases have the tables already."""

    def __init__(self, server: Postgres) -> None:
        self._server = server
        self._template = server.new_database()
        migrate({"DATABASE_URL": self._template})

    def new_database(self, template: str | None = None) -> str:
        """Create a database with all tables and return its address, fit for DATABASE_URL."""
        return self._server.new_database(template or self._template)
