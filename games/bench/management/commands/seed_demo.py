"""`manage.py seed_demo`: invented players and games, so that a new site does not look deserted."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.bench.data.demo import GAMES, NotEmpty, seed_demo
from games.ratings import refresh_listing


class Command(BaseCommand):
    """Fills an empty site; run again, it adds only what is missing."""

    help = "Fill an empty site with invented players and games that the real engine played."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how many games."""
        parser.add_argument("--games", type=int, default=GAMES)

    def handle(self, *args: Any, **options: Any) -> None:
        """Play. Raises CommandError on a site that has games of its own."""
        now = timezone.now()
        try:
            played = seed_demo(now, options["games"])
        except NotEmpty as error:
            raise CommandError(str(error)) from error
        refresh_listing(now)
        self.stdout.write(f"{played} games played." if played else "Everything is there already.")
