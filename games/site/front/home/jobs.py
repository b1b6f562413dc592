"""Starts the demonstration on the home page while somebody looks and no person plays in public."""

from functools import partial

from django.conf import settings

from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job
from games.record.log.models import Game
from games.record.ratings.counting import settle_demonstration
from games.tables.live.registry import current_hubs
from games.tables.matchmaking.room_lists import games_to_watch
from games.tables.rooms import demonstrations


async def sweep_demonstration() -> int:
    """Start the next demonstration if one is due. Returns how many were started."""
    if not settings.DEMONSTRATION:
        return 0
    code = await in_database(due_room)
    if code is None:
        return 0
    hubs = current_hubs()
    hub = await hubs.enter(code)
    if hub is None:
        return 0
    await hub.change(partial(demonstrations.start_demonstration, hub.room.id))
    hubs.process.notify_lobbies()
    return 1


def due_room() -> str | None:
    """Return the code of the room where the next demonstration must start now, or None. Marks the
    last one as done.
    """
    seen = demonstrations.find_demonstration()
    if seen is None:
        return None
    now = utc_now()
    game = seen.game
    if game is not None and game.status == Game.Status.FINISHED and game.result_at is None:
        settle_demonstration(game.pk, now)
    if not demonstrations.is_due(seen, now) or games_to_watch(now).exists():
        return None
    return demonstrations.room_for_demonstration()


JOBS = (
    Job(
        name="demonstration",
        run=sweep_demonstration,
        due=lambda now: [demonstrations.wanted(now)],
    ),
)
