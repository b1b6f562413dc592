"""Measures how well the choices in games on shared dice fit dice that nobody could know."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.platform.database.threads import SLOW, in_database
from games.platform.jobs.job import Job
from games.site.study.foresight.counting import count_foresight, uncounted


async def sweep_foresight() -> int:
    return await in_database(count_foresight, SLOW)


def _due(now: datetime) -> Iterable[QuerySet[Any]]:
    return uncounted()


JOBS = (
    Job(
        name="foresight",
        run=sweep_foresight,
        due=_due,
        lane="analysing",
        look=5.0,
    ),
)
