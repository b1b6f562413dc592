"""`manage.py soak`: play for hours, with people who come and go, and sample memory."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bench.packages import require_packages
from games.bench.soak.run import Options, soak


class Command(BaseCommand):
    """It starts PostgreSQL, Redis, one server and one worker, and stops them at the end."""

    help = "Play for hours, with people who come and go, and sample what the processes hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare how much, how long, and where the samples go."""
        parser.add_argument("directory", type=Path, help="for samples.csv, logs, counts of objects")
        parser.add_argument("--seconds", type=float, default=7200)
        parser.add_argument("--tables", type=int, default=200)
        parser.add_argument("--rate", type=float, default=100, help="moves per second")
        parser.add_argument("--sample-every", type=float, default=60, help="seconds")
        parser.add_argument(
            "--warm-up", type=float, default=1200, help="seconds that the slopes leave out"
        )
        parser.add_argument("--no-verifylog", action="store_false", dest="verifylog")
        parser.add_argument(
            "--objects", action="store_true", help="count objects; a few commands fail by it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and report. Raises CommandError if a process ended or wrote a traceback."""
        require_packages("picows", "redis", "uvloop")
        try:
            outcome = soak(
                Options(
                    options["directory"],
                    options["seconds"],
                    options["tables"],
                    options["rate"],
                    options["sample_every"],
                    options["warm_up"],
                    options["verifylog"],
                )
            )
        except RuntimeError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("\n".join(outcome.lines()))
        if outcome.problems:
            raise CommandError("The site did not hold.")
