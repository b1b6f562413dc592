"""How much waits for the workers of the site, and since when."""

from collections.abc import Iterable
from datetime import datetime

from games.platform import metrics
from games.platform.clock import utc_now
from games.platform.jobs.job import Job, Waiting

MAX_COUNTED = 1000


def measure_backlog(jobs: Iterable[Job]) -> None:
    """Set the gauges of the jobs for which rows can wait. Raises Django's database errors."""
    now = utc_now()
    for job in jobs:
        if job.waiting is not None:
            since = [time for waiting in job.waiting(now) for time in _times(waiting)]
            metrics.BACKLOG.set(len(since), job.name)
            metrics.LAG.set(max((now - min(since, default=now)).total_seconds(), 0.0), job.name)


def _times(waiting: Waiting) -> list[datetime]:
    """Return the time since which each row has waited, the oldest first."""
    rows, since, begins = waiting
    times = rows.order_by(since).values_list(since, flat=True)[:MAX_COUNTED]
    return [begins(time) if begins else time for time in times]
