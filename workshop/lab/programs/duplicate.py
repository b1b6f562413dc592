"""Play a duplicate event with simulated players, and print how long everything takes.

The event has a database of its own, which is deleted afterwards.
"""

from argparse import ArgumentParser, Namespace

from workshop.lab.tournaments.duplicate import Options, measure
from workshop.lab.tournaments.measurement import table
from workshop.make.entry import chosen


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--variant", default="yacht")
    parser.add_argument("--think-s", type=float, default=2.0, help="at most, before a move")
    parser.add_argument("--seed", type=int, default=1)


def run(options: Namespace) -> None:
    """Print the figures. Raises SystemExit if somebody had no seat, or other dice."""
    figures = measure(chosen(Options, options))
    print("\n".join([*table(figures), f"{figures.games} tables."]))
    if figures.problems:
        raise SystemExit("\n".join(figures.problems))
