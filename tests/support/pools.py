"""The threads in which the site reads and writes its database."""

import gc
import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper


def close_connections() -> None:
    """Close the connections that the threads of both pools keep, and those to a SQLite database
    that any other thread has left open.
    """
    from games.platform.database.threads import SLOW, THREADS  # noqa: PLC0415 - not before Django is set up

    for pool in (THREADS, SLOW):
        _close(pool)
    _close_left_open()


def _close(pool: ThreadPoolExecutor) -> None:
    all_threads = threading.Barrier(pool._max_workers)

    def close() -> None:
        all_threads.wait(10)
        connections.close_all()

    for each in [pool.submit(close) for _ in range(pool._max_workers)]:
        each.result()


def _close_left_open() -> None:
    """Close what other threads opened: a view's in an earlier test, alive or not yet collected.

    Nobody else may have a database open that is restored.
    """
    mine = threading.get_ident()
    for each in gc.get_objects():
        # Not isinstance: it would evaluate lazy objects of Django.
        if not issubclass(type(each), DatabaseWrapper) or each._thread_ident == mine:
            continue
        if each.connection is not None:
            each.connection.close()
            each.connection = None
