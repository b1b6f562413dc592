"""The jobs of games that run, or are just over."""

from collections.abc import Iterable
from datetime import datetime

from games.platform.jobs.job import Job, Waiting
from games.record.log.models import Game
from games.record.ratings.counting import waiting_results
from games.tables.live.abandoned import sweep_abandoned
from games.tables.live.commitments import sweep_idle_rooms, sweep_unused
from games.tables.live.deadlines import sweep_deadlines
from games.tables.live.results import sweep_results
from games.tables.live.stuck_games import sweep_stuck_games


def _deadlines(now: datetime) -> Iterable[Waiting]:
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__lte=now)
    return [Waiting(games.filter(room__isnull=False), "deadline")]


def _results(now: datetime) -> Iterable[Waiting]:
    return [Waiting(waiting_results(), "finished_at")]


JOBS = (
    Job(name="deadlines", run=sweep_deadlines, waiting=_deadlines),
    Job(name="stuck_games", run=sweep_stuck_games, every=30.0),
    Job(name="results", run=sweep_results, waiting=_results),
    Job(name="idle_rooms", run=sweep_idle_rooms, repeat=True),
    Job(name="abandoned_games", run=sweep_abandoned, every=3600.0),
    Job(name="unused_commitments", run=sweep_unused, every=3600.0),
)
