"""Connect many players, and print what their sockets cost: to connect, at rest, to return.

It starts PostgreSQL, Redis and a server on one core; the players are on the other.
"""

from argparse import ArgumentParser, Namespace

from workshop.lab.sockets.measurement import Options, measure
from workshop.make.entry import chosen


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what to measure."""
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=20, help="at rest; 0: do not measure")
    parser.add_argument(
        "--ping-s", type=float, default=10, help="seconds between a player's pings; 0: none"
    )
    parser.add_argument("--at-once", type=int, default=32, help="how many connect together")
    parser.add_argument(
        "--no-restart", action="store_false", dest="restart", help="do not restart the server"
    )
    parser.add_argument("--kill", action="store_true", help="restart it without a warning")
    parser.add_argument(
        "--no-limits",
        action="store_false",
        dest="limits",
        help="without the limits of sockets and addresses",
    )
    parser.add_argument("--database", help="the URL of a PostgreSQL, or sqlite")
    parser.add_argument("--no-redis", action="store_const", const=None, dest="redis", default="own")


def run(options: Namespace) -> None:
    """Print the figures. Raises SystemExit if something failed."""
    try:
        figures = measure(chosen(Options, options))
    except RuntimeError as error:
        raise SystemExit(str(error)) from error
    print("\n".join(figures.lines()))
    if figures.problems:
        raise SystemExit("Some players did not come back to what they had.")
