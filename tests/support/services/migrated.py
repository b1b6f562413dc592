"""Databases that were migrated once and are copied after that: a migration takes seconds."""

import os
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tests.environment import clean
from tests.support.services.postgres_server import Postgres
from tests.support.services.processes import run_python

DATABASE = "yacht.sqlite3"


def copy_migrated_sqlite(directory: Path) -> None:
    """Put a migrated SQLite database where a site with this DATA_DIR looks for it."""
    shutil.copy(_migrated_sqlite(), directory / DATABASE)


@cache
def _migrated_sqlite() -> Path:
    directory = Path(mkdtemp(prefix="migrated-", dir=os.environ["DATA_DIR"]))
    migrate({"DATA_DIR": str(directory)})
    return directory / DATABASE


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
