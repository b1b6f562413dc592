"""`manage.py measure_tournament`: simulated players in a tournament on one process."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bench.tournaments.measurement import Options, lines, measure


class Command(BaseCommand):
    """The tournament has a database of its own, which is deleted afterwards."""

    help = "Run a tournament with simulated players, and print how long everything takes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--players", type=int, default=500)
        parser.add_argument("--minutes", type=float, default=10.0)
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument("--shortest-s", type=float, default=30.0, help="of a game")
        parser.add_argument("--longest-s", type=float, default=120.0, help="of a game")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the figures. Raises CommandError if somebody was paired twice or left waiting."""
        figures = measure(Options(**{name: options[name] for name in Options.__dataclass_fields__}))
        self.stdout.write("\n".join(lines(figures)))
        if figures.problems:
            raise CommandError("Something went wrong.")
