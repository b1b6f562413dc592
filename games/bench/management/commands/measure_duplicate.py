"""`manage.py measure_duplicate`: simulated players in a duplicate event on one process."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bench.tournaments.duplicate import Options, measure
from games.bench.tournaments.measurement import table


class Command(BaseCommand):
    """The event has a database of its own, which is deleted afterwards."""

    help = "Play a duplicate event with simulated players, and print how long everything takes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--players", type=int, default=200)
        parser.add_argument("--variant", default="yacht")
        parser.add_argument("--think-s", type=float, default=2.0, help="at most, before a move")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the figures. Raises CommandError if somebody had no seat, or other dice."""
        figures = measure(Options(**{name: options[name] for name in Options.__dataclass_fields__}))
        self.stdout.write("\n".join([*table(figures), f"{figures.games} tables."]))
        if figures.problems:
            raise CommandError("\n".join(figures.problems))
