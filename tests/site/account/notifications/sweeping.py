"""Run the jobs that find news as the worker does, only if they are due; read whom they told."""

import json

from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job
from games.site.account.notifications.jobs import JOBS
from games.site.account.notifications.models import Notice
from games.site.account.notifications.sending import send_next_notice_mail, send_next_push
from tests.support.clock import FakeClock

DAY_S = 86_400
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


async def sweep_after(clock: FakeClock, seconds: float) -> None:
    clock.advance(seconds)
    await sweep_news()


def send_all() -> None:
    while send_next_push() or send_next_notice_mail():
        pass


async def told(kind: str = "turn") -> list[str]:
    """Return the names of those who are told, sorted."""

    def read() -> list[str]:
        notices = Notice.objects.filter(kind=kind).select_related("player")
        return sorted(notice.player.name for notice in notices)

    return await in_database(read)


def _is_due(job: Job) -> bool:
    return any(query.exists() for query in job.queries(utc_now()))


def _prompt_news() -> set[int]:
    rows = Notice.objects.values_list("pk", "facts")
    return {pk for pk, facts in rows if not json.loads(facts).get(CALLED_OFF)}
