"""`manage.py recompute_ratings [--check]`: recompute ratings and tallies from the logs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.platform.clock import utc_now
from games.platform.database.threads import lift_timeouts
from games.record.ratings.listing import refresh_listing
from games.record.ratings.recomputing import recompute

MAX_SHOWN = 20


class Command(BaseCommand):
    """Replays all counted results in their order, and stores or compares the outcome."""

    help = "Recompute all ratings and tallies from the logs of the counted games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare --check."""
        parser.add_argument("--check", action="store_true", help="only compare; change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the differences. Raises CommandError if --check finds any, or if a counted game has
        no log.
        """
        lift_timeouts()
        try:
            done = recompute(check=options["check"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        for problem in done.problems[:MAX_SHOWN]:
            self.stdout.write(problem)
        if len(done.problems) > MAX_SHOWN:
            self.stdout.write(f"... and {len(done.problems) - MAX_SHOWN} more")
        if not options["check"]:
            refresh_listing(utc_now())
            self.stdout.write(f"{done.games} results, {len(done.problems)} differences corrected.")
        elif done.problems:
            raise CommandError(f"{len(done.problems)} differences after {done.games} results.")
        else:
            self.stdout.write(f"{done.games} results, all as stored.")
