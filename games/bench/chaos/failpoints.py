"""Kill this process between the changes of a transaction and its commit, or just after it."""

import os
import random
import signal
import threading
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.overrides.django_commit import commit_inside_atomic
from games.store import appender, statements


class Countdown:
    """Chooses the commit at which the process dies, at random around `one_in`."""

    def __init__(self, one_in: int, seed: int) -> None:
        # Each process of a test dies at another moment.
        self._left = random.Random(f"{seed} {os.getpid()}").randint(one_in // 2, 3 * one_in // 2)
        self._lock = threading.Lock()

    def is_over(self) -> bool:
        """Count one commit; return whether it is the one."""
        with self._lock:
            self._left -= 1
            return self._left <= 0


def die() -> None:
    """End this process like `kill -9`."""
    os.kill(os.getpid(), signal.SIGKILL)


def fail_at_commits(after: bool, one_in: int, seed: int) -> None:
    """Kill the process at one of its next commits: just after it, or before it with its changes
    made and its locks held.
    """
    countdown = Countdown(one_in, seed)
    writing = failing_write(appender.write_together, countdown, after)
    appender.write_together = writing  # type: ignore[assignment]
    _fail_in_transactions(countdown, after)


def failing_write(
    write: Callable[[list[appender.Entry]], None], countdown: Countdown, after: bool
) -> Callable[[list[appender.Entry]], None]:
    """Return the appender's `write_together` with the fault. On PostgreSQL it needs no transaction
    of its own, so it opens one to die in.
    """

    def write_and_die(batch: list[appender.Entry]) -> None:
        if not countdown.is_over():
            write(batch)
            return
        if after:
            write(batch)
        else:
            with transaction.atomic():
                write(batch)
                die()
        die()

    return write_and_die


def _fail_in_transactions(countdown: Countdown, after: bool) -> None:
    commit = BaseDatabaseWrapper.commit

    def commit_and_die(self: BaseDatabaseWrapper) -> None:
        if not countdown.is_over():
            commit(self)
            return
        if after:
            commit(self)
        die()

    def commit_early_or_die(raw: Any) -> None:
        if not after and countdown.is_over():
            die()
        commit_inside_atomic(raw)

    BaseDatabaseWrapper.commit = commit_and_die  # type: ignore[method-assign]
    statements.commit_inside_atomic = commit_early_or_die  # type: ignore[attr-defined]
