"""`manage.py verifylog [--again] [CODE ...]`: compare stored games with their logs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.record.fairness.secrets import UnreadableSecret
from games.record.log.damage import note_problems
from games.record.log.loading import newest_seqs
from games.record.log.models import Game
from games.record.log.verifying import problems_of_all

TRIES = 5


def settled_problems(game: Game) -> list[str] | UnreadableSecret:
    """Return the problems of a game, or the error if its secret cannot be read. If it changes while
    it is read, read it again.
    """
    head = None
    for _ in range(TRIES):
        problems = problems_of_all([game])[game.pk]
        seen, head = head, newest_seqs([game.pk]).get(game.pk)
        if not problems or head == seen:
            break
        game = Game.objects.get(pk=game.pk)
    return problems


class Command(BaseCommand):
    """Replays logs, computes every die again, and compares snapshots and scorecards."""

    help = "Replay all games (or the named ones) and compare what is stored with their logs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--again",
            action="store_true",
            help="mark games that are over as damaged or sound, whatever they were before",
        )
        parser.add_argument("codes", nargs="*", metavar="CODE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each problem. Raises CommandError if there are any, or for an unknown code."""
        games = Game.objects.prefetch_related("scorecards").order_by("pk")
        if codes := set(options["codes"]):
            games = games.filter(code__in=codes)
            if unknown := codes.difference(games.values_list("code", flat=True)):
                raise CommandError(f"There is no game {', '.join(sorted(unknown))}.")
        count = wrong = 0
        for game in games.iterator(chunk_size=200):
            count += 1
            problems = settled_problems(game)
            wrong += bool(problems)
            if isinstance(problems, UnreadableSecret):
                self.stdout.write(f"{game.code}: {problems}")
                continue
            for problem in problems:
                self.stdout.write(f"{game.code}: {problem}")
            if options["again"] and game.status != Game.Status.PLAYING:
                note_problems(game, problems)
        if wrong:
            raise CommandError(f"{wrong} of {count} games differ from their logs.")
        self.stdout.write(f"{count} games agree with their logs.")
