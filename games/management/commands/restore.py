"""`manage.py restore FILE`: replace the database by a backup, and verify it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.assembly.backup import BackupError, missing_migrations, restore


class Command(BaseCommand):
    """Run it while no server and no worker runs, with the keys of the time of the backup."""

    help = (
        "Replace the database by a file of `manage.py backup`, apply missing migrations, and verify"
        " all games and the public log. Stop all servers and workers first."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file and the options."""
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--overwrite", action="store_true", help="also if the database has games: they are lost"
        )
        parser.add_argument(
            "--skip-verification",
            action="store_true",
            help="leave out verifylog and verify_fair_log, which take long for millions of games",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, migrate, verify. Raises CommandError, also for problems of restored games."""
        path: Path = options["file"]
        try:
            restore(path, overwrite=options["overwrite"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path} is restored.")
        if missing := missing_migrations():
            self.stdout.write(f"It is of an older release; {len(missing)} migrations follow.")
            call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout)
        if not options["skip_verification"]:
            call_command("verifylog", stdout=self.stdout)
            call_command("verify_fair_log", stdout=self.stdout)
