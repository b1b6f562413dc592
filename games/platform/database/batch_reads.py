"""Reads with one statement what many callers ask for at the same time.

After a restart all players come back together. Each of them needs a session and a room. Read one by
one, the switches between threads and the round trips would cost more than the database's work.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextvars import Context
from functools import partial
from typing import Generic, TypeVar

from games.platform.database.threads import in_database

K = TypeVar("K")
V = TypeVar("V")

MAX_BATCH = 64
"""How many keys are read together. Not more, because the event loop has to wait for the interpreter
while rows become objects.
"""


class BatchReader(Generic[K, V]):
    """Reads values by key. `read` runs in a thread and returns the values of the keys that exist. A
    value may be an exception, which is raised to the callers who asked for that key.

    While a batch is being read, new keys wait for the next batch. So a single key is read at once,
    and batches grow with the load. Must be created in the event loop that uses it.
    """

    def __init__(self, read: Callable[[Sequence[K]], Mapping[K, V | Exception]]) -> None:
        self._read = read
        self._waiting: dict[K, list[asyncio.Future[V | None]]] = {}
        self._task: asyncio.Task[None] | None = None

    async def get(self, key: K) -> V | None:
        """Return the value, None if there is none. Raises what `read` raises."""
        found: asyncio.Future[V | None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, []).append(found)
        if self._task is None:
            # In an empty context: log lines about a batch must not name one caller's connection.
            self._task = asyncio.create_task(self._read_all(), context=Context())
        return await found

    def close(self) -> None:
        """Stop reading. Those who wait are cancelled."""
        if self._task is not None:
            self._task.cancel()
        for waiting in self._waiting.values():
            for found in waiting:
                found.cancel()

    async def _read_all(self) -> None:
        try:
            while self._waiting:
                # Let other callers in this iteration of the event loop join the batch.
                await asyncio.sleep(0)
                await self._read_batch()
        finally:
            self._task = None

    async def _read_batch(self) -> None:
        keys = list(self._waiting)[:MAX_BATCH]
        batch = {key: self._waiting.pop(key) for key in keys}
        try:
            values = await in_database(partial(self._read, keys))
        except Exception as error:  # those who asked handle it
            for waiting in batch.values():
                _fail(waiting, error)
            return
        finally:
            # If this task is cancelled, the callers must not wait for ever.
            if (task := asyncio.current_task()) is not None and task.cancelling():
                for waiting in batch.values():
                    _cancel(waiting)
        for key, waiting in batch.items():
            _answer(waiting, values.get(key))


def _answer(waiting: "list[asyncio.Future[V | None]]", value: V | Exception | None) -> None:
    if isinstance(value, Exception):
        _fail(waiting, value)
        return
    for found in waiting:
        if not found.done():
            found.set_result(value)


def _fail(waiting: "list[asyncio.Future[V | None]]", error: Exception) -> None:
    for found in waiting:
        if not found.done():
            found.set_exception(error)


def _cancel(waiting: "list[asyncio.Future[V | None]]") -> None:
    for found in waiting:
        found.cancel()
