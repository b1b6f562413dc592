"""Pairs the tickets in the queue, and starts the games of paired rooms."""

from functools import partial

from games.platform.clock import monotonic, utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job
from games.tables.live.registry import current_hubs
from games.tables.live.room_jobs import for_each_room
from games.tables.matchmaking import invitations, tickets
from games.tables.rooms import opening, starting


async def sweep_tickets() -> None:
    """Run a wave of pairing, start the games that are due, and delete used tickets."""
    hubs = current_hubs()
    if await in_database(tickets.run_wave):
        hubs.process.notify_lobbies()
    await for_each_room(start_waiting_game, await in_database(tickets.rooms_to_start))
    await in_database(tickets.delete_used_tickets)


async def start_waiting_game(code: str) -> None:
    """Start the game of a paired room. The clock runs even for players who have not connected."""
    # Players who sent no seal are blamed, unless this process has seen something go wrong since the
    # pairing.
    hubs = current_hubs()
    hub = await hubs.enter(code)
    if hub is not None:
        paired_at = monotonic() - opening.PAIRED_WAIT.total_seconds()
        blamed = hubs.may_blame_since(paired_at)
        await hub.change(partial(starting.start_paired, hub.room.id, blamed))


async def sweep_invitations() -> int:
    return await in_database(lambda: invitations.forget_old(utc_now()))


JOBS = (
    Job(name="pairing", run=sweep_tickets, due=tickets.to_look_at),
    Job(name="old_invitations", run=sweep_invitations, every=3600.0),
)
