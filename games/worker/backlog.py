"""How much waits for the workers of the site, and since when.

Each query reads a range of an index.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games import metrics
from games.clock import utc_now
from games.models import Game, Notice, OutgoingMail

MAX_COUNTED = 1000

Waiting = tuple[QuerySet[Any], str]
"""The rows that wait, and the column with the time since when."""


def _deadlines(now: datetime) -> Waiting:
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__lte=now)
    return games.filter(room__isnull=False), "deadline"


def _results(now: datetime) -> Waiting:
    games = Game.objects.filter(
        status=Game.Status.FINISHED, result_at=None, replay=False, demo=False
    )
    return games, "finished_at"


def _public_log(now: datetime) -> Waiting:
    games = Game.objects.filter(log_pending=True).exclude(status=Game.Status.PLAYING)
    return games, "finished_at"


def _dice(now: datetime) -> Waiting:
    games = Game.objects.filter(finished_at__isnull=False, replay=False, dice_counted=False)
    return games, "finished_at"


def _analyses(now: datetime) -> Waiting:
    # Without those that a new version of the analysis does again: that may take weeks.
    return Game.objects.filter(status=Game.Status.FINISHED, analysed=0), "finished_at"


def _mail(now: datetime) -> Waiting:
    return OutgoingMail.objects.filter(next_try_at__lte=now), "next_try_at"


def _notices(now: datetime) -> Waiting:
    return Notice.objects.filter(next_try_at__lte=now, expires_at__gt=now), "next_try_at"


JOBS: dict[str, Callable[[datetime], Waiting]] = {
    "deadlines": _deadlines,
    "results": _results,
    "public_log": _public_log,
    "dice": _dice,
    "analyses": _analyses,
    "mail": _mail,
    "notices": _notices,
}


def measure_backlog() -> None:
    """Set the gauges of all jobs. Raises Django's database errors."""
    now = utc_now()
    for job, find in JOBS.items():
        rows, since = find(now)
        times = list(rows.order_by(since).values_list(since, flat=True)[:MAX_COUNTED])
        age = (now - times[0]).total_seconds() if times else 0.0
        metrics.BACKLOG.set(len(times), job)
        metrics.LAG.set(max(age, 0.0), job)
