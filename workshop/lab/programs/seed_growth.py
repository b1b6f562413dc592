"""Fill an empty PostgreSQL with the verifiable games of up to a year.

Writes really played games, with everything that a site would have stored about them.
"""

import time
from argparse import ArgumentParser, Namespace

from django.db import connection
from django.utils import timezone

from games.record.log.models import Game
from workshop.lab.growth.filling import Options, fill
from workshop.make.entry import chosen

REPORT_S = 30.0


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--backlog", type=int, default=0, help="finished games that no worker has seen"
    )
    parser.add_argument(
        "--no-analyses", action="store_false", dest="analyses", help="analyse no game"
    )
    parser.add_argument("--processes", type=int, default=2, help="that play games")


def run(options: Namespace) -> None:
    """Fill. Raises SystemExit on another database, or one that has games."""
    if connection.vendor != "postgresql":
        raise SystemExit("This works on PostgreSQL only.")
    if Game.objects.exists():
        raise SystemExit("This database has games. Use an empty one.")
    began = reported = time.monotonic()
    for filled in fill(chosen(Options, options), timezone.now()):
        if time.monotonic() - reported > REPORT_S:
            reported = time.monotonic()
            print(f"{filled.events:,} events of {filled.games:,} games", flush=True)
    seconds = time.monotonic() - began
    print(f"{filled.events:,} events of {filled.games:,} games in {seconds:.0f} s.")
