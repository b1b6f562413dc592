"""Send odd and broken frames and requests to a server, and look for errors.

It starts a server with a new database, and stops it.
"""

from argparse import ArgumentParser, Namespace

from workshop.lab.fuzz.run import Options, fuzz
from workshop.lab.loadtest.load_test import check_loopback
from workshop.make.entry import chosen


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=12, help="sockets at once")
    parser.add_argument("--clients", type=int, default=4, help="requests at once")
    parser.add_argument(
        "--database",
        default="sqlite",
        help="the URL of a PostgreSQL, own to start one, or sqlite",
    )
    parser.add_argument("--redis", help="the URL of a Redis, or own to start one")


def run(options: Namespace) -> None:
    """Run and report. Raises SystemExit if the server did what it must not do."""
    try:
        for url in (options.database, options.redis or ""):
            if "://" in url:
                check_loopback(url)
        outcome = fuzz(chosen(Options, options))
    except (ValueError, RuntimeError) as error:
        raise SystemExit(str(error)) from error
    print("\n".join(outcome.lines()))
    if outcome.findings:
        seed, seconds = options.seed, options.seconds
        raise SystemExit(f"Repeat it with --seed {seed} --seconds {seconds:.0f}.")
