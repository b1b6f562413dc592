"""`manage.py seed_demo`: fill an empty site with invented players and their games."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.assembly.demo.playing import GAMES, NotEmpty, seed_demo
from games.platform.clock import utc_now
from games.record.ratings.listing import refresh_listing


class Command(BaseCommand):
    """Running it again adds only what is missing."""

    help = "Fill an empty site with invented players, and games that the engine has played."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--games", type=int, default=GAMES, help="how many games to play")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the games. Raises CommandError on a site that has other games."""
        now = utc_now()
        try:
            played = seed_demo(now, options["games"])
        except NotEmpty as error:
            raise CommandError(str(error)) from error
        refresh_listing(now)
        self.stdout.write(f"{played} games played." if played else "All games exist already.")
