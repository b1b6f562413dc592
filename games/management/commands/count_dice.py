"""`manage.py count_dice`: count the dice of games that are over, or check the counts."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.record.audit.counting import count_again, count_dice, totals, wrong_periods


class Command(BaseCommand):
    """Counts the dice that are not counted yet; the worker does this all the time."""

    help = "Count the dice of all games that are over, for the page /fair/dice/."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        choice = parser.add_mutually_exclusive_group()
        choice.add_argument(
            "--check", action="store_true", help="only count all logs again and compare"
        )
        choice.add_argument(
            "--again", action="store_true", help="forget all counts and count all logs again"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Count or compare. Raises CommandError if stored counts differ from the logs."""
        if options["check"]:
            self._check()
            return
        if options["again"]:
            count_again()
        counted = 0
        while games := count_dice():
            counted += games
        total = totals()
        self.stdout.write(
            f"Counted {counted} games. In total: {total.tally.dice} dice of {total.games} games."
        )

    def _check(self) -> None:
        wrong = wrong_periods()
        if wrong:
            raise CommandError(f"Not what the logs say: {', '.join(wrong)}.")
        self.stdout.write(f"The counts of {totals().games} games are what the logs say.")
