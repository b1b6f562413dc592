"""Play whole games over real sockets, verify them, and print speed and latency.

It starts a server with a new database, unless it is given a running server.
"""

import json
from argparse import ArgumentParser, Namespace

from games.core.rules import VARIANTS
from workshop.lab.loadtest.load_test import Options, load_test
from workshop.make.entry import chosen


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument(
        "--rate", type=float, default=0, help="moves per second over all rooms; 0: no pauses"
    )
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument(
        "--hours", type=float, help="instead of --seconds; best with --rate: shows what grows"
    )
    parser.add_argument("--warmup", type=float, default=2, help="seconds to play before measuring")
    parser.add_argument("--players", type=int, default=2, help="in each room")
    parser.add_argument("--variant", default="yacht", help=f"one of {', '.join(VARIANTS)}")
    parser.add_argument("--server", choices=("daphne", "uvicorn"), default="daphne")
    parser.add_argument("--database", help="the URL of a PostgreSQL, or sqlite")
    parser.add_argument("--redis", help="the URL of a Redis, or own to start one")
    parser.add_argument(
        "--processes", type=int, default=1, help="servers to start, all on one core"
    )
    parser.add_argument(
        "--unhashed",
        action="store_false",
        dest="hashed",
        help="with several processes: the players of a room are on different ones",
    )
    parser.add_argument(
        "--url",
        help="ws:// URL of a running server on this machine with the environment of this"
        " command, best with SOCKET_RATE=0; the test writes to its database",
    )
    parser.add_argument("--pid", type=int, help="the process of --url, to measure its CPU")
    parser.add_argument(
        "--no-ceiling",
        action="store_false",
        dest="ceiling",
        help="do not measure the generator's own speed",
    )
    parser.add_argument(
        "--no-finish", action="store_false", dest="finish", help="stop in the middle of games"
    )
    parser.add_argument(
        "--no-verifylog", action="store_false", dest="verifylog", help="do not replay the logs"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> None:
    """Run the test and report. Raises SystemExit if anything did not verify."""
    if options.hours is not None:
        options.seconds = 3600 * options.hours
    try:
        report = load_test(chosen(Options, options))
    except (ValueError, RuntimeError) as error:
        raise SystemExit(str(error)) from error
    if options.json:
        print(json.dumps(report.as_json()))
    else:
        print("\n".join(report.lines()))
    if report.problems:
        raise SystemExit("Acknowledgements, views and the log do not agree.")
