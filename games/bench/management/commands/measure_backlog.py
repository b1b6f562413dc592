"""`manage.py measure_backlog`: how long a worker takes to catch up."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bench.growth.backlog import ask_for_mail, watch


class Command(BaseCommand):
    """Starts a worker on this database, which `seed_growth --backlog` has filled."""

    help = "Start a worker on the current database, and print when it has caught up with what."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the limits."""
        parser.add_argument("--seconds", type=float, default=600, help="at most")
        parser.add_argument("--mails", type=int, default=100, help="to ask for before")

    def handle(self, *args: Any, **options: Any) -> None:
        """Watch. Raises CommandError if anything but analyses is left."""
        ask_for_mail(options["mails"])
        left = []
        for done in watch(options["seconds"]):
            self.stdout.write(
                f"{done.seconds:6.1f} s, {done.cpu_s:5.1f} s of CPU  {done.what}: {done.number:,}"
            )
            if "not done" in done.what and not done.what.startswith("analyses"):
                left.append(done.what)
        if left:
            raise CommandError("The worker has not caught up.")
