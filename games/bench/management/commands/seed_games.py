"""`manage.py seed_games --games N`: fill a database with games to measure the boards with."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from games.bench.data.sample_games import seed_games, tidy_tables
from games.models import Game


class Command(BaseCommand):
    """Writes finished games of a year into the tables; no logs, so nothing else works with them."""

    help = "Fill an empty PostgreSQL with invented finished games, to measure the leaderboards."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how many games, and whether a database with games is meant."""
        parser.add_argument("--games", type=int, default=1_000_000)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--force", action="store_true", help="Even if there are games.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write. Raises CommandError on another database, or one that is in use."""
        if connection.vendor != "postgresql":
            raise CommandError("Only PostgreSQL: it is what the figures are about.")
        if Game.objects.exists() and not options["force"]:
            raise CommandError("This database has games. Take an empty one, or --force.")
        began = time.monotonic()
        seed_games(options["games"], timezone.now(), options["seed"])
        tidy_tables()
        seconds = time.monotonic() - began
        self.stdout.write(f"{options['games']:,} games in {seconds:.0f} s.")
