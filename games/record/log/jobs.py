"""Verifies the games that nothing else verifies, because their result is not counted: replays,
dailies, duplicate events, demonstrations, and games that were aborted or cancelled. Also games of
old versions, which verified none.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from games.platform.database.threads import in_database
from games.platform.jobs.job import Job
from games.record.log.damage import unverified, verify_ended
from games.record.log.models import Game

# After an update all games of the site may be waiting: players must not notice that.
MAX_AT_ONCE = 20


async def sweep_verification() -> int:
    """Verify some games. Returns how many this worker has verified."""
    return await in_database(verify_some)


def verify_some() -> int:
    """Verify up to `MAX_AT_ONCE` games. Returns how many were verified."""
    # The newest first: people are most likely to look at those.
    verified = verify_ended(_over().order_by("-finished_at"), MAX_AT_ONCE)
    return len(verified.sound) + len(verified.damaged)


def _over() -> QuerySet[Game]:
    return Game.objects.filter(finished_at__isnull=False)


def _due(now: datetime) -> Iterable[QuerySet[Game]]:
    return [unverified(_over())]


JOBS = (Job(name="verification", run=sweep_verification, due=_due, look=5.0),)
