"""Archives circles in which nobody plays any more, and forgets old requests to come in."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.people.circles.links import forget_old_requests
from games.people.circles.membership import archive_silent, silent
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job, first_of

HOUR_S = 3600.0


async def archive_circles() -> int:
    return await in_database(lambda: archive_silent(utc_now()))


async def forget_requests() -> int:
    return await in_database(lambda: forget_old_requests(utc_now()))


def _silent(now: datetime) -> Iterable[QuerySet[Any]]:
    return [first_of(silent(now), "active_at")]


JOBS = (
    Job(name="circles", run=archive_circles, every=HOUR_S, due=_silent, look=60.0),
    Job(name="circle_requests", run=forget_requests, every=HOUR_S),
)
