"""Runs the dailies: commits to tomorrow's, ends yesterday's, counts and analyses their results."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from django.db.models import QuerySet

from games.platform.clock import utc_now
from games.platform.database.threads import SLOW, in_database
from games.platform.jobs.job import Job, Waiting
from games.site.events.daily.models import Daily
from games.site.events.daily.opening import closes_at, open_dailies
from games.site.events.daily.settling import (
    count_weeks,
    judge_some,
    settle,
    take_open_results,
    to_add_to_weeks,
    to_judge,
    to_settle,
)
from games.tables.live.registry import current_hubs


async def sweep_dailies() -> int:
    """Open, end and count dailies. Return how many steps were taken."""
    now = utc_now()
    opened = await in_database(partial(open_dailies, now))
    ended = await in_database(partial(settle, now))
    for room in ended:
        current_hubs().room_changed(room)
    return opened + len(ended) + await in_database(count_weeks)


async def sweep_results() -> int:
    return await in_database(take_open_results)


async def judge_dailies() -> int:
    return await in_database(judge_some, SLOW)


def _over(now: datetime) -> Iterable[Waiting]:
    return [Waiting(to_settle(now), "day", closes_at)]


def _closed(now: datetime) -> Iterable[QuerySet[Daily]]:
    return [to_add_to_weeks()]


def _revealed(now: datetime) -> Iterable[QuerySet[Daily]]:
    return [to_judge()]


JOBS = (
    # Often enough that few results are left at the end of the day.
    Job(name="daily_results", run=sweep_results, every=15.0),
    Job(
        name="dailies",
        run=sweep_dailies,
        waiting=_over,
        due=_closed,
        look=5.0,
    ),
    Job(
        name="daily_analyses",
        run=judge_dailies,
        due=_revealed,
        lane="analysing",
        look=5.0,
    ),
)
