"""Appends the ends of games to the public log."""

from collections.abc import Iterable
from datetime import datetime

from games.platform.database.threads import in_database
from games.platform.jobs.job import Job, Waiting
from games.record.log.models import Game
from games.record.reveals.public_log_ends import log_ends


async def sweep_ends() -> int:
    """Append the ends of games that are over. Return how many this worker has appended."""
    return await in_database(log_ends)


def _public_log(now: datetime) -> Iterable[Waiting]:
    games = Game.objects.filter(log_pending=True).exclude(status=Game.Status.PLAYING)
    return [Waiting(games, "finished_at")]


JOBS = (Job(name="public_log", run=sweep_ends, waiting=_public_log),)
