"""`manage.py backup FILE`: copy the database to a file while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.assembly.backup import BackupError, back_up


class Command(BaseCommand):
    """SQLite: a copy of the database. PostgreSQL: what pg_dump writes in its own format."""

    help = (
        "Copy the database to a file that only this account may read. The site may run meanwhile."
        " The keys (DICE_KEYS, SECRET_KEY) are not in it: keep copies of them elsewhere."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file and --overwrite."""
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--overwrite", action="store_true", help="replace a file that exists")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, or leave nothing. Raises CommandError."""
        path: Path = options["file"]
        try:
            back_up(path, overwrite=options["overwrite"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path} has the whole database, {path.stat().st_size:,} bytes.")
