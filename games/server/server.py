"""The server of `manage.py serve`: Daphne's, with limits, hooks and a drain on SIGTERM."""

from games.server.reactor import loop, reactor  # isort:skip  # before Daphne makes its own

import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from daphne.server import Server
from twisted.logger import LogEvent, globalLogBeginner

from games.server.extension import SEND_TEXT
from games.server.http import GuardedHTTPFactory
from games.server.lifespan import Lifespan
from games.server.websocket import GuardedWebSocket, GuardedWebSocketFactory

logger = logging.getLogger(__name__)

EXIT_SECONDS = 9.5
"""The process ends this long after the first signal, whatever hangs."""
CHECK_SECONDS = 2
CHECKED_AT_ONCE = 20
"""Timeouts are looked at so often, of so many connections at a time."""
CLOSE_SECONDS = 2
"""How long a client has to answer a close frame before its connection is dropped."""


class GuardedServer(Server):  # type: ignore[misc]  # Daphne is untyped
    """Serves one ASGI application on one address until SIGTERM or SIGINT."""

    def __init__(
        self,
        application: Any,
        lifespan: Lifespan,
        *,
        worker: bool = False,
        trust_proxy: bool = False,
        inbox_frames: int = 64,
        frame_bytes: int = 16 * 1024,
        body_bytes: int = 1024 * 1024,
        stall_seconds: float = 10.0,
        stall_bytes: int = 4 * 1024 * 1024,
        handler_seconds: float = 5.0,
    ) -> None:
        """Take the application, its hooks and the limits of one websocket.

        inbox_frames: so many frames may wait for the application.
        frame_bytes: the largest frame and message a client may send.
        body_bytes: the largest HTTP body.
        stall_seconds, stall_bytes: a reader is dropped when it has not emptied its buffer for so
        long, or when so much waits for it.
        handler_seconds: at the end, so long may handlers take after the close frames.
        """
        super().__init__(
            application,
            endpoints=["see listen()"],
            http_timeout=60,
            websocket_timeout=-1,
            ping_interval=20,
            ping_timeout=30,
            websocket_max_message_size=frame_bytes,
            websocket_max_frame_size=frame_bytes,
            # X-Forwarded-For's first entry is the client's own claim; our proxy sets X-Real-IP.
            proxy_forwarded_address_header="X-Real-IP" if trust_proxy else None,
            proxy_forwarded_proto_header="X-Forwarded-Proto" if trust_proxy else None,
            server_name="",
        )
        self.lifespan = lifespan
        self.worker = worker
        self.inbox_frames = inbox_frames
        self.body_bytes = body_bytes
        self.stall_seconds = stall_seconds
        self.stall_bytes = stall_bytes
        self.handler_seconds = handler_seconds
        self.connections: dict[Any, dict[str, Any]] = {}
        self.ports: list[Any] = []
        self._drain: asyncio.Task[None] | None = None

    def run(
        self, listen: Callable[[GuardedHTTPFactory], Any], ready: Callable[[Any], None]
    ) -> None:
        """Start the hooks, listen, call `ready(port)`, and serve until a signal has drained all.

        listen: takes Twisted's factory and returns the listening port; see transport.py.
        Raises what a startup hook raises, and `twisted.internet.error.CannotListenError`.
        """
        globalLogBeginner.beginLoggingTo([log_failure], redirectStandardIO=False)  # type: ignore[list-item]
        self.ws_factory = GuardedWebSocketFactory(self, server="")
        self.ws_factory.setProtocolOptions(
            autoPingTimeout=self.ping_timeout,
            openHandshakeTimeout=self.websocket_handshake_timeout,
            closeHandshakeTimeout=CLOSE_SECONDS,
            maxMessagePayloadSize=self.websocket_max_message_size,
            maxFramePayloadSize=self.websocket_max_frame_size,
            # Otherwise a frame that is too large drops the connection without a close code.
            failByDrop=False,
        )
        loop.run_until_complete(self.lifespan.startup(worker=self.worker))
        port = listen(GuardedHTTPFactory(self))
        self.ports.append(port)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        reactor.callLater(1, self.application_checker)
        reactor.callLater(CHECK_SECONDS, self.timeout_checker)
        # What lives now lives for ever: collections need not look at it again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        # A thread that comes back from the database waits this long for a busy event loop to let
        # it go on, several times a commit; the default of 5 ms is most of a move's latency.
        sys.setswitchinterval(0.0005)
        loop.call_soon(ready, port)
        reactor.run(installSignalHandlers=False)

    def stop(self) -> None:
        """Drain and exit. Called again, end the process at once."""
        if self._drain is not None:
            os._exit(1)
        watchdog = threading.Timer(EXIT_SECONDS, os._exit, [1])
        watchdog.daemon = True
        watchdog.start()
        self._drain = loop.create_task(self.drain())

    async def drain(self) -> None:
        """Refuse new connections, say goodbye, close all sockets, wait for the handlers, stop."""
        try:
            for port in self.ports:
                port.stopListening()
            await self.lifespan.drain()
            for protocol in list(self.connections):
                if isinstance(protocol, GuardedWebSocket):
                    protocol.restart()
            await self._wait_for_handlers()
            await self.lifespan.shutdown()
        finally:
            reactor.stop()

    async def _wait_for_handlers(self) -> None:
        # The key is missing for an application that has ended before its client.
        tasks = [details.get("application_instance") for details in self.connections.values()]
        running = {task for task in tasks if task is not None and not task.done()}
        if running:
            _, late = await asyncio.wait(running, timeout=self.handler_seconds)
            for task in late:
                task.cancel()
            if late:
                logger.warning("%s handlers did not end in time and were stopped.", len(late))
                await asyncio.wait(late, timeout=0.5)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Begin to serve a connection; a websocket may send without detours."""
        if isinstance(protocol, GuardedWebSocket):
            scope["extensions"] = {SEND_TEXT: protocol.serverSend}
        return super().create_application(protocol, scope)

    def protocol_disconnected(self, protocol: Any) -> None:
        """Mark a connection as gone; one that failed its handshake was never here."""
        if protocol in self.connections:
            super().protocol_disconnected(protocol)

    def timeout_checker(self) -> None:
        """Enforce timeouts and send pings: those of all connections, spread over the time until the
        next round. After a restart they have all come at once, and would hold up everything else.
        """
        connections = list(self.connections)
        for start in range(0, len(connections), CHECKED_AT_ONCE):
            delay = CHECK_SECONDS * start / len(connections)
            reactor.callLater(delay, self._check, connections[start : start + CHECKED_AT_ONCE])
        reactor.callLater(CHECK_SECONDS, self.timeout_checker)

    def _check(self, connections: list[Any]) -> None:
        """Check those that are still there. One that fails must not stop the rest."""
        for protocol in connections:
            try:
                if protocol in self.connections:
                    protocol.check_timeouts()
            except Exception:
                logger.exception("The timeouts of %r could not be checked.", protocol)


def log_failure(event: LogEvent) -> None:
    """Pass Twisted's own failures on to logging, and none of its chatter."""
    if (failure := event.get("log_failure")) is not None:
        error = (failure.type, failure.value, failure.getTracebackObject())
        logger.error("Unexpected error: %s", failure.value, exc_info=error)
