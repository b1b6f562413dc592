"""Play whole games over real sockets, verify them, and print speed and latency.

It starts a server with a new database, unless it is given a running server.

With --real it plays at the pace of people, who also talk, watch, read pages and lose the connection
(workshop/lab/crowd/pace.py), and prints what a person costs, and how many one core serves.
"""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from games.core.rules import VARIANTS
from workshop.lab.crowd import plan as crowd
from workshop.lab.crowd.pace import ROLL_S
from workshop.lab.crowd.report import table
from workshop.lab.crowd.run import measure
from workshop.lab.loadtest.load_test import Options, load_test
from workshop.make.entry import chosen


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, help="10; with --real 60")
    parser.add_argument(
        "--warmup", type=float, help="seconds to play before measuring: 2; with --real 5"
    )
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
        "--no-verifylog", action="store_false", dest="verifylog", help="do not replay the logs"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    _add_fast(parser.add_argument_group("as fast as possible, or at a fixed rate"))
    _add_real(parser.add_argument_group("at the pace of people"))


def _add_fast(group: Any) -> None:
    group.add_argument("--rooms", type=int, default=50)
    group.add_argument(
        "--rate", type=float, default=0, help="moves per second over all rooms; 0: no pauses"
    )
    group.add_argument(
        "--hours", type=float, help="instead of --seconds; best with --rate: shows what grows"
    )
    group.add_argument("--players", type=int, default=2, help="in each room")
    group.add_argument("--variant", default="yacht", help=f"one of {', '.join(VARIANTS)}")
    group.add_argument("--server", choices=("daphne", "uvicorn"), default="daphne")
    group.add_argument(
        "--url",
        help="ws:// URL of a running server on this machine with the environment of this"
        " command, best with SOCKET_RATE=0; the test writes to its database",
    )
    group.add_argument("--pid", type=int, help="the process of --url, to measure its CPU")
    group.add_argument(
        "--no-ceiling",
        action="store_false",
        dest="ceiling",
        help="do not measure the generator's own speed",
    )
    group.add_argument(
        "--no-finish", action="store_false", dest="finish", help="stop in the middle of games"
    )


def _add_real(group: Any) -> None:
    group.add_argument("--real", action="store_true", help="play at the pace of people")
    group.add_argument(
        "--people", type=int, nargs="+", default=[500], help="how many; several: one run for each"
    )
    group.add_argument(
        "--one-process", action="store_true", help="SQLite, and the worker in the server"
    )
    group.add_argument(
        "--profile", type=float, default=30, help="seconds to sample the server for; 0: do not"
    )
    group.add_argument("--flames", default="", help="the file for a picture (SVG) of the samples")
    group.add_argument("--joins", type=float, default=100, help="people who come in a second")
    group.add_argument(
        "--fast-s",
        type=float,
        default=120,
        help="at most so many seconds of fast play, in which tables get to somewhere in a game",
    )
    group.add_argument(
        "--roll-s", type=float, default=ROLL_S, help="seconds from one roll of a table to the next"
    )


def run(options: Namespace) -> None:
    """Run the test and report. Raises SystemExit if anything did not verify."""
    problems = _real(options) if options.real else _fast(options)
    if problems:
        raise SystemExit("Acknowledgements, views and the log do not agree.")


def _fast(options: Namespace) -> int:
    """Return the number of problems, as `_real` does."""
    options.seconds = options.seconds or 10.0
    if options.hours is not None:
        options.seconds = 3600 * options.hours
    options.warmup = 2.0 if options.warmup is None else options.warmup
    try:
        report = load_test(chosen(Options, options))
    except (ValueError, RuntimeError) as error:
        raise SystemExit(str(error)) from error
    print(json.dumps(report.as_json()) if options.json else "\n".join(report.lines()))
    return len(report.problems)


def _real(options: Namespace) -> int:
    options.seconds = options.seconds or 60.0
    options.warmup = 5.0 if options.warmup is None else options.warmup
    options.redis = options.redis or "own"
    reports = []
    for people in options.people:
        each = {**vars(options), "people": people}
        if options.flames and len(options.people) > 1:
            path = Path(options.flames)
            each["flames"] = str(path.with_stem(f"{path.stem}-{people}"))
        try:
            report = measure(chosen(crowd.Options, Namespace(**each)))
        except (ValueError, RuntimeError) as error:
            raise SystemExit(str(error)) from error
        reports.append(report)
        if not options.json:
            print("\n".join(report.lines()), flush=True)
    if options.json:
        print(json.dumps([report.as_json() for report in reports]))
    else:
        print("\n".join(table(reports)))
    return sum(len(report.problems) for report in reports)
