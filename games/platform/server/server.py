"""The server of `manage.py serve`: Daphne with limits, hooks and a drain on SIGTERM."""

from games.platform.server.overrides.twisted_reactor import loop, reactor  # isort:skip  # before Daphne's own
import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from games.platform.limits.proxies import NO_PROXIES, Proxies, peer_of
from games.platform.server.clients import DEFAULT_RATES, Clients, FrameRates
from games.platform.server.extension import ATTACH, SEND_TEXT
from games.platform.server.heartbeat import Heartbeat
from games.platform.server.http import GuardedHTTPFactory
from games.platform.server.lifespan import Lifespan
from games.platform.server.overrides.daphne_server import SteppedServer
from games.platform.server.overrides.twisted_http import Deadlines
from games.platform.server.websocket import GuardedWebSocket, GuardedWebSocketFactory

SWITCH_INTERVAL_S = 0.0005
"""The default is 5 ms. A thread that returns from the database waits this long for a busy event
loop to release the interpreter, several times per commit: with the default, this is most of a
move's latency.
"""
GC_THRESHOLDS = (5_000, 40, 10)
"""The default is (700, 10, 10). Frames and events create few reference cycles, so collect rarely.
"""

logger = logging.getLogger(__name__)

EXIT_SECONDS = 9.5
"""The process exits at most this long after the first signal, even if something hangs."""
PING_SECONDS = 25.0
"""A websocket whose client has sent no message for this long is pinged, and again after as long.
Pages on which nothing happens ping every 20 s themselves.
"""
CLOSE_SECONDS = 2
"""How long a client may take to answer a close frame."""
CLOSE_CHECKS = 100
"""How many times within CLOSE_SECONDS the drain checks whether all clients have answered."""


def tune_interpreter() -> None:
    """Set garbage collection and thread switching for a long-running server."""
    # Modules, classes and compiled templates live until the exit: never scan them again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL_S)


class GuardedServer(SteppedServer):
    """Serves one ASGI application on one address until SIGTERM or SIGINT."""

    def __init__(
        self,
        application: Any,
        lifespan: Lifespan,
        *,
        worker: bool = False,
        proxies: Proxies = NO_PROXIES,
        heartbeat: Heartbeat | None = None,
        inbox_frames: int = 64,
        frame_bytes: int = 16 * 1024,
        body_bytes: int = 64 * 1024,
        header_seconds: float = 10.0,
        body_seconds: float = 30.0,
        idle_seconds: float = 30.0,
        read_bytes: int = 16 * 1024,
        stall_seconds: float = 10.0,
        stall_bytes: int = 4 * 1024 * 1024,
        ping_seconds: float = PING_SECONDS,
        handler_seconds: float = 5.0,
        rates: FrameRates = DEFAULT_RATES,
    ) -> None:
        """Take the application, its hooks and the limits.

        proxies: who is believed. heartbeat: watches the event loop; None: nothing does.
        inbox_frames: how many frames of a websocket may wait for the application.
        frame_bytes: the largest frame and message that a client may send.
        body_bytes: the largest HTTP body.
        header_seconds: how long a client may take for the headers of a request or handshake.
        body_seconds: how long it may take for the body after them.
        idle_seconds, read_bytes: how long a connection may wait for another request, and how many
        bytes of the last answer its client must read per second after that time.
        stall_seconds, stall_bytes: a websocket's client is disconnected when something has been
        unsent for this long, or when this much is unsent.
        ping_seconds: how long the client of a websocket may send no message before it is pinged.
        handler_seconds: how long handlers may take after the close frames of the drain.
        rates: the limits on frames and connections of a client.
        """
        super().__init__(
            application,
            endpoints=["see listen()"],
            http_timeout=60,
            websocket_timeout=-1,
            ping_interval=ping_seconds,
            ping_timeout=30,
            websocket_max_message_size=frame_bytes,
            websocket_max_frame_size=frame_bytes,
            server_name="",
        )
        self.lifespan = lifespan
        self.worker = worker
        self.inbox_frames = inbox_frames
        self.body_bytes = body_bytes
        self.deadlines = Deadlines(header_seconds, body_seconds, idle_seconds, read_bytes)
        self.stall_seconds = stall_seconds
        self.stall_bytes = stall_bytes
        self.handler_seconds = handler_seconds
        self.proxies, self.heartbeat = proxies, heartbeat or Heartbeat(0)
        self.clients = Clients(rates, proxies)
        self.ports: list[Any] = []
        self._drain: asyncio.Task[None] | None = None

    def run(
        self, listen: Callable[[GuardedHTTPFactory], Any], ready: Callable[[Any], None]
    ) -> None:
        """Run the start-up hooks, listen, call `ready(port)`, and serve until a signal.

        listen: takes Twisted's factory and returns the listening port; see twisted_transport.
        Raises what a start-up hook raises, and `twisted.internet.error.CannotListenError`.
        """
        self.prepare(GuardedWebSocketFactory(self, server=""), close_seconds=CLOSE_SECONDS)
        loop.run_until_complete(self.lifespan.startup(worker=self.worker))
        port = listen(GuardedHTTPFactory(self, self.deadlines))
        self.ports.append(port)
        # Not yet: uvloop loses signals that come between add_signal_handler and the start of the
        # loop. Until the loop runs, a signal ends the process at once.
        loop.call_soon(self._handle_signals)
        self.start_checks()
        tune_interpreter()
        loop.call_soon(ready, port)
        loop.call_soon(self.heartbeat.start)
        self.run_until_stopped()

    def _handle_signals(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)

    def stop(self) -> None:
        """Drain and exit. If called again, exit immediately."""
        if self._drain is not None:
            os._exit(1)
        self.heartbeat.stop()
        watchdog = threading.Timer(EXIT_SECONDS, os._exit, [1])
        watchdog.daemon = True
        watchdog.start()
        self._drain = loop.create_task(self.drain())

    async def drain(self) -> None:
        """Stop listening, run the drain hooks, close all sockets, wait for the handlers, stop."""
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
        running = self.running_handlers()
        if running:
            _, late = await asyncio.wait(running, timeout=self.handler_seconds)
            for task in late:
                task.cancel()
            if late:
                logger.warning("%s handlers did not end in time and were cancelled.", len(late))
                await asyncio.wait(late, timeout=0.5)
        # Autobahn drops clients that do not answer.
        for _ in range(CLOSE_CHECKS):
            if not self.has_attached_sockets():
                break
            await asyncio.sleep(CLOSE_SECONDS / CLOSE_CHECKS)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Start the application for a connection. A websocket may send text frames directly."""
        if isinstance(protocol, GuardedWebSocket):
            protocol.visitor = self.proxies.visitor(peer_of(scope), scope["headers"])
            scope["extensions"] = {SEND_TEXT: protocol.serverSend, ATTACH: protocol.attach}
        return super().create_application(protocol, scope)
