"""Reads and room changes leave the event loop through these few threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from channels.db import DatabaseSyncToAsync

T = TypeVar("T")

THREADS = ThreadPoolExecutor(max_workers=4, thread_name_prefix="rooms")


async def in_database(work: Callable[[], T]) -> T:
    """Run `work` in a thread with a connection of its own, and return what it returns."""
    # By default all of a process's calls would share one thread.
    run = DatabaseSyncToAsync(work, thread_sensitive=False, executor=THREADS)
    result: T = await run()
    return result
