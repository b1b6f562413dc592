"""What a server process does when it starts and stops. The worker, which runs the jobs of all
features, runs in its own process or in a server's.
"""

import asyncio
import random

from django.conf import settings

from games.assembly.processes.monitoring import MONITORING
from games.core.protocol.frames import Bye, encode
from games.core.solver.child import end_child, use_child
from games.platform import metrics, parts
from games.platform.database.threads import in_database
from games.platform.encryption import keyring
from games.platform.jobs.job import Job, measure_backlog
from games.platform.jobs.runner import run
from games.platform.server.lifespan import lifespan
from games.platform.server.private_files import make_files_private
from games.record.fairness.reserve import RESERVE
from games.record.log.models import Game
from games.site.study.analysis import jobs as analysis
from games.tables.live.registry import close_current_hubs, current_hubs

# Clients reconnect after a random time between these, in ms, to spread the load.
RECONNECT_MS = (500, 3000)


def all_jobs() -> list[Job]:
    return parts.brought("jobs", "JOBS", Job)


def measure() -> None:
    """Measure what waits for all jobs, and count damaged games. Raises Django's database errors."""
    measure_backlog(all_jobs())
    metrics.DAMAGED_GAMES.set(Game.objects.filter(fault__isnull=False).count())


async def sweep_backlog() -> None:
    if settings.METRICS_PORT:
        await in_database(measure)


def leave_solver_to_child() -> None:
    """Keep the compiler out of this process, a server or a worker."""
    use_child(str(settings.SOLVER_DIR), settings.SOLVER_TABLES)


BACKLOG = Job(name="backlog", run=sweep_backlog, every=15.0, lane="monitoring")


async def work(stop: asyncio.Event) -> None:
    """Work until `stop` is set. Raises Django's database errors if the database does not answer."""
    # Create them now: if the job of a room did, their loops would log in its name for ever.
    current_hubs()
    analysis.begin()
    try:
        await run([*all_jobs(), BACKLOG], stop)
    finally:
        analysis.end()


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
    # The live rooms must be there from the start, to receive hints.
    current_hubs()


@lifespan.on_startup
async def open_reserve() -> None:
    """Let this process append commitments to the public log in advance."""
    RESERVE.start()


@lifespan.on_startup
async def open_metrics() -> None:
    MONITORING.start("server")


@lifespan.on_drain
async def announce_restart() -> None:
    """Tell every socket when to reconnect; the server then closes it with 1012."""
    current_hubs().note_stop()
    for listener in current_hubs().listeners():
        retry = random.randint(*RECONNECT_MS)
        listener.send_text(encode(Bye(reason="restart", retry=retry)))


@lifespan.on_startup
async def open_solver() -> None:
    """Leave the compiler to a child process."""
    leave_solver_to_child()


@lifespan.on_shutdown
async def close_solver() -> None:
    """End that process."""
    end_child()


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
    await MONITORING.stop()


# Run the worker in this process, if there is no separate one.
lifespan.embedded_worker(work)
