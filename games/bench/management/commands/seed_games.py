"""`manage.py seed_games`: fill a database with rows to measure queries with."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from games.bench.data.sample_games import seed_games, vacuum_tables
from games.log.models import Game


class Command(BaseCommand):
    """Writes finished games of a year. They have no logs, so nothing else works with them."""

    help = "Fill an empty PostgreSQL with random finished games, to measure queries."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--games", type=int, default=1_000_000)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--force", action="store_true", help="even if the database has games")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the rows. Raises CommandError on another database, or one that has games."""
        if connection.vendor != "postgresql":
            raise CommandError("This works on PostgreSQL only.")
        if Game.objects.exists() and not options["force"]:
            raise CommandError("This database has games. Use an empty one, or --force.")
        began = time.monotonic()
        seed_games(options["games"], timezone.now(), options["seed"])
        vacuum_tables()
        seconds = time.monotonic() - began
        self.stdout.write(f"{options['games']:,} games in {seconds:.0f} s.")
