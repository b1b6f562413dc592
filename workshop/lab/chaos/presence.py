"""Who still counts as present after all players have left: nobody may."""

import asyncio
import json

from games.tables.live.presence import LEASE_S, LINGER_S
from workshop.lab.chaos.lab import Lab
from workshop.lab.wire_player import WirePlayer, room_path

# A process repeats who is there; what it said last expires a lease later.
GONE_S = LINGER_S + LEASE_S + 5.0
MAX_ROOMS = 10
SOURCE = "127.0.0.250"


def ghosts(lab: Lab) -> list[str]:
    """Return a description of every player who is still present after GONE_S."""
    servers = [server for server in lab.testbed.servers if server.kind != "worker"]
    rooms = [table.room for table in lab.tables[:MAX_ROOMS]]
    watched = [(server.url, room) for server in servers for room in rooms]

    async def watch_all() -> list[str]:
        found = await asyncio.gather(*(watch(url, room) for url, room in watched))
        return [ghost for ghost in found if ghost]

    return asyncio.run(watch_all())


async def watch(url: str, room: str) -> str:
    """Wait until nobody is present in a room; return who still is, "" if nobody."""
    watcher = WirePlayer(url, room_path(room), source=SOURCE)
    try:
        async with asyncio.timeout(GONE_S), watcher:
            await watcher.until(lambda: not watcher.here)
    except TimeoutError:
        return f"players {json.dumps(watcher.here)} are still present in room {room}"
    if watcher.closed is not None:
        raise ConnectionError(f"closed with {watcher.closed} while watching room {room}")
    return ""
