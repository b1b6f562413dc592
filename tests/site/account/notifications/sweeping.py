"""Run the jobs that find news, as the worker does: only if their queries say so."""

import json

from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job
from games.site.account.notifications.jobs import JOBS
from games.site.account.notifications.models import Notice

CALLED_OFF = "event"
"""Only news of events that were called off may wait for a minute."""
FINDING = [job for job in JOBS if job.name in ("notices", "people_notices")]


async def sweep_news() -> None:
    """Run the jobs. Raises AssertionError if a job finds something that would have waited, and what
    the jobs raise.
    """
    for job in FINDING:
        is_due, before = await in_database(lambda job=job: (_is_due(job), _prompt_news()))  # type: ignore[misc]
        await job.run()
        found = await in_database(_prompt_news) - before
        assert is_due or not found, f"{job.name} found {found} without being due"


def _is_due(job: Job) -> bool:
    return any(query.exists() for query in job.queries(utc_now()))


def _prompt_news() -> set[int]:
    rows = Notice.objects.values_list("pk", "facts")
    return {pk for pk, facts in rows if not json.loads(facts).get(CALLED_OFF)}
