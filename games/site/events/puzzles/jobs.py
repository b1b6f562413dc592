"""Collects puzzles from mistakes in finished games, and retires old ones."""

from datetime import datetime
from functools import partial

from games.platform.clock import utc_now
from games.platform.database.threads import SLOW, in_database
from games.platform.jobs.job import Job
from games.site.events.puzzles.choosing import puzzle_of_day
from games.site.events.puzzles.collecting import collect
from games.site.events.puzzles.player_puzzles import forget_answers
from games.site.events.puzzles.storing import plant, retire


async def sweep_puzzles() -> int:
    return await in_database(partial(_collect, utc_now()), SLOW)


def _collect(now: datetime) -> int:
    # A new site first gets puzzles of all themes, before its own games make any.
    plant(now)
    return collect(now)


async def sweep_old_puzzles() -> None:
    await in_database(partial(_forget, utc_now()))


def _forget(now: datetime) -> None:
    today = puzzle_of_day(now)
    retire(now, "" if today is None else today.code)
    forget_answers(now)


JOBS = (
    Job(name="puzzles", run=sweep_puzzles, every=10.0, lane="analysing"),
    Job(name="old_puzzles", run=sweep_old_puzzles, every=3600.0),
)
