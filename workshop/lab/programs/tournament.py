"""Run a tournament with simulated players, and print how long everything takes.

The tournament has a database of its own, which is deleted afterwards.
"""

from argparse import ArgumentParser, Namespace

from workshop.lab.tournaments.measurement import Options, lines, measure
from workshop.make.entry import chosen


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--shortest-s", type=float, default=30.0, help="of a game")
    parser.add_argument("--longest-s", type=float, default=120.0, help="of a game")
    parser.add_argument("--seed", type=int, default=1)


def run(options: Namespace) -> None:
    """Print the figures. Raises SystemExit if somebody was paired twice or left waiting."""
    figures = measure(chosen(Options, options))
    print("\n".join(lines(figures)))
    if figures.problems:
        raise SystemExit("Something went wrong.")
