"""The commands of operators, which verify a whole site."""

from io import StringIO

from django.core.management import CommandError, call_command

from games.models import FairLogEntry, Game, Scorecard
from tests.system.whole_games.judges.evidence import Complaints, Evidence


def verification(evidence: Evidence) -> Complaints:
    """`verifylog` and `verify_fair_log` find nothing, and the worker has found nothing."""
    for command in ("verifylog", "verify_fair_log"):
        out = StringIO()
        try:
            call_command(command, stdout=out, stderr=out)
        except CommandError as error:
            yield f"{command}: {out.getvalue()[-500:]} {error}"
    for game in Game.objects.exclude(fault=None):
        yield f"{game.code} is said to be damaged: {game.fault}"
    for game in Game.objects.filter(verified=False):
        yield f"{game.code} was not verified"


def another_card(_: Evidence) -> None:
    """Change a stored total."""
    Scorecard.objects.filter(pk=Scorecard.objects.order_by("pk")[0].pk).update(total=9999)


def another_entry(_: Evidence) -> None:
    """Change the time of an entry of the public log."""
    FairLogEntry.objects.filter(index=2).update(at=1)


def a_fault(evidence: Evidence) -> None:
    """Say that a game is damaged."""
    Game.objects.filter(pk=evidence.played[0].game.pk).update(fault="a die")
