"""`manage.py prepare`: what must happen before the site starts, once for each release."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.assembly.startup import NEW_KEYS, NotStartable, prepared
from games.assembly.startup.container_files import add_write_files, files_written


class Command(BaseCommand):
    """Migrates, makes keys and adds static files; safe to repeat."""

    help = (
        "Bring the database, keys and static files to this release. If that fails, the database is"
        " as before."
    )
    # They would read tables that are not there yet; `look` says what is wrong in one line.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare --write-files and --new-keys."""
        add_write_files(parser)
        parser.add_argument("--new-keys", action="store_true", help=NEW_KEYS)

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, and print what was done. Raises CommandError with what to do."""
        try:
            with prepared(new_keys=options["new_keys"]) as done:
                for line in (*done, *files_written(options)):
                    self.stdout.write(line)
        except NotStartable as error:
            raise CommandError(str(error)) from error
