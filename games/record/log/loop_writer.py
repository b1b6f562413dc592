"""Writes batches to PostgreSQL from the event loop, without a thread that waits for the answers.

At a few hundred moves a second nearly every batch holds one move. Handing it to a thread and back
would cost more than all the rest of a move, and psycopg's asynchronous connection costs as much as
a thread. So this uses libpq through `psycopg.pq`, the documented low-level interface.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import TypeAlias

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Error, IntegrityError, OperationalError
from psycopg.errors import LockNotAvailable, error_from_result
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn

from games.platform import metrics
from games.platform.clock import monotonic
from games.platform.database import bulk
from games.platform.database.threads import THREADS
from games.record.log import batches, statements
from games.record.log.batches import Entry, StoreUnavailable, outcomes_of, take_batch, tell, write

logger = logging.getLogger(__name__)

# A connection that goes back to the pool keeps its prepared statements: never use a name twice.
_numbers = count()
# While a batch waits for a lock, all games wait. So it soon gives up, and the room tries again.
LOCK_MS = 100
DONE = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)

Answer: TypeAlias = Callable[[Exception | None, set[int]], None]
"""Called with None and the ids that a statement returned, or with the error and no ids."""


class LoopConnection:
    """A connection that executes one statement at a time, each in its own transaction.

    `wrapper` must be connected. The loop calls back later, never from within `execute`.
    """

    def __init__(self, wrapper: BaseDatabaseWrapper, loop: asyncio.AbstractEventLoop) -> None:
        self._wrapper = wrapper
        self._loop = loop
        self._server: PGconn = wrapper.connection.pgconn
        self._socket = self._server.socket
        self._prepared: dict[str, bytes] = {}
        self._next: tuple[bytes, Sequence[bytes | None]] | None = None
        self._done: Answer | None = None
        self._failure: Error | None = None
        self._ids: set[int] = set()
        self._is_blocked = False
        self.is_broken = False
        loop.add_reader(self._socket, self._read)

    def execute(self, sql: str, values: Sequence[bytes | None], done: Answer) -> None:
        """Execute `sql`, which returns ids and has `$1` and so on for the values. Then call `done`.

        Raises psycopg.OperationalError if the connection is broken.
        """
        name = self._prepared.get(sql)
        if name is None:
            name = self._prepared[sql] = b"loop_%d" % next(_numbers)
            self._server.send_prepare(name, sql.encode())
            self._next = (name, values)
        else:
            self._server.send_query_prepared(name, values)
        self._done, self._failure, self._ids = done, None, set()
        self._flush()

    def detach(self) -> None:
        """Listen no more. Nothing may be executed after this."""
        if not self.is_broken:
            self.is_broken = True
            self._loop.remove_reader(self._socket)
            if self._is_blocked:
                self._loop.remove_writer(self._socket)

    def close(self) -> None:
        """Give the connection back after `detach`. Call it in a thread: it blocks for a moment."""
        # End it first: it has its own lock_timeout, so nobody else may get it from the pool.
        self._server.finish()
        self._wrapper.close()

    def _flush(self) -> None:
        """Send what libpq has not sent yet. If the socket takes no more, go on when it does."""
        try:
            is_blocked = bool(self._server.flush())
        except OperationalError as error:
            self._break(error)
            return
        if is_blocked and not self._is_blocked:
            self._loop.add_writer(self._socket, self._flush)
        elif self._is_blocked and not is_blocked:
            self._loop.remove_writer(self._socket)
        self._is_blocked = is_blocked

    def _read(self) -> None:
        server = self._server
        try:
            server.consume_input()
            while not server.is_busy():
                result = server.get_result()
                if result is None:
                    self._finish_step()
                    return
                if result.status not in DONE:
                    self._failure = error_from_result(result)
                self._ids |= {int(result.get_value(row, 0) or 0) for row in range(result.ntuples)}
        except OperationalError as error:
            self._break(error)

    def _finish_step(self) -> None:
        """Run the statement if it was only prepared so far; otherwise report its outcome."""
        following, self._next = self._next, None
        if following is not None and self._failure is None:
            self._server.send_query_prepared(*following)
            self._flush()
            return
        done, self._done = self._done, None
        if done is not None:
            done(self._failure, self._ids)

    def _break(self, error: OperationalError) -> None:
        """The server is gone, or has ended the connection. Whether it has committed is unknown."""
        self.detach()
        done, self._done = self._done, None
        if done is not None:
            # Never call back from within `execute`.
            self._loop.call_soon(done, error, set[int]())


class LoopWriter:
    """Writes queued entries, one statement at a time. Each takes all that came meanwhile."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Entry] = []
        # Entries of a batch that met a lock: each is written in its own transaction.
        self._alone: list[Entry] = []
        self._connection: LoopConnection | None = None
        # Cleared while a batch is being written, or about to be.
        self._idle = asyncio.Event()
        self._idle.set()
        self._task: asyncio.Task[None] | None = None
        self._began = 0.0

    @property
    def waiting(self) -> int:
        """How many entries wait for the next transaction."""
        return len(self._waiting) + len(self._alone)

    def append(self, entry: Entry) -> None:
        """Queue `entry`. Must be called in the event loop; does not block."""
        self._waiting.append(entry)
        if self._idle.is_set():
            self._idle.clear()
            # Not yet: later entries of this iteration of the loop can join the batch.
            self._loop.call_soon(self._write_next)

    async def close(self) -> None:
        """Write what is queued, then close the connection."""
        await self._idle.wait()
        await self._disconnect()

    def _write_next(self) -> None:
        if self._alone:
            batch = [self._alone.pop(0)]
        else:
            batch, self._waiting = take_batch(self._waiting)
        if not batch:
            self._idle.set()
            return
        if self._connection is None or self._connection.is_broken:
            self._task = self._loop.create_task(self._connect_and_write(batch))
            return
        self._execute(self._connection, batch)

    def _execute(self, server: LoopConnection, batch: list[Entry]) -> None:
        self._began = monotonic()
        try:
            advances, work = batches.advances_of(batch), batches.work_of(batch)
            sql, values = bulk.guarded_for_libpq(statements.ADVANCE_GAMES, advances, work)
            server.execute(sql, values, partial(self._on_outcome, batch))
        except Exception as error:
            self._on_outcome(batch, error, set())

    def _on_outcome(self, batch: list[Entry], error: Exception | None, advanced: set[int]) -> None:
        metrics.WRITES.observe(monotonic() - self._began)
        if isinstance(error, LockNotAvailable):
            self._on_lock(batch, error)
            return
        if error is not None:
            self._task = self._loop.create_task(self._write_again(batch, error))
            return
        # Start the next batch first: the database writes it while these rooms are told.
        self._write_next()
        tell(batch, outcomes_of(batch, advanced))

    def _on_lock(self, batch: list[Entry], error: LockNotAvailable) -> None:
        """Find out which game is locked, without holding up the others for long."""
        if len(batch) > 1:
            self._alone += batch
            self._write_next()
            return
        logger.warning("a game is locked in the database: %s", error)
        metrics.WRITE_FAILURES.add(of="unavailable")
        self._write_next()
        tell(batch, [StoreUnavailable(str(error))])

    async def _connect_and_write(self, batch: list[Entry]) -> None:
        await self._disconnect()
        try:
            wrapper = await self._loop.run_in_executor(THREADS, connect)
        except Exception as error:
            logger.warning("the database cannot be reached: %s", error)
            metrics.WRITE_FAILURES.add(len(batch), of="unavailable")
            tell(batch, [StoreUnavailable(str(error))] * len(batch))
            self._write_next()
            return
        self._connection = LoopConnection(wrapper, self._loop)
        self._execute(self._connection, batch)

    async def _write_again(self, batch: list[Entry], error: Exception) -> None:
        """Write the batch again in a thread, to find out which entries fail, and why."""
        # If it was committed and only the answer was lost, its entries are conflicts now: their
        # rooms then find the events in the log.
        if not isinstance(error, IntegrityError):
            logger.warning("a batch could not be written: %s", error)
            await self._disconnect()
        try:
            outcomes = await self._loop.run_in_executor(THREADS, write, batch)
        except Exception as failure:
            logger.exception("a batch could not be written")
            outcomes = [StoreUnavailable(repr(failure))] * len(batch)
        tell(batch, outcomes)
        self._write_next()

    async def _disconnect(self) -> None:
        server, self._connection = self._connection, None
        if server is not None:
            server.detach()
            await self._loop.run_in_executor(THREADS, server.close)


def connect() -> BaseDatabaseWrapper:
    """Return a new connection. Call it in a thread: it blocks."""
    wrapper = connection.copy()
    # Another thread will close it.
    wrapper.inc_thread_sharing()
    wrapper.ensure_connection()
    with wrapper.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {LOCK_MS}")
    return wrapper
