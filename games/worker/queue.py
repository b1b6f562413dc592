"""Pair the players who wait, and start the games of paired rooms."""

import logging
from functools import partial

from games import rooms
from games.live import current_hubs
from games.matchmaking import tickets
from games.store.database import in_database
from games.worker.each_room import for_each_room

logger = logging.getLogger(__name__)


async def sweep_tickets() -> None:
    """Pair those who look for people, and begin the tables of those who were paired."""
    hubs = current_hubs()
    if await in_database(tickets.run_wave):
        hubs.notify_lobbies()
    await for_each_room(start_paired_game, await in_database(tickets.rooms_to_start))
    await in_database(tickets.delete_used_tickets)


async def start_paired_game(code: str) -> None:
    """Begin the game of a paired room; who has not arrived plays against the clock."""
    hub = await current_hubs().enter(code)
    if hub is not None:
        await hub.change(partial(rooms.start_paired, hub.room.id))
