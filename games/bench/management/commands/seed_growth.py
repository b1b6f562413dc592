"""`manage.py seed_growth`: fill a database with the long history of a site."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from games.bench.growth.filling import Options, fill
from games.log.models import Game

REPORT_S = 30.0


class Command(BaseCommand):
    """Writes really played games, with everything that a site would have stored about them."""

    help = "Fill an empty PostgreSQL with the verifiable games of up to a year."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare how much."""
        parser.add_argument("--events", type=int, default=100_000)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--backlog", type=int, default=0, help="finished games that no worker has seen"
        )
        parser.add_argument(
            "--overdue", type=int, default=0, help="running games whose player's time is up"
        )
        parser.add_argument(
            "--no-analyses", action="store_false", dest="analyses", help="analyse no game"
        )
        parser.add_argument("--processes", type=int, default=2, help="that play games")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill. Raises CommandError on another database, or one that has games."""
        if connection.vendor != "postgresql":
            raise CommandError("This works on PostgreSQL only.")
        if Game.objects.exists():
            raise CommandError("This database has games. Use an empty one.")
        names = Options.__dataclass_fields__
        began = reported = time.monotonic()
        for filled in fill(Options(**{name: options[name] for name in names}), timezone.now()):
            if time.monotonic() - reported > REPORT_S:
                reported = time.monotonic()
                self.stdout.write(f"{filled.events:,} events of {filled.games:,} games")
                self.stdout.flush()
        seconds = time.monotonic() - began
        self.stdout.write(f"{filled.events:,} events of {filled.games:,} games in {seconds:.0f} s.")
