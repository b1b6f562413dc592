"""Pair the tickets in the queue, and start the games of paired rooms."""

import logging
from functools import partial

from games import rooms
from games.live import current_hubs
from games.matchmaking import tickets
from games.store.database import in_database
from games.worker.room_jobs import for_each_room

logger = logging.getLogger(__name__)


async def sweep_tickets() -> None:
    """Run a wave of pairing, start the games that are due, and delete used tickets."""
    hubs = current_hubs()
    if await in_database(tickets.run_wave):
        hubs.notify_lobbies()
    await for_each_room(start_waiting_game, await in_database(tickets.rooms_to_start))
    await in_database(tickets.delete_used_tickets)


async def start_waiting_game(code: str) -> None:
    """Start the game of a paired room. The clock runs for players who have not connected."""
    hub = await current_hubs().enter(code)
    if hub is not None:
        await hub.change(partial(rooms.start_paired, hub.room.id))
