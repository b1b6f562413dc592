"""`manage.py measure_attacks`: how much one attacking client delays other people's moves."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bench.attacks.attacks import ATTACKS
from games.bench.attacks.measurement import HEADINGS, measure
from games.bench.packages import require_packages

MAX_RATIO = 3.0
"""The goal: the p99 of moves during an attack, divided by that before it."""


class Command(BaseCommand):
    """It starts a server with a new database and the default limits."""

    help = "Attack a server from one address, and print how long other people's moves take."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what to run."""
        parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
        parser.add_argument("--seconds", type=float, default=10, help="of each attack")
        parser.add_argument("--database", default="sqlite", help="the URL of a PostgreSQL")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a table. Raises CommandError if an attack misses the goal."""
        require_packages("picows")
        names = options["attacks"] or list(ATTACKS)
        unknown = [name for name in names if name not in ATTACKS]
        if unknown:
            raise CommandError(f"Unknown: {', '.join(unknown)}. Known: {', '.join(ATTACKS)}.")
        try:
            outcomes = measure(
                names, options["seconds"], options["database"], report=self.stdout.write
            )
        except RuntimeError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("\n".join([HEADINGS, *(outcome.row() for outcome in outcomes)]))
        slow = [outcome.name for outcome in outcomes if outcome.ratio >= MAX_RATIO]
        if slow:
            raise CommandError(f"Over {MAX_RATIO:.0f} times the undisturbed p99: {', '.join(slow)}")
