"""The jobs of circles: their games are counted, and their news posted."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet

from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job, Waiting
from games.site.front.circles.counting import (
    count_games,
    waiting_games,
    waiting_to_weigh,
    weigh_games,
)
from games.site.front.circles.hook_jobs import HOOK_JOBS


async def sweep_games() -> int:
    return await in_database(count_games)


async def sweep_choices() -> int:
    return await in_database(partial(weigh_games, utc_now()))


def _games(now: datetime) -> Iterable[Waiting]:
    return [Waiting(waiting_games(), "finished_at")]


def _plays(now: datetime) -> Iterable[QuerySet[Any]]:
    return [waiting_to_weigh()]


JOBS = (
    *HOOK_JOBS,
    Job(name="circle_games", run=sweep_games, waiting=_games),
    Job(name="circle_choices", run=sweep_choices, due=_plays, look=15.0),
)
