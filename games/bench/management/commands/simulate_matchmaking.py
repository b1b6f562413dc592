"""`manage.py simulate_matchmaking`: simulate waiting times and rating distances."""

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.bench.simulations.arrivals import arrivals, percentile, run


class Command(BaseCommand):
    """Simulates arrivals of players, and pairs them in waves."""

    help = "Simulate players who look for a game, and print waiting times and rating distances."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--arrivals", type=int, default=10_000)
        parser.add_argument("--per-minute", type=float, default=60.0)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a row for each popularity of settings. The same seed gives the same output."""
        rng = random.Random(options["seed"])
        results = run(arrivals(options["arrivals"], options["per_minute"], rng))
        self.stdout.write(
            "| settings | paired | left | wait p50 | p90 | max | distance p50 | p90 |\n"
            "|---|---|---|---|---|---|---|---|"
        )
        for name, result in results.items():
            waits = (f"{percentile(result.waits, percent):.0f} s" for percent in (50, 90, 100))
            distances = (f"{percentile(result.distances, percent):.0f}" for percent in (50, 90))
            cells = (name, str(len(result.waits)), str(result.left), *waits, *distances)
            self.stdout.write(f"| {' | '.join(cells)} |")
