"""`manage.py analyse [CODE ...]`: the analysis of finished games, now."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.analysis.game_analysis import analyse_game, games_to_analyse
from games.clock import monotonic
from games.models import Game
from games.store.timeouts import lift_timeouts


class Command(BaseCommand):
    """Analyses the games named, again if need be; or all that have no current analysis."""

    help = "Analyse finished games: those named, or all that have no analysis of this version."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the games' codes."""
        parser.add_argument("codes", nargs="*", metavar="CODE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print how many were analysed and how long it took. Raises CommandError for a game that
        does not exist or has not finished.
        """
        lift_timeouts()
        began = monotonic()
        done = sum(map(self._again, options["codes"])) if options["codes"] else self._all()
        elsewhere = len(options["codes"]) - done if options["codes"] else 0
        # A worker that runs may take a named game first: that is as good.
        more = f"; {elsewhere} by a worker meanwhile" if elsewhere else ""
        self.stdout.write(f"{done} games analysed in {monotonic() - began:.1f} s{more}.")

    def _all(self) -> int:
        done = 0
        while found := games_to_analyse():
            done += sum(map(analyse_game, found))
        return done

    def _again(self, code: str) -> bool:
        game = Game.objects.filter(code=code, status=Game.Status.FINISHED).first()
        if game is None:
            raise CommandError(f"There is no finished game {code}.")
        Game.objects.filter(pk=game.pk).update(analysed=0)
        return analyse_game(game.pk)
