"""Attack a server from one address or more, and print how long other people's moves take.

It starts a server with a new database and the default limits.
"""

from argparse import ArgumentParser, Namespace

from workshop.lab.attacks.attacks import ATTACKS
from workshop.lab.attacks.measurement import HARMLESS_MS, HEADINGS, MAX_RATIO, Setup, measure
from workshop.lab.attacks.target import MOST_ADDRESSES
from workshop.lab.attacks.writers import BY_WRITERS


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10, help="of each attack")
    parser.add_argument("--addresses", type=int, default=1, help="of the attacker")
    parser.add_argument("--nginx", action="store_true", help="with nginx in front of the server")
    parser.add_argument("--database", default="sqlite", help="the URL of a PostgreSQL")


def run(options: Namespace) -> None:
    """Print a table. Raises SystemExit if an attack misses the goal."""
    # Sixteen addresses write, whatever the option says.
    of_all = [name for name in ATTACKS if options.addresses == 1 or name not in BY_WRITERS]
    names = options.attacks or of_all
    unknown = [name for name in names if name not in ATTACKS]
    if unknown:
        raise SystemExit(f"Unknown: {', '.join(unknown)}. Known: {', '.join(ATTACKS)}.")
    if not 1 <= options.addresses <= MOST_ADDRESSES:
        raise SystemExit(f"Attack from 1 to {MOST_ADDRESSES} addresses.")
    setup = Setup(options.seconds, options.addresses, options.database, options.nginx)
    try:
        outcomes = measure(names, setup, report=print)
    except RuntimeError as error:
        raise SystemExit(str(error)) from error
    print("\n".join([HEADINGS, *(outcome.row() for outcome in outcomes)]))
    slow = [outcome.name for outcome in outcomes if not outcome.is_harmless]
    if slow:
        goal = f"{MAX_RATIO:.0f} times the undisturbed p99, and over {HARMLESS_MS:.0f} ms"
        raise SystemExit(f"Over {goal}: {', '.join(slow)}")
