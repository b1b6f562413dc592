"""`manage.py measure_triple`: how many points the site's play of Triple Yahtzee scores."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Simulates games in blocks, and continues where an earlier run stopped."""

    help = "Simulate Triple Yahtzee as the site plays it; can be stopped and continued."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--joker", choices=("forced", "none", "free"), default="forced")
        parser.add_argument("--games", type=int, default=20_000)
        parser.add_argument("--state", type=Path, required=True, help="the file of the results")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the means after each block."""
        # Importing it compiles code, which takes seconds.
        from games.bench.triple_training.long_measurement import (  # noqa: PLC0415
            OtherGames,
            measure,
        )

        try:
            for found in measure(options["joker"], options["games"], options["state"]):
                self.stdout.write(
                    f"{found.games} games, mean {found.mean:.2f} +- {found.error:.2f}, "
                    f"luck-adjusted {found.adjusted:.3f} +- {found.adjusted_error:.3f}"
                )
        except OtherGames as reason:
            raise CommandError(str(reason)) from None
