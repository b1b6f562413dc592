"""Run the tournaments: schedule, count games, pair, finish.

Any number of workers may do so. Each step claims its rows: see `games.tournaments.seating`,
`results` and `finishing`.
"""

import logging

from django.conf import settings

from games.clock import monotonic, utc_now
from games.database.threads import in_database
from games.live.registry import current_hubs
from games.tournaments import finishing, joining, results, scheduling, seating

logger = logging.getLogger(__name__)

# The series are looked at this often.
SCHEDULE_EVERY_S = 30.0


class TournamentSweep:
    """The tournaments' part of one worker."""

    def __init__(self) -> None:
        self._scheduled_at = -SCHEDULE_EVERY_S

    async def sweep(self) -> int:
        """Do what is due. Return how many tables were opened or closed."""
        if settings.TOURNAMENTS and monotonic() - self._scheduled_at >= SCHEDULE_EVERY_S:
            self._scheduled_at = monotonic()
            await in_database(lambda: scheduling.schedule_series(utc_now()))
        changed = await in_database(run_tournaments)
        if changed:
            hubs = current_hubs()
            hubs.tournaments.notify()
            hubs.process.notify_lobbies()
        return changed


def run_tournaments() -> int:
    """Count games, pair those who wait, and fix the places of what is over. Return how many tables
    were opened or closed.
    """
    now = utc_now()
    changed = results.settle_tables()
    running = seating.tournaments_to_pair(now)
    if running:
        joining.pause_absent(now)
    for tournament in running:
        try:
            changed += len(seating.run_wave(tournament, now))
        except Exception:  # one that fails must not hold up the others, nor their end
            logger.exception("players of tournament %s could not be paired", tournament.code)
    finishing.finish_due(now)
    return changed
