"""Close the commitments that nobody uses, and show it in their rooms."""

from datetime import timedelta

from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.tables.live.registry import current_hubs
from games.tables.rooms.unused_commitments import close_idle, close_unused

# Close a room's commitment after nobody has changed the room for this long, and the commitment of
# a prepared game that no room has taken for this long.
CLOSED_AFTER = timedelta(hours=24)


async def sweep_idle_rooms() -> int:
    """Close the commitments of some rooms unchanged for a day. Return how many."""
    idle = await in_database(lambda: close_idle(utc_now() - CLOSED_AFTER))
    for room_id in idle:
        current_hubs().room_changed(room_id)
    return len(idle)


async def sweep_unused() -> int:
    """Close the commitments that no room or game has used for a day. Return how many."""
    before = utc_now() - CLOSED_AFTER
    return await in_database(lambda: close_unused(round(before.timestamp() * 1000)))
