"""What players have done with puzzles."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.people.accounts.models import User
from games.people.accounts.personal_data import Rows
from games.record.ratings.model import MU
from games.site.events.puzzles.models import PuzzleAnswer, PuzzleRecord

SIGMA = 250.0
"""The standard deviation of a new player's rating. Puzzles differ more than players of games do."""
REMEMBERED_FOR = timedelta(days=365)
"""A player does not get the same puzzle again for this long."""
MAX_FORGOTTEN = 5000
"""The most answers that one sweep deletes."""


def record_of(player: User) -> PuzzleRecord:
    found = PuzzleRecord.objects.filter(player=player).first()
    return found or PuzzleRecord(player=player, mu=MU, sigma=SIGMA)


def forget_answers(now: datetime) -> int:
    """Delete some old answers. Return how many."""
    old = PuzzleAnswer.objects.filter(at__lt=now - REMEMBERED_FOR).order_by("at")
    ids = list(old.values_list("pk", flat=True)[:MAX_FORGOTTEN])
    return PuzzleAnswer.objects.filter(pk__in=ids).delete()[0]


@transaction.atomic
def transfer(guest: int, account: int) -> None:
    """Give a guest's answers and best streak to an account. It keeps its own answers and rating."""
    theirs = PuzzleAnswer.objects.filter(player=account).values("code")
    PuzzleAnswer.objects.filter(player=guest).exclude(code__in=theirs).update(player=account)
    brought = PuzzleRecord.objects.filter(player=guest).first()
    if brought is None:
        return
    own = PuzzleRecord.objects.select_for_update().filter(player=account).first()
    if own is None:
        PuzzleRecord.objects.filter(pk=brought.pk).update(player=account)
        return
    PuzzleRecord.objects.filter(pk=own.pk).update(
        best_run=max(own.best_run, brought.best_run),
        tries=own.tries + brought.tries,
        solved=own.solved + brought.solved,
    )
    PuzzleRecord.objects.filter(pk=brought.pk).delete()


def delete(player: User) -> None:
    PuzzleAnswer.objects.filter(player=player).delete()
    PuzzleRecord.objects.filter(player=player).delete()


def export(player: User) -> dict[str, Any]:
    record = record_of(player)
    answers = PuzzleAnswer.objects.filter(player=player).order_by("pk")
    return {
        "rating": round(record.mu),
        "tries": record.tries,
        "solved": record.solved,
        "streak": record.run,
        "best_streak": record.best_run,
        "answers": Rows(
            answers,
            lambda answer: {
                "puzzle": answer.code,
                "right": answer.right,
                "at": answer.at.isoformat(),
            },
        ),
    }
