"""Delete forms that nobody sends again."""

from games.platform.database.threads import in_database
from games.platform.jobs.job import Job
from games.site.shared.pages.sent_forms import forget_old


async def sweep_sent_forms() -> None:
    await in_database(forget_old)


JOBS = (Job(name="sent_forms", run=sweep_sent_forms, every=60.0),)
