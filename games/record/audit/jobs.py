"""Counts the dice of games that are over."""

from collections.abc import Iterable
from datetime import datetime

from games.platform.database.threads import SLOW, in_database
from games.platform.jobs.job import Job, Waiting
from games.record.audit.counting import count_dice
from games.record.log.models import Game


async def sweep_dice() -> int:
    """Count the dice of some games. Returns how many games this worker has counted."""
    return await in_database(count_dice, SLOW)


def _dice(now: datetime) -> Iterable[Waiting]:
    games = Game.objects.filter(finished_at__isnull=False, replay=False, dice_counted=False)
    return [Waiting(games.filter(fault=None), "finished_at")]


JOBS = (
    # Repeat: after an hour without a worker, count all waiting dice before the analyses go on.
    Job(name="dice", run=sweep_dice, waiting=_dice, lane="analysing", look=5.0, repeat=True),
)
