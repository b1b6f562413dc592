"""Measure how many points the site's play of Triple Yahtzee scores.

Simulates games in blocks, and continues where an earlier run stopped. For the table of
docs/solver.md; writes no file of the site.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

TAKES = "An hour and a half of a core for 20,000 games."
CHEAP = None


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--joker", choices=("forced", "none", "free"), default="forced")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--state", type=Path, required=True, help="the file of the results")


def run(options: Namespace) -> None:
    """Print the means after each block."""
    # Importing it compiles code, which takes seconds.
    from workshop.make.triple.long_measurement import (  # noqa: PLC0415
        OtherGames,
        measure,
    )

    try:
        for found in measure(options.joker, options.games, options.state):
            print(
                f"{found.games} games, mean {found.mean:.2f} +- {found.error:.2f}, "
                f"luck-adjusted {found.adjusted:.3f} +- {found.adjusted_error:.3f}"
            )
    except OtherGames as reason:
        raise SystemExit(str(reason)) from None
