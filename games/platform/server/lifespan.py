"""Hooks that run when a server process starts and stops, with Daphne and with Uvicorn.

Daphne has no ASGI lifespan: `manage.py serve` calls `startup`, `drain` and `shutdown` itself. Other
servers call the same object as their ASGI `lifespan` application.

Parts of the site register hooks when they are imported:

    on_startup(hook)       before the server listens; an exception stops the start
    embedded_worker(run)   run(stop) until `stop` is set, if this process does the worker's jobs
    on_drain(hook)         before the sockets are closed: tell the clients
    on_shutdown(hook)      last, in reverse order

With `serve`, drain hooks run while the sockets are open. Uvicorn closes its sockets (code 1012)
before it runs them.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import suppress
from typing import Any, NoReturn

from django.conf import settings

logger = logging.getLogger(__name__)

Hook = Callable[[], Awaitable[None]]
Background = Callable[[asyncio.Event], Coroutine[Any, Any, None]]
Message = MutableMapping[str, Any]

DRAIN_SECONDS = 1.0
"""How long all drain hooks together may take."""
SHUTDOWN_SECONDS = 2.0
"""How long background jobs and shutdown hooks together may take."""
RESTART_SECONDS = 1.0
"""The pause before a failed background job is restarted."""


class Lifespan:
    """The hooks of one process; also the ASGI application for the scope `lifespan`."""

    def __init__(self) -> None:
        self.draining = False
        """Whether the server has been told to stop. Health checks report it."""
        self._startup: list[Hook] = []
        self._drain: list[Hook] = []
        self._shutdown: list[Hook] = []
        self._workers: list[Background] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._stop = asyncio.Event()

    def on_startup(self, hook: Hook) -> Hook:
        """Run `hook()` before the server listens, in the order of registration."""
        self._startup.append(hook)
        return hook

    def on_drain(self, hook: Hook) -> Hook:
        """Run `hook()` when the server is told to stop, while its sockets are open."""
        self._drain.append(hook)
        return hook

    def on_shutdown(self, hook: Hook) -> Hook:
        """Run `hook()` after all sockets are closed, in reverse order of registration."""
        self._shutdown.append(hook)
        return hook

    def embedded_worker(self, run: Background) -> Background:
        """Keep `run(stop)` going from start to stop if the process starts with `worker=True`.

        `run` must return soon after `stop` is set. It is restarted if it fails.
        """
        self._workers.append(run)
        return run

    async def startup(self, *, worker: bool) -> None:
        """Run the startup hooks, then start the background jobs. Raises what a hook raises."""
        for hook in self._startup:
            await hook()
        jobs = self._workers if worker else []
        self._tasks = [asyncio.create_task(self._keep_going(run)) for run in jobs]

    async def drain(self) -> None:
        """Run the drain hooks together, for DRAIN_SECONDS at most."""
        self.draining = True
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await asyncio.gather(*(self._run(hook) for hook in self._drain))
        except TimeoutError:
            logger.error("The drain hooks took longer than %s s.", DRAIN_SECONDS)

    async def shutdown(self) -> None:
        """Stop the background jobs, then run the shutdown hooks, for SHUTDOWN_SECONDS at most."""
        self._stop.set()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=SHUTDOWN_SECONDS / 4)
            for task in late:
                task.cancel()
            if late:
                # Wait again: jobs that are ending still need what the hooks below close.
                await asyncio.wait(late, timeout=SHUTDOWN_SECONDS / 4)
        try:
            async with asyncio.timeout(SHUTDOWN_SECONDS / 2):
                for hook in reversed(self._shutdown):
                    await self._run(hook)
        except TimeoutError:
            logger.error("The shutdown hooks took longer than %s s.", SHUTDOWN_SECONDS / 2)

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Serve ASGI's lifespan protocol (Uvicorn and others)."""
        await receive()
        try:
            await self.startup(worker=settings.EMBEDDED_WORKER)
        except Exception as error:
            logger.exception("A startup hook failed.")
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.drain()
        await self.shutdown()
        await send({"type": "lifespan.shutdown.complete"})

    async def _keep_going(self, run: Background) -> None:
        while not self._stop.is_set():
            try:
                await run(self._stop)
            except Exception:
                logger.exception("The background job %s failed and is restarted.", run)
            else:
                return
            # Without a pause, a missing database would make this a busy loop.
            with suppress(TimeoutError):
                async with asyncio.timeout(RESTART_SECONDS):
                    await self._stop.wait()

    async def _run(self, hook: Hook) -> None:
        # The failure of a drain or shutdown hook must not keep the others from running.
        try:
            await hook()
        except Exception:
            logger.exception("The hook %s failed.", hook)


lifespan = Lifespan()
"""The hooks of this process."""


def exit_at_once() -> NoReturn:
    """End the process without waiting for its threads."""
    # The interpreter would wait for an analysis or a solver's table, for ten seconds or more, and
    # players could not come back to the port until then. Another process begins these again.
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
