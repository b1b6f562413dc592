"""`manage.py verify_game CODE [--commitment HEX]`: verify the dice of one finished game."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.engine import replay
from games.core.engine.events import DiceRolled, GameStarted
from games.record.fairness.public_log import shared_secret
from games.record.log.models import Game
from games.record.log.verifying import (
    ENDS,
    Unreadable,
    dice_problems,
    read_log,
    rule_problems,
    seal_problems,
)
from games.record.reveals.public_log_verifying import game_problems, seeded_problems
from games.site.events.cards.seeds import seeded_groups


class Command(BaseCommand):
    """Computes every die again from the revealed secret and the seeds."""

    help = "Verify the dice of a finished game from its commitment, seeds and revealed secret."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the code and the commitment."""
        parser.add_argument("code", metavar="CODE")
        parser.add_argument(
            "--commitment",
            metavar="HEX",
            help="the commitment that you noted before the game; fail if it is another one now",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the proof. Raises CommandError if it fails or if the game is not over."""
        game = Game.objects.filter(code=options["code"]).first()
        if game is None:
            raise CommandError("There is no game with this code.")
        try:
            log = read_log(game.pk, game.head)
        except Unreadable as unreadable:
            raise CommandError(str(unreadable)) from unreadable
        events = [logged.event for logged in log]
        end = events[-1]
        if not isinstance(end, ENDS):
            raise CommandError("The game is not over; its secret is revealed at the end.")
        start = events[0]
        assert isinstance(start, GameStarted)
        secret = end.secret or shared_secret(start.share)
        if secret is None:
            raise CommandError("Other games have the same dice and are not over.")
        self.stdout.write(f"commitment {start.commitment}")
        self.stdout.write(f"seeds      {','.join(replay(events).seeds)}")
        self.stdout.write(f"secret     {secret}")
        if game.head:
            self.stdout.write(f"last hash  {game.head}")
        expected = options["commitment"]
        if expected and expected.lower() != start.commitment:
            raise CommandError("The commitment is not the one that you noted.")
        problems = [
            *dice_problems(events, bytes.fromhex(secret)),
            *seal_problems(events),
            *rule_problems(log),
            *game_problems(game.code),
            *(seeded_problems(seeded_groups(game.share)) if game.share else ()),
        ]
        for problem in problems:
            self.stdout.write(problem)
        if problems:
            raise CommandError("This game does not verify.")
        rolls = [event for event in events if isinstance(event, DiceRolled)]
        thrown = sum(len(event.dice) - len(event.hold) for event in rolls)
        self.stdout.write(f"All {thrown} dice are the ones that were committed to.")
