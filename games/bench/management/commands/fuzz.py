"""`manage.py fuzz`: send odd and broken frames and requests to a server while people play."""

from argparse import ArgumentParser
from dataclasses import fields
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bench.fuzz.run import Options, fuzz
from games.bench.loadtest.load_test import check_loopback


class Command(BaseCommand):
    """It starts a server with a new database, and stops it."""

    help = "Send odd and broken frames and requests to a server, and look for errors."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare how long, and where."""
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

    def handle(self, *args: Any, **options: Any) -> None:
        """Run and report. Raises CommandError if the server did what it must not do."""
        try:
            for url in (options["database"], options["redis"] or ""):
                if "://" in url:
                    check_loopback(url)
            outcome = fuzz(Options(**{each.name: options[each.name] for each in fields(Options)}))
        except (ValueError, RuntimeError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write("\n".join(outcome.lines()))
        if outcome.findings:
            seed, seconds = options["seed"], options["seconds"]
            raise CommandError(f"Repeat it with --seed {seed} --seconds {seconds:.0f}.")
