"""Ends sanctions whose time is over, opens cases of foresight, and deletes old cases."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from games.people.conduct.models import Sanction
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job
from games.site.account.desk import audit, evidence
from games.site.account.desk.decisions import lift
from games.site.account.desk.models import Case
from games.site.study.foresight.counting import VERSION
from games.site.study.foresight.evidence import LOOK_AT
from games.site.study.foresight.models import Foresight

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
            # A moderator may have undone it since it was found.
            sanction = rows.filter(pk=id_, undone_at=None).first()
            if sanction is not None:
                lift(sanction)
                audit.note("ended", None, player=sanction.player_id, sanction=sanction.pk)
                ended += 1
    return ended


async def sweep_cases() -> None:
    await in_database(lambda: delete_old_cases(utc_now()))


def delete_old_cases(now: datetime) -> None:
    """Delete the cases closed more than KEPT ago, with their copies and reports."""
    old = Case.objects.filter(state=Case.State.CLOSED, closed_at__lt=now - KEPT)
    waiting = old.filter(sanctions__appeal__judged_at=None, sanctions__appeal__isnull=False)
    old.exclude(pk__in=waiting.values("pk")).delete()


async def sweep_foresight_cases() -> int:
    """Open cases about players who seem to know coming dice. Return how many there were."""
    return await in_database(open_foresight_cases)


def open_foresight_cases() -> int:
    """Open a case about each player whose evidence of foresight is strange, unless there is one."""
    strange = Foresight.objects.filter(
        version=VERSION, peak__gte=LOOK_AT, player__is_active=True, player__is_bot=False
    )
    opened = 0
    for player in strange.values_list("player_id", flat=True).order_by("-peak")[:AT_ONCE]:
        opened += _open_foresight_case(player)
    return opened


def _open_foresight_case(player_id: int) -> bool:
    key = f"player:{player_id}"
    earlier = Case.objects.filter(key=key).values_list("state", "evidence")
    if any(state != Case.State.CLOSED or _is_of_foresight(copies) for state, copies in earlier):
        return False
    concerned, copy = evidence.of_player(player_id, "")
    try:
        with transaction.atomic():
            case = Case.objects.create(
                key=key, subject=concerned, opened_at=utc_now(), evidence=[copy]
            )
            audit.note("opened", None, case=case.pk)
    except IntegrityError:  # somebody has just reported the player
        return False
    return True


def _is_of_foresight(copies: list[evidence.Copy]) -> bool:
    seen = [copy.get("foresight") for copy in copies]
    return any(each is not None and each["peak"] >= LOOK_AT for each in seen)


JOBS = (
    Job(name="foresight-cases", run=sweep_foresight_cases, every=600.0),
    Job(name="sanctions", run=sweep_sanctions, every=10.0),
    Job(name="cases", run=sweep_cases, every=3600.0),
)
