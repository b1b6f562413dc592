"""What a server process does when it starts and stops."""

import asyncio
import random

from games.assembly.processes.monitoring import MONITORING
from games.assembly.processes.worker import work
from games.core.protocol.codec import encode
from games.core.protocol.frames import Bye
from games.platform.encryption import keyring
from games.platform.server.lifespan import lifespan
from games.platform.server.private_files import make_files_private
from games.record.fairness.reserve import RESERVE
from games.tables.live.registry import close_current_hubs, current_hubs

# Clients reconnect after a random time between these, in ms, to spread the load.
RECONNECT_MS = (500, 3000)


@lifespan.on_startup
async def protect_files() -> None:
    """Keep other accounts of the machine from reading the database and the key."""
    make_files_private()


@lifespan.on_startup
async def open_keys() -> None:
    """Read the keys of the dice's secrets, or create one. Invalid keys stop the start."""
    keyring()


@lifespan.on_startup
async def open_rooms() -> None:
    """Create the live rooms of this process, so that it receives hints from the start."""
    current_hubs()


@lifespan.on_startup
async def open_reserve() -> None:
    """Let this process append commitments to the public log in advance."""
    RESERVE.start()


@lifespan.on_startup
async def open_metrics() -> None:
    """Let Prometheus read what this process counts."""
    MONITORING.start("server")


@lifespan.on_drain
async def announce_restart() -> None:
    """Tell every socket when to reconnect; the server then closes it with 1012."""
    current_hubs().note_stop()
    for listener in current_hubs().listeners():
        retry = random.randint(*RECONNECT_MS)
        listener.send_text(encode(Bye(reason="restart", retry=retry)))


@lifespan.on_shutdown
async def close_reserve() -> None:
    """Close the commitments that no game has used. Runs last, after all events are written."""
    await asyncio.to_thread(RESERVE.close)


@lifespan.on_shutdown
async def close_rooms() -> None:
    """Write what is queued and end the loops."""
    await close_current_hubs()


@lifespan.on_shutdown
async def close_metrics() -> None:
    """Close the endpoint of Prometheus."""
    await MONITORING.stop()


# Run the worker in this process, if there is no separate one.
lifespan.embedded_worker(work)
