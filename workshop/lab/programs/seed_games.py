"""Fill an empty PostgreSQL with random finished games, to measure queries.

Writes finished games of a year. They have no logs, so nothing else works with them.
"""

import time
from argparse import ArgumentParser, Namespace

from django.db import connection
from django.utils import timezone

from games.record.log.models import Game
from workshop.lab.queries.sample_games import seed_games, vacuum_tables


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--force", action="store_true", help="even if the database has games")


def run(options: Namespace) -> None:
    """Write the rows. Raises SystemExit on another database, or one that has games."""
    if connection.vendor != "postgresql":
        raise SystemExit("This works on PostgreSQL only.")
    if Game.objects.exists() and not options.force:
        raise SystemExit("This database has games. Use an empty one, or --force.")
    began = time.monotonic()
    seed_games(options.games, timezone.now(), options.seed)
    vacuum_tables()
    seconds = time.monotonic() - began
    print(f"{options.games:,} games in {seconds:.0f} s.")
