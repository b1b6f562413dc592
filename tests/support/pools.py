"""The threads in which the site reads and writes its database."""

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connections


def close_connections() -> None:
    """Close the connections that the threads of both pools keep."""
    from games.platform.database.threads import SLOW, THREADS  # noqa: PLC0415 - not before Django is set up

    for pool in (THREADS, SLOW):
        _close(pool)


def _close(pool: ThreadPoolExecutor) -> None:
    all_threads = threading.Barrier(pool._max_workers)

    def close() -> None:
        all_threads.wait(10)
        connections.close_all()

    for each in [pool.submit(close) for _ in range(pool._max_workers)]:
        each.result()
