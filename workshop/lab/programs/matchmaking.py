"""Simulate players who look for a game, and print waiting times and rating distances.

Simulates arrivals of players, and pairs them in waves.
"""

import random
from argparse import ArgumentParser, Namespace

from workshop.lab.arrivals import arrivals, paired, percentile


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--arrivals", type=int, default=10_000)
    parser.add_argument("--per-minute", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)


def run(options: Namespace) -> None:
    """Print a row for each popularity of settings. The same seed gives the same output."""
    rng = random.Random(options.seed)
    results = paired(arrivals(options.arrivals, options.per_minute, rng))
    print(
        "| settings | paired | left | wait p50 | p90 | max | distance p50 | p90 |\n"
        "|---|---|---|---|---|---|---|---|"
    )
    for name, result in results.items():
        waits = (f"{percentile(result.waits, percent):.0f} s" for percent in (50, 90, 100))
        distances = (f"{percentile(result.distances, percent):.0f}" for percent in (50, 90))
        cells = (name, str(len(result.waits)), str(result.left), *waits, *distances)
        print(f"| {' | '.join(cells)} |")
