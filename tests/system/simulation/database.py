"""The database of a simulated site: SQLite in memory, behind connections that may fail.

Every transaction runs in one go at one moment of virtual time, so transactions do not overlap. They
may be slow, fail before they do anything, or fail after their commit, when only the answer is lost.
"""

import asyncio
import random
import sqlite3
from asyncio import events
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.db import OperationalError, connection

from games.record.log.batches import MAX_ENTRIES, Entry, StoreUnavailable, tell, write
from tests.support.services.migrated import copy_migrated_sqlite
from tests.system.simulation.loop import VirtualLoop


@cache
def _template() -> sqlite3.Connection:
    """Return a migrated database in memory."""
    with TemporaryDirectory() as directory:
        copy_migrated_sqlite(Path(directory))
        (path,) = Path(directory).iterdir()
        file = sqlite3.connect(path)
        template = sqlite3.connect(":memory:")
        file.backup(template)
        file.close()
    return template


@contextmanager
def fresh_database() -> Iterator[None]:
    """Give Django's connection of this thread a database of its own, with all tables."""
    before = connection.connection, connection.settings_dict["NAME"], connection.in_atomic_block
    connection.connection, connection.in_atomic_block = None, False
    connection.settings_dict["NAME"] = ":memory:"
    try:
        connection.connect()
        _template().backup(connection.connection)
        yield
    finally:
        raw = connection.connection
        connection.connection, connection.settings_dict["NAME"], connection.in_atomic_block = before
        connection.closed_in_transaction = connection.needs_rollback = False
        if raw is not None:
            raw.close()


class Database:
    """What goes wrong with the database now. `before`, `after`: how likely a transaction fails
    before or after its commit; `latency_s`: how long it takes; `gone`: nothing works.

    `on_commit` is called after each transaction. `failed_at`: when one failed last.
    """

    def __init__(self, loop: VirtualLoop, rng: random.Random) -> None:
        self.before = 0.0
        self.after = 0.0
        self.latency_s = (0.0005, 0.004)
        self.gone = False
        self.failed_at = float("-inf")
        self.on_commit: Callable[[], None] = lambda: None
        self._loop = loop
        self._rng = rng

    def work(self, work: Callable[[], Any], future: asyncio.Future[Any]) -> None:
        """Do what a process gives to a thread, and answer when it is done."""
        half = self._half()

        def answer(done: Any, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(done)
            else:
                future.set_exception(error)

        def run() -> None:
            done, failure = None, None
            try:
                done = self.do(work)
            except Exception as error:  # the caller gets it, as from a thread
                failure = error
            self._loop.call_later(half, answer, done, failure)

        self._loop.call_later(half, run)

    def new_writer(self) -> "SimulatedWriter":
        return SimulatedWriter(self, self._loop)

    def do(self, work: Callable[[], Any]) -> Any:
        """Run a transaction, or fail. Raises OperationalError for the faults of the database."""
        if self.gone or self._rng.random() < self.before:
            self.failed_at = self._loop.now
            raise OperationalError("simulated: the database is gone")
        # In a thread there is no loop.
        events._set_running_loop(None)
        try:
            done = work()
        finally:
            assert not connection.in_atomic_block
            self.on_commit()
            events._set_running_loop(self._loop)
        if self._rng.random() < self.after:
            self.failed_at = self._loop.now
            raise OperationalError("simulated: the answer was lost")
        return done

    def _half(self) -> float:
        return self._rng.uniform(*self.latency_s) / 2


class SimulatedWriter:
    """Writes queued entries in batches, as the real writers do: the next batch gathers while one is
    under way.
    """

    def __init__(self, database: Database, loop: VirtualLoop) -> None:
        self._database = database
        self._loop = loop
        self._queue: deque[Entry] = deque()
        self._busy = False

    @property
    def waiting(self) -> int:
        """How many entries wait."""
        return len(self._queue)

    def append(self, entry: Entry) -> None:
        self._queue.append(entry)
        self._begin()

    async def close(self) -> None:
        """Do nothing: simulated processes end without warning."""

    def _begin(self) -> None:
        if self._busy or not self._queue:
            return
        self._busy = True
        half = self._database._half()
        # What comes until then goes into the same batch.
        self._loop.call_later(half, self._write, half)

    def _write(self, half: float) -> None:
        batch = [self._queue.popleft() for _ in range(min(MAX_ENTRIES, len(self._queue)))]
        outcomes: list[Exception | None]
        try:
            outcomes = self._database.do(lambda: write(batch))
        except OperationalError as error:
            outcomes = [StoreUnavailable(str(error))] * len(batch)
        self._loop.call_later(half, self._answer, batch, outcomes)

    def _answer(self, batch: list[Entry], outcomes: list[Exception | None]) -> None:
        self._busy = False
        self._begin()
        tell(batch, outcomes)
