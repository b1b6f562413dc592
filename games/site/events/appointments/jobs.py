"""Opens what is due, makes the next weekly dates, and deletes what is long over."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job, Waiting, first_of
from games.site.events.appointments.models import Appointment
from games.site.events.appointments.opening import open_due, to_open
from games.site.events.appointments.repeating import repeat_due, to_repeat
from games.tables.rooms.jobs import UNUSED_ROOM_AFTER

DELETED_AT_ONCE = 1_000


async def sweep_appointments() -> int:
    return await in_database(lambda: open_due(utc_now()))


async def sweep_weekly() -> int:
    return await in_database(lambda: repeat_due(utc_now()))


async def sweep_old() -> None:
    await in_database(lambda: delete_old(utc_now()))


def delete_old(now: datetime) -> int:
    """Delete what is over for as long as the page about privacy says. Return how many."""
    old = Appointment.objects.filter(starts_at__lt=now - UNUSED_ROOM_AFTER).order_by("starts_at")
    ids = list(old.values_list("pk", flat=True)[:DELETED_AT_ONCE])
    Appointment.objects.filter(pk__in=ids).delete()
    return len(ids)


def _to_open(now: datetime) -> Iterable[Waiting]:
    return [Waiting(to_open(now), "starts_at")]


def _to_repeat(now: datetime) -> Iterable[QuerySet[Appointment]]:
    return [first_of(to_repeat(now), "starts_at")]


JOBS = (
    Job(name="appointments", run=sweep_appointments, waiting=_to_open, look=5.0),
    Job(name="weekly_appointments", run=sweep_weekly, due=_to_repeat, look=10.0),
    Job(name="old_appointments", run=sweep_old, every=3600.0),
)
