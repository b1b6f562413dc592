"""`manage.py move_to_postgresql URL`: copy the SQLite database to an empty PostgreSQL database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.assembly.backup import BackupError, Target, move


class Command(BaseCommand):
    """Run it while no server and no worker runs, with the keys that the site has."""

    help = (
        "Copy all rows from SQLite to an empty PostgreSQL database, compare them, and verify all"
        " games and the public log there. Stop all servers and workers first. The SQLite database"
        " stays as it is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the address and --skip-verification."""
        parser.add_argument("url", metavar="URL", help="as in DATABASE_URL: postgres://...")
        parser.add_argument(
            "--skip-verification",
            action="store_true",
            help="leave out verifylog and verify_fair_log, which take long for millions of games",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy, compare, verify. Raises CommandError, also for problems of games."""
        try:
            target = Target(options["url"])
            move(target, self.stdout.write)
        except BackupError as error:
            raise CommandError(str(error)) from error
        try:
            if not options["skip_verification"]:
                target.manage("verifylog", report=self.stdout.write)
                target.manage("verify_fair_log", report=self.stdout.write)
        except BackupError as error:
            raise CommandError(
                f"The target has the same rows as the source, but {error}"
            ) from error
        self.stdout.write("Everything is moved. Set DATABASE_URL before you start the site again.")
