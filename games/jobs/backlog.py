"""How much waits for the workers of the site, and since when.

Each query reads a range of an index.
"""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games import metrics
from games.clock import utc_now
from games.daily.days import PLAY_ON, closes_at, day_of
from games.daily.models import Daily
from games.log.models import Game
from games.membership.models import OutgoingMail
from games.notifications.models import Notice
from games.ratings.counting import waiting_results
from games.tournaments.models import Tournament, TournamentGame, TournamentKind

MAX_COUNTED = 1000


class Waiting(NamedTuple):
    """The rows that wait, and the column that says since when: with a time, or with a day after
    which they wait from `begins` on.
    """

    rows: QuerySet[Any]
    since: str
    begins: Callable[[date], datetime] | None = None


def _deadlines(now: datetime) -> Waiting:
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__lte=now)
    return Waiting(games.filter(room__isnull=False), "deadline")


def _results(now: datetime) -> Waiting:
    return Waiting(waiting_results(), "finished_at")


def _public_log(now: datetime) -> Waiting:
    games = Game.objects.filter(log_pending=True).exclude(status=Game.Status.PLAYING)
    return Waiting(games, "finished_at")


def _dice(now: datetime) -> Waiting:
    games = Game.objects.filter(finished_at__isnull=False, replay=False, dice_counted=False)
    return Waiting(games.filter(fault=None), "finished_at")


def _analyses(now: datetime) -> Waiting:
    # Without those that a new version of the analysis does again: that may take weeks.
    games = Game.objects.filter(status=Game.Status.FINISHED, analysed=0, fault=None)
    return Waiting(games, "finished_at")


def _mail(now: datetime) -> Waiting:
    return Waiting(OutgoingMail.objects.filter(next_try_at__lte=now), "next_try_at")


def _notices(now: datetime) -> Waiting:
    return Waiting(Notice.objects.filter(next_try_at__lte=now, expires_at__gt=now), "next_try_at")


def _dailies(now: datetime) -> Waiting:
    over = Daily.objects.filter(judged=False, revealed_at=None, day__lt=day_of(now - PLAY_ON))
    return Waiting(over, "day", closes_at)


def _tournament_tables(now: datetime) -> Waiting:
    # Those of duplicate events are settled together, at the end of the event.
    arenas = TournamentGame.objects.filter(tournament__kind=TournamentKind.ARENA, settled_at=None)
    over = arenas.filter(room__game__finished_at__isnull=False)
    return Waiting(over, "room__game__finished_at")


def _tournaments(now: datetime) -> Waiting:
    return Waiting(Tournament.objects.filter(finished_at=None, ends_at__lte=now), "ends_at")


JOBS: dict[str, Callable[[datetime], Waiting]] = {
    "deadlines": _deadlines,
    "results": _results,
    "public_log": _public_log,
    "dice": _dice,
    "analyses": _analyses,
    "mail": _mail,
    "notices": _notices,
    "dailies": _dailies,
    "tournament_tables": _tournament_tables,
    "tournaments": _tournaments,
}


def measure_backlog() -> None:
    """Set the gauges of all jobs and that of damaged games. Raises Django's database errors."""
    now = utc_now()
    metrics.DAMAGED_GAMES.set(Game.objects.filter(fault__isnull=False).count())
    for job, find in JOBS.items():
        rows, since, begins = find(now)
        times = list(rows.order_by(since).values_list(since, flat=True)[:MAX_COUNTED])
        oldest = begins(times[0]) if times and begins else next(iter(times), now)
        age = (now - oldest).total_seconds()
        metrics.BACKLOG.set(len(times), job)
        metrics.LAG.set(max(age, 0.0), job)
