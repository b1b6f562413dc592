"""`manage.py analyse [CODE ...]`: analyse finished games now."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.platform.clock import monotonic
from games.platform.database.threads import lift_timeouts
from games.record.log.models import Game
from games.site.study.analysis.game_analysis import analyse_game, games_to_analyse


class Command(BaseCommand):
    """Analyses the named games again, or all games without a current analysis."""

    help = "Analyse finished games: the named ones again, or all without a current analysis."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the codes."""
        parser.add_argument("codes", nargs="*", metavar="CODE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number of games and the time. Raises CommandError for a code without a
        finished game.
        """
        lift_timeouts()
        began = monotonic()
        done = sum(map(self._again, options["codes"])) if options["codes"] else self._all()
        # A running worker may analyse a named game first.
        by_worker = len(options["codes"]) - done if options["codes"] else 0
        more = f"; {by_worker} by a worker meanwhile" if by_worker else ""
        self.stdout.write(f"{done} games analysed in {monotonic() - began:.1f} s{more}.")

    def _all(self) -> int:
        done = 0
        before: list[int] = []
        # Some games stay as long as their secret cannot be read.
        while (found := games_to_analyse()) != before:
            done += sum(map(analyse_game, found))
            before = found
        return done

    def _again(self, code: str) -> bool:
        game = Game.objects.filter(code=code, status=Game.Status.FINISHED).first()
        if game is None:
            raise CommandError(f"There is no finished game {code}.")
        Game.objects.filter(pk=game.pk).update(analysed=0)
        return analyse_game(game.pk)
