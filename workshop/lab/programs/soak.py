"""Play for hours, with people who come and go, and sample what the processes hold.

It starts PostgreSQL, Redis, one server and one worker, and stops them at the end.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from workshop.lab.soak.run import Options, soak
from workshop.make.entry import chosen


def add_arguments(parser: ArgumentParser) -> None:
    """Declare how much, how long, and where the samples go."""
    parser.add_argument("directory", type=Path, help="for samples.csv, logs, counts of objects")
    parser.add_argument("--seconds", type=float, default=7200)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100, help="moves per second")
    parser.add_argument(
        "--sample-every", type=float, default=60, dest="sample_every_s", help="seconds"
    )
    parser.add_argument(
        "--warm-up",
        type=float,
        default=1200,
        dest="warm_up_s",
        help="seconds that the slopes leave out",
    )
    parser.add_argument("--no-verifylog", action="store_false", dest="verifylog")
    parser.add_argument(
        "--objects", action="store_true", help="count objects; a few commands fail by it"
    )
    parser.add_argument("--database", help="the URL of a PostgreSQL; default: start one")


def run(options: Namespace) -> None:
    """Play and report. Raises SystemExit if a process ended or wrote a traceback."""
    try:
        outcome = soak(chosen(Options, options))
    except RuntimeError as error:
        raise SystemExit(str(error)) from error
    print("\n".join(outcome.lines()))
    if outcome.problems:
        raise SystemExit("The site did not hold.")
