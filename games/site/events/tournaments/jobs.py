"""Runs the tournaments: schedules them, counts games, pairs players, and finishes them.

Any number of workers may do so, because each step claims its rows: see
`games.site.events.tournaments.seating`, `results` and `finishing`.
"""

import logging
from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from games.platform.clock import utc_now
from games.platform.database.outages import raise_outage
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job, Waiting
from games.site.events.tournaments import finishing, joining, results, scheduling, seating
from games.site.events.tournaments.duplicates import jobs as duplicates
from games.site.events.tournaments.hub import TournamentHubs
from games.site.events.tournaments.models import Tournament, TournamentEntry, TournamentGame
from games.tables.live.registry import current_hubs

logger = logging.getLogger(__name__)


async def sweep_series() -> None:
    if settings.TOURNAMENTS:
        await in_database(lambda: scheduling.schedule_series(utc_now()))


async def sweep_tables() -> int:
    """Count the games of arenas. Return how many tables were closed."""
    return _told(await in_database(results.settle_tables))


async def sweep_arenas() -> int:
    """Pair players, and finish what is over. Return how many tables were opened."""
    return _told(await in_database(run_arenas))


def _told(changed: int) -> int:
    if changed:
        hubs = current_hubs()
        hubs.of(TournamentHubs).notify()
        hubs.process.notify_lobbies()
    return changed


def run_arenas() -> int:
    """Pair players who wait, and finish what is over. Return how many tables were opened."""
    now = utc_now()
    opened = 0
    running = seating.tournaments_to_pair(now)
    if running:
        joining.pause_absent(now)
    for tournament in running:
        try:
            opened += len(seating.run_wave(tournament, now))
        except Exception as error:  # it must not hold up the others, nor the end of any
            raise_outage(error)
            logger.exception("players of tournament %s could not be paired", tournament.code)
    finishing.finish_due(now)
    return opened


def _tables_over(now: datetime) -> Iterable[Waiting]:
    over = results.open_tables().filter(room__game__finished_at__isnull=False)
    return [Waiting(over, "room__game__finished_at")]


def _tables_to_close(now: datetime) -> Iterable[QuerySet[TournamentGame]]:
    return [results.tables_to_close()]


def _over(now: datetime) -> Iterable[Waiting]:
    return [Waiting(Tournament.objects.filter(finished_at=None, ends_at__lte=now), "ends_at")]


def _who_waits(now: datetime) -> Iterable[QuerySet[TournamentEntry]]:
    waiting = TournamentEntry.objects.filter(state=TournamentEntry.State.WAITING)
    return [waiting.filter(tournament__in=seating.running_arenas(now))]


JOBS = (
    Job(name="series", run=sweep_series, every=30.0, lane="tournaments"),
    # Before the arenas, so that players who have finished a game can be paired at once.
    Job(
        name="tournament_tables",
        run=sweep_tables,
        waiting=_tables_over,
        due=_tables_to_close,
        lane="tournaments",
    ),
    Job(name="tournaments", run=sweep_arenas, waiting=_over, due=_who_waits, lane="tournaments"),
    *duplicates.JOBS,
)
