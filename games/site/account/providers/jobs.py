"""Ends roles by groups that no sign-in confirms, and forgets closed accounts whose time is over."""

from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job
from games.site.account.providers.links import forget_bars
from games.site.account.providers.roles import end_old_roles


async def sweep_roles() -> int:
    """End old roles. Return how many there were."""
    return await in_database(end_old_roles)


async def sweep_bars() -> None:
    """Delete what is kept of accounts whose time is over."""
    await in_database(lambda: forget_bars(utc_now()))


JOBS = (
    Job(name="provider-roles", run=sweep_roles, every=3600.0),
    Job(name="provider-bars", run=sweep_bars, every=3600.0),
)
