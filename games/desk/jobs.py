"""Ends sanctions whose time is over, mails decisions, and deletes old cases."""

from datetime import datetime, timedelta

from django.db import transaction

from games.clock import utc_now
from games.conduct.models import Sanction
from games.database.threads import in_database
from games.desk import audit
from games.desk.decisions import lift
from games.desk.models import Case
from games.jobs.job import Job

KEPT = timedelta(days=90)
"""How long a closed case is kept, with everything that was copied into it."""
AT_ONCE = 100


async def sweep_sanctions() -> int:
    """Reopen the accounts whose time is over. Return how many there were."""
    return await in_database(end_due_closures)


def end_due_closures() -> int:
    """Reopen the accounts whose time is over. Other sanctions end by themselves."""
    due = Sanction.objects.filter(
        kind=Sanction.Kind.CLOSED, undone_at=None, ends_at__lte=utc_now()
    ).values_list("pk", flat=True)[:AT_ONCE]
    ended = 0
    for id_ in list(due):
        with transaction.atomic():
            rows = Sanction.objects.select_for_update(of=("self",)).select_related("player")
            sanction = rows.filter(pk=id_, undone_at=None).first()
            if sanction is not None:
                lift(sanction)
                audit.note("ended", None, player=sanction.player_id, sanction=sanction.pk)
                ended += 1
    return ended


async def sweep_cases() -> None:
    """Delete cases that were closed long ago."""
    await in_database(lambda: delete_old_cases(utc_now()))


def delete_old_cases(now: datetime) -> None:
    """Delete the cases closed more than KEPT ago, with their copies and reports."""
    old = Case.objects.filter(state=Case.State.CLOSED, closed_at__lt=now - KEPT)
    waiting = old.filter(sanctions__appeal__judged_at=None, sanctions__appeal__isnull=False)
    old.exclude(pk__in=waiting.values("pk")).delete()


JOBS = (
    Job(name="sanctions", run=sweep_sanctions, every=10.0),
    Job(name="cases", run=sweep_cases, every=3600.0),
)
