"""The worker runs the jobs of all features, in its own process or in a server's."""

import asyncio

from django.conf import settings

from games.platform import metrics, parts
from games.platform.database.threads import in_database
from games.platform.jobs.backlog import measure_backlog
from games.platform.jobs.job import Job
from games.platform.jobs.runner import run
from games.record.log.models import Game
from games.site.study.analysis import jobs as analysis
from games.tables.live.registry import current_hubs


def all_jobs() -> list[Job]:
    """Return the jobs of all features."""
    return parts.brought("jobs", "JOBS", Job)


def measure() -> None:
    """Measure what waits for all jobs, and count damaged games. Raises Django's database errors."""
    measure_backlog(all_jobs())
    metrics.DAMAGED_GAMES.set(Game.objects.filter(fault__isnull=False).count())


async def sweep_backlog() -> None:
    """Measure for Prometheus."""
    if settings.METRICS_PORT:
        await in_database(measure)


BACKLOG = Job(name="backlog", run=sweep_backlog, every=15.0, lane="monitoring")


async def work(stop: asyncio.Event) -> None:
    """Work until `stop` is set. Raises Django's database errors if the database does not answer."""
    # Create them now: if the job of a room did, their loops would log in its name for ever.
    current_hubs()
    analysis.begin()
    try:
        await run([*all_jobs(), BACKLOG], stop)
    finally:
        analysis.end()
