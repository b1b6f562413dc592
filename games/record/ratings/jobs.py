"""Keeps the leaderboards up to date, and deletes what ratings no longer need."""

from datetime import timedelta
from functools import partial

from django.db.models import Exists, OuterRef, Q

from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job
from games.record.log.models import Game, GameAddress
from games.record.ratings.listing import refresh_listing
from games.record.ratings.rows import forget_old_tallies

# How long to keep marks of addresses for a game that has not begun.
UNUSED_ADDRESS_AFTER = timedelta(days=1)


async def sweep_listing() -> None:
    """List the ratings that belong on a leaderboard now."""
    await in_database(partial(refresh_listing, utc_now()))


async def sweep_tallies() -> None:
    """Delete old tallies."""
    await in_database(partial(forget_old_tallies, utc_now()))


async def sweep_addresses() -> None:
    """Delete marks of addresses."""
    await in_database(delete_unused_addresses)


def delete_unused_addresses() -> None:
    """Delete marks of addresses that no result waits for."""
    games = Game.objects.filter(code=OuterRef("game"))
    waiting = (
        Q(status=Game.Status.PLAYING)
        | Q(status=Game.Status.FINISHED, result_at=None, fault=None)
        | Q(room__tournament_game__isnull=False, room__tournament_game__settled_at=None)
    )
    old = Q(at__lt=utc_now() - UNUSED_ADDRESS_AFTER)
    GameAddress.objects.filter(~Exists(games.filter(waiting)), Exists(games) | old).delete()


JOBS = (
    Job(name="listing", run=sweep_listing, every=3600.0),
    Job(name="tallies", run=sweep_tallies, every=3600.0),
    Job(name="addresses", run=sweep_addresses, every=3600.0),
)
