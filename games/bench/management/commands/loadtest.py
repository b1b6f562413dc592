"""`manage.py loadtest`: whole games over real sockets, measured and verified."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bench.loadtest.load_test import Options, load_test
from games.rules import VARIANTS


class Command(BaseCommand):
    """Starts a server of its own, with a new database, unless it is given a running one."""

    help = "Play whole games over real sockets, verify everything, print speed and latency."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what to test."""
        parser.add_argument("--rooms", type=int, default=50)
        parser.add_argument(
            "--rate", type=float, default=0, help="moves a second over all rooms; 0: no pause"
        )
        parser.add_argument("--seconds", type=float, default=10)
        parser.add_argument("--warmup", type=float, default=2, help="seconds before that")
        parser.add_argument("--players", type=int, default=2, help="in each room")
        parser.add_argument("--variant", default="yacht", help=f"one of {', '.join(VARIANTS)}")
        parser.add_argument("--server", choices=("daphne", "uvicorn"), default="daphne")
        parser.add_argument("--database", help="a PostgreSQL's address, or sqlite")
        parser.add_argument("--redis", help="an address, or own")
        parser.add_argument(
            "--url",
            help="ws:// address of a server of this machine that runs in this environment,"
            " best with SOCKET_RATE=0; its database is written to",
        )
        parser.add_argument("--pid", type=int, help="the process of --url, to measure its CPU")
        parser.add_argument("--no-ceiling", action="store_false", dest="ceiling")
        parser.add_argument("--no-finish", action="store_false", dest="finish")
        parser.add_argument("--no-verifylog", action="store_false", dest="verifylog")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run and report. Raises CommandError when anything did not verify."""
        names = Options.__dataclass_fields__
        try:
            report = load_test(Options(**{name: options[name] for name in names}))
        except (ValueError, RuntimeError) as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(report.as_json()))
        else:
            self.stdout.write("\n".join(report.lines()))
        if report.problems:
            raise CommandError("What was acknowledged, shown and stored does not agree.")
