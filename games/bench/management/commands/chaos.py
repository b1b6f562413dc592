"""`manage.py chaos SCENARIO`: inject a fault during games, and check that nothing was lost."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bench.chaos.scenarios import ALL_VARIANTS, SETTINGS, chaos
from games.bench.loadtest.load_test import check_loopback
from games.bench.packages import require_packages


class Command(BaseCommand):
    """It only breaks servers that it has started itself."""

    help = "Kill servers, Redis or PostgreSQL during games, and check that nothing was lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the scenario, how often, and where."""
        parser.add_argument("scenario", choices=list(SETTINGS))
        parser.add_argument("--rounds", type=int, default=10)
        parser.add_argument("--games", type=int, default=50, help="tables of two players")
        parser.add_argument("--server", choices=("daphne", "uvicorn"), default="daphne")
        parser.add_argument("--database", help="the URL of a PostgreSQL, or sqlite")
        parser.add_argument(
            "--pause", type=float, default=5, help="seconds without Redis in each round"
        )
        parser.add_argument(
            "--variants",
            default=ALL_VARIANTS,
            help="separated by commas; the tables use them in turn",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the scenario and report. Raises CommandError when a promise was not kept."""
        require_packages("picows")
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
