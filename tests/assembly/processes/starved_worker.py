"""A worker whose pool has one connection, which is held; and then given back.

It prints what happened as JSON. Run as `python -m tests.assembly.processes.starved_worker`.
"""

import asyncio
import json
import logging
import os
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress

HELD_S = 2.5
FREE_S = 30.0
POOL_S = 0.3

os.environ["DJANGO_SETTINGS_MODULE"] = "yachtsite.settings"
os.environ["DATABASE_POOL"] = "1"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the main thread holds the connection


class Lines(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append((record.levelname, record.getMessage()))


async def use_seldom(ask: Callable[..., Awaitable[None]]) -> None:
    """Use the connection in a thread that then idles."""
    from django.db import OperationalError  # noqa: PLC0415 - needs the settings

    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="seldom")
    while True:
        with suppress(OperationalError):  # another thread has it
            return await ask(threads=thread)


async def main(lines: Lines) -> None:
    """Hold the connection, let the worker work, and give the connection back."""
    from django.db import connection  # noqa: PLC0415 - needs the settings

    from games.assembly.processes import lifecycle  # noqa: PLC0415
    from games.platform.database.threads import in_database  # noqa: PLC0415
    from games.platform.jobs import runner  # noqa: PLC0415
    from games.platform.jobs.job import Job  # noqa: PLC0415

    runner.OUTAGE_S = 0.2
    ran = asyncio.Event()

    async def ask(**threads: Executor) -> None:
        # Each thread has a connection of its own: look it up there.
        await in_database(lambda: connection.ensure_connection(), **threads)  # noqa: PLW0108
        ran.set()

    lifecycle.BACKLOG = Job(name="probe", run=ask, every=0.1, lane="probing")
    connection.ensure_connection()
    stop = asyncio.Event()
    working = asyncio.create_task(lifecycle.work(stop))
    await asyncio.sleep(HELD_S)
    held = {"ended": working.done(), "ran": ran.is_set(), "lines": list(lines.found)}
    connection.close()
    began = time.monotonic()
    async with asyncio.timeout(FREE_S):
        await use_seldom(ask)
        ran.clear()
        await ran.wait()
    free = {"ended": working.done(), "after": time.monotonic() - began}
    stop.set()
    await working
    print(json.dumps({"held": held, "free": free}), flush=True)


if __name__ == "__main__":
    import django

    django.setup()
    from django.conf import settings

    settings.DATABASES["default"]["OPTIONS"]["pool"]["timeout"] = POOL_S
    kept = Lines()
    logging.getLogger("games").addHandler(kept)
    asyncio.run(main(kept))
    os._exit(0)
