"""Group commit: while one transaction is in flight, events of other games wait for the next."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Protocol

from django.db import connection

from games.platform import metrics
from games.platform.clock import monotonic
from games.platform.database.overrides.django_sqlite.base import write_first
from games.record.log.batches import MAX_ENTRIES, Entry, StoreUnavailable, tell, write
from games.record.log.loop_writer import LoopWriter

logger = logging.getLogger(__name__)


class Writer(Protocol):
    """Writes entries in order, many in one transaction."""

    @property
    def waiting(self) -> int:
        """How many entries wait for the next transaction."""
        ...

    def append(self, entry: Entry) -> None:
        """Queue `entry`. Must be called in the event loop; does not block."""
        ...

    async def close(self) -> None:
        """Write what is queued, then close the connection."""
        ...


class ThreadWriter:
    """Writes in a thread of its own, on Django's connection."""

    def __init__(self) -> None:
        # None tells the writing thread to stop.
        self._queue: SimpleQueue[Entry | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def append(self, entry: Entry) -> None:
        """Queue `entry`. Must be called in the event loop; does not block."""
        if self._thread is None:
            self._loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._run, name="appender", daemon=True)
            self._thread.start()
        self._queue.put(entry)

    @property
    def waiting(self) -> int:
        """How many entries wait for the next transaction."""
        return self._queue.qsize()

    async def close(self) -> None:
        """Write what is queued, then stop the thread and close its connection."""
        thread = self._thread
        if thread is None:
            return
        self._queue.put(None)
        await asyncio.to_thread(thread.join)
        self._thread = None

    def _run(self) -> None:
        write_first()
        try:
            for batch in self._batches():
                began = monotonic()
                try:
                    outcomes = write(batch)
                except Exception as error:
                    # Even closing a broken connection may fail. Go on: without this thread, every
                    # room of the process would wait forever.
                    logger.exception("a batch could not be written")
                    outcomes = [StoreUnavailable(repr(error))] * len(batch)
                metrics.WRITES.observe(monotonic() - began)
                assert self._loop is not None
                self._loop.call_soon_threadsafe(tell, batch, outcomes)
        finally:
            connection.close()

    def _batches(self) -> Iterator[list[Entry]]:
        """Yield batches of queued entries until `close`."""
        while (entry := self._queue.get()) is not None:
            batch = [entry]
            while len(batch) < MAX_ENTRIES and not self._queue.empty():
                entry = self._queue.get()
                if entry is None:
                    # Write the entries queued before it first, and stop at the next turn.
                    self._queue.put(None)
                    break
                batch.append(entry)
            yield batch


def new_writer() -> Writer:
    """Return the writer for this database."""
    # SQLite blocks while it commits, so it needs a thread.
    return LoopWriter() if connection.vendor == "postgresql" else ThreadWriter()


class Appender:
    """Writes entries in order, with the writer for this database."""

    def __init__(self) -> None:
        self._writer: Writer | None = None

    @property
    def waiting(self) -> int:
        """How many entries wait for the next transaction."""
        return 0 if self._writer is None else self._writer.waiting

    def append(self, entry: Entry) -> None:
        """Queue `entry`. Must be called in the event loop; does not block."""
        if self._writer is None:
            self._writer = new_writer()
        self._writer.append(entry)

    async def close(self) -> None:
        """Write what is queued, then close the connection."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()
