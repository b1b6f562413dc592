"""Access to the database: from async code by a small pool of threads, and the time limits of its
connections. The limits protect pages; work on whole tables lifts them.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    InterfaceError,
    close_old_connections,
    connection,
    connections,
)

from games.platform import metrics
from games.platform.clock import monotonic

LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
# A connection that was idle for longer than this is checked before it is used.
KEPT_S = 1.0


def lift_timeouts(using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Remove this connection's time limits. Also a receiver of Django's `pre_migrate`."""
    _each_limit(using, "SET {} = 0")


def restore_timeouts(using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Restore the limits of the settings. Also a receiver of Django's `post_migrate`."""
    _each_limit(using, "RESET {}")


def _each_limit(using: str, statement: str) -> None:
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for name in LIMITS:
                cursor.execute(statement.format(name))


T = TypeVar("T")


_served = threading.local()
WORKERS = 4
THREADS = ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="rooms")
# For work that takes seconds, such as an analysis. A second thread would only wait for the
# interpreter, and at first for the same tables.
SLOW_WORKERS = 1
SLOW = ThreadPoolExecutor(max_workers=SLOW_WORKERS, thread_name_prefix="analysis")


async def in_database(work: Callable[[], T], threads: Executor = THREADS) -> T:
    """Run `work` in one of the threads, each of which has its own connection. Return its result."""
    # `channels.db.database_sync_to_async` does the same at four times the cost.
    asked_at = monotonic() if threads is THREADS else None
    # In the caller's context, so that log lines name its room.
    run = copy_context().run
    return await asyncio.get_running_loop().run_in_executor(threads, run, _run, work, asked_at)


def _run(work: Callable[[], T], asked_at: float | None) -> T:
    if asked_at is not None:
        metrics.WAITS.observe(monotonic() - asked_at, "database")
    # Closing makes the pool check the connection with a query: skip that if it was just used.
    if monotonic() - getattr(_served, "at", 0.0) > KEPT_S:
        close_old_connections()
    try:
        return work()
    # A connection that has just failed would fail again: it must not be kept for KEPT_S. One whose
    # work was only refused is as good as before.
    except BaseException as error:
        if connection.errors_occurred or isinstance(error, (DatabaseError, InterfaceError)):
            connection.close_if_unusable_or_obsolete()
        raise
    finally:
        _served.at = monotonic()
        if not _may_keep(asked_at is not None):
            connection.close()


def _may_keep(busy: bool) -> bool:
    """Return whether a thread may keep its connection while it has no work. `busy`: whether it is
    one of `THREADS`.
    """
    pool = connection.settings_dict["OPTIONS"].get("pool")
    # Idle threads must not keep a pool empty. Only `THREADS` have work again soon.
    return pool is None or (busy and pool["max_size"] > WORKERS)
