"""`manage.py chaos SCENARIO`: break something in the middle of games; prove nothing was lost."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bench.chaos.scenarios import ALL_VARIANTS, SETTINGS, chaos
from games.bench.loadtest.load_test import check_loopback


class Command(BaseCommand):
    """Starts all that it breaks; nothing of what runs already is touched."""

    help = "Break servers, Redis or PostgreSQL in the middle of games; check that nothing is lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what to break and how often."""
        parser.add_argument("scenario", choices=list(SETTINGS))
        parser.add_argument("--rounds", type=int, default=10)
        parser.add_argument("--games", type=int, default=50, help="tables that play at a time")
        parser.add_argument("--server", choices=("daphne", "uvicorn"), default="daphne")
        parser.add_argument("--database", help="a PostgreSQL's address, or sqlite")
        parser.add_argument(
            "--pause", type=float, default=5, help="seconds without Redis in each round"
        )
        parser.add_argument("--variants", default=ALL_VARIANTS, help="which the tables play")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Break, check, report. Raises CommandError when a promise was not kept."""
        try:
            if options["database"] and "://" in options["database"]:
                check_loopback(options["database"])
            outcome = chaos(
                options["scenario"],
                options["rounds"],
                options["games"],
                server=options["server"],
                database=options["database"],
                pause_s=options["pause"],
                variants=options["variants"],
            )
        except (ValueError, RuntimeError) as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(outcome.as_json()))
        else:
            self.stdout.write("\n".join(outcome.lines()))
        if outcome.problems or outcome.slow:
            raise CommandError("A promise was not kept.")
