"""Inject a fault into running games, and check that nothing was lost.

It only breaks processes that it has started itself.
"""

import json
import signal
from argparse import ArgumentParser, Namespace

from workshop.lab.chaos.experiments import EXPERIMENTS
from workshop.lab.chaos.run import chaos
from workshop.lab.loadtest.load_test import check_loopback


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the experiment, how long, and where."""
    titles = "; ".join(f"{name} {each.title}" for name, each in EXPERIMENTS.items())
    parser.add_argument("experiment", choices=list(EXPERIMENTS), help=titles)
    parser.add_argument("--seconds", type=float, help="how long the fault lasts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rooms", type=int, help="tables of two players")
    parser.add_argument("--database", help="sqlite, own, or the URL of a PostgreSQL")
    parser.add_argument(
        "--keep", default="", metavar="DIRECTORY", help="store histories and logs there"
    )
    parser.add_argument(
        "--rounds", action="store_true", help="rounds with bots, on three servers and a worker"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> None:
    """Run the experiment and report. Raises SystemExit when a promise was not kept."""
    # The processes that it has started must end with it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if options.database and "://" in options.database:
            check_loopback(options.database)
        outcome = chaos(
            options.experiment,
            options.seconds,
            options.seed,
            rooms=options.rooms,
            database=options.database,
            keep=options.keep,
            rounds=options.rounds,
        )
    except (ValueError, RuntimeError) as error:
        raise SystemExit(str(error)) from error
    if options.json:
        print(json.dumps(outcome.as_json()))
    else:
        print("\n".join(outcome.lines()))
    if outcome.problems or outcome.slow:
        raise SystemExit("A promise was not kept.")
