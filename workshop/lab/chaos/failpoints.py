"""Kill this process between the changes of a transaction and its commit, or just after it."""

import os
import random
import signal
import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.platform.database import bulk
from games.platform.database.overrides.django_commit import commit_inside_atomic
from games.record.log import appender, batches, loop_writer
from games.record.log.batches import Entry


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
    if after:
        telling = failing_tell(batches.tell, countdown)
        appender.tell = loop_writer.tell = telling  # type: ignore[assignment, attr-defined]
    else:
        _fail_before_writing(countdown)
    _fail_in_transactions(countdown, after)


def failing_tell(
    tell: Callable[[Sequence[Entry], Sequence[Exception | None]], None], countdown: Countdown
) -> Callable[[Sequence[Entry], Sequence[Exception | None]], None]:
    """Return what tells rooms of their commits, with the fault: it dies first."""

    def die_or_tell(batch: Sequence[Entry], outcomes: Sequence[Exception | None]) -> None:
        if None in outcomes and countdown.is_over():
            die()
        tell(batch, outcomes)

    return die_or_tell


def _fail_before_writing(countdown: Countdown) -> None:
    """Both writers make a batch a transaction of its own: open another one, to die in."""
    # On PostgreSQL this is in the event loop.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    append, encode = bulk.run_guarded, bulk.guarded_for_libpq

    def write_and_die(*args: Any) -> None:
        with transaction.atomic():
            append(*args)
            die()

    def append_or_die(*args: Any) -> set[int]:
        if countdown.is_over():
            write_and_die(*args)
        return append(*args)

    def encode_or_die(*args: Any) -> Any:
        if countdown.is_over():
            write_and_die(*args)
        return encode(*args)

    bulk.run_guarded = append_or_die  # type: ignore[assignment]
    bulk.guarded_for_libpq = encode_or_die  # type: ignore[assignment]


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
    bulk.commit_inside_atomic = commit_early_or_die  # type: ignore[attr-defined]
