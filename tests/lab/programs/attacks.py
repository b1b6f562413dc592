"""Attack a server from one address, and print how long other people's moves take.

It starts a server with a new database and the default limits.
"""

from argparse import ArgumentParser, Namespace

from tests.lab.attacks.attacks import ATTACKS
from tests.lab.attacks.measurement import HEADINGS, measure

MAX_RATIO = 3.0
"""The goal: the p99 of moves during an attack, divided by that before it."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what to run."""
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10, help="of each attack")
    parser.add_argument("--database", default="sqlite", help="the URL of a PostgreSQL")


def run(options: Namespace) -> None:
    """Print a table. Raises SystemExit if an attack misses the goal."""
    names = options.attacks or list(ATTACKS)
    unknown = [name for name in names if name not in ATTACKS]
    if unknown:
        raise SystemExit(f"Unknown: {', '.join(unknown)}. Known: {', '.join(ATTACKS)}.")
    try:
        outcomes = measure(names, options.seconds, options.database, report=print)
    except RuntimeError as error:
        raise SystemExit(str(error)) from error
    print("\n".join([HEADINGS, *(outcome.row() for outcome in outcomes)]))
    slow = [outcome.name for outcome in outcomes if outcome.ratio >= MAX_RATIO]
    if slow:
        raise SystemExit(f"Over {MAX_RATIO:.0f} times the undisturbed p99: {', '.join(slow)}")
