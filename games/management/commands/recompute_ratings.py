"""`manage.py recompute_ratings [--check]`: ratings and tallies once more, from the logs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.clock import utc_now
from games.ratings import recompute, refresh_listing
from games.store.timeouts import lift_timeouts

MOST_SHOWN = 20


class Command(BaseCommand):
    """Goes through all counted results in their order and stores, or compares, what they say."""

    help = "Compute all ratings and tallies from the logs of the counted games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whether only to compare."""
        parser.add_argument("--check", action="store_true", help="Compare, and change nothing.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what differed. Raises CommandError if anything did and was not to be changed, or
        if a counted game has no log.
        """
        lift_timeouts()
        try:
            done = recompute(check=options["check"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        for problem in done.problems[:MOST_SHOWN]:
            self.stdout.write(problem)
        if len(done.problems) > MOST_SHOWN:
            self.stdout.write(f"... and {len(done.problems) - MOST_SHOWN} more")
        if not options["check"]:
            refresh_listing(utc_now())
            self.stdout.write(f"{done.games} results, {len(done.problems)} differences mended.")
        elif done.problems:
            raise CommandError(f"{len(done.problems)} differences after {done.games} results.")
        else:
            self.stdout.write(f"{done.games} results, all exactly as stored.")
