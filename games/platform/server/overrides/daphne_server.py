"""Daphne's server with a new start-up, and with its checks spread over time.

`Server.run` installs signal handlers, runs no start-up hooks and listens on endpoints that use
Twisted's transports. So this class splits it into `prepare`, `start_checks` and
`run_until_stopped`.

Relies on these undocumented names of Daphne 4.2:

    Server.run()                       is replaced; sets `connections` and `ws_factory`
    connections                        protocol -> {"application_instance": task, ...}
    create_application(protocol, scope), protocol_disconnected(protocol)
    application_checker(), timeout_checker()    the two periodic checks
    protocol.check_timeouts()          enforces the timeouts of one connection, and pings
    handle_reply(protocol, message)    what the application's `send` calls
"""

from games.platform.server.overrides.twisted_reactor import reactor  # isort:skip  # before Daphne's own

import asyncio
import logging
from typing import Any

from daphne.server import Server
from twisted.logger import LogEvent, globalLogBeginner

from games.platform.limits.pace import PACED, ClientLeftError

PACE_S = 0.05
"""How often to look whether the client of a paced answer has read."""

logger = logging.getLogger(__name__)

CHECK_SECONDS = 4
CHECKED_AT_ONCE = 20
"""Timeouts are checked this often, this many connections at a time."""


class SteppedServer(Server):  # type: ignore[misc]  # Daphne is untyped
    """Serves one ASGI application; the caller starts it step by step."""

    connections: dict[Any, dict[str, Any]]

    def prepare(self, websocket_factory: Any, *, close_seconds: float) -> None:
        """Set what `Server.run` would set before it listens.

        close_seconds: how long a client may take to answer a close frame.
        """
        globalLogBeginner.beginLoggingTo([log_failure], redirectStandardIO=False)  # type: ignore[list-item]
        self.connections = {}
        self._ended: set[Any] = set()
        self.ws_factory = websocket_factory
        self.ws_factory.setProtocolOptions(
            autoPingTimeout=self.ping_timeout,
            openHandshakeTimeout=0,
            closeHandshakeTimeout=close_seconds,
            maxMessagePayloadSize=self.websocket_max_message_size,
            maxFramePayloadSize=self.websocket_max_frame_size,
            # Otherwise a frame that is too large drops the connection without a close code.
            failByDrop=False,
        )
        self.ws_factory.protocol = self.ws_factory.protocol.with_options(self.ws_factory)

    def start_checks(self) -> None:
        reactor.callLater(1, self.application_checker)
        reactor.callLater(CHECK_SECONDS, self.timeout_checker)

    def run_until_stopped(self) -> None:
        """Run the reactor until `reactor.stop()`; the caller handles signals."""
        reactor.run(installSignalHandlers=False)

    def running_handlers(self) -> set[asyncio.Task[Any]]:
        """Return the tasks of all applications that have not ended."""
        tasks = []
        for protocol, details in self.connections.items():
            receiver = getattr(protocol, "receiver", None)
            # The key is removed when an application ends before its client.
            tasks.append(details.get("application_instance"))
            tasks.append(None if receiver is None else receiver.running)
        return {task for task in tasks if task is not None and not task.done()}

    def has_attached_sockets(self) -> bool:
        """Whether a socket without a task of its own is open."""
        return any(
            getattr(protocol, "receiver", None) is not None and "disconnected" not in details
            for protocol, details in self.connections.items()
        )

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        queue = super().create_application(protocol, scope)
        task = self.connections.get(protocol, {}).get("application_instance")
        if task is not None:
            task.add_done_callback(lambda _: self._ended.add(protocol))
        return queue

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send a message to a client. If it is paced, wait until the client has read most of what
        waits for it. Raises ClientLeftError if there is none any more.
        """
        await super().handle_reply(protocol, message)
        while message.get(PACED):
            if "disconnected" in self.connections.get(protocol, {"disconnected": 0.0}):
                raise ClientLeftError
            if protocol.has_read(PACE_S):
                return
            await asyncio.sleep(PACE_S)

    def protocol_disconnected(self, protocol: Any) -> None:
        """Mark a connection as closed, unless its handshake failed and it was never added."""
        if protocol in self.connections:
            super().protocol_disconnected(protocol)
            self._ended.add(protocol)

    def application_checker(self) -> None:
        """Clean up connections that are closed, and applications that have ended.

        Daphne looks at all connections every second; here only those are that have something to
        clean up, by the same rules.
        """
        everything, ended = self.connections, self._ended
        self.connections = {each: everything[each] for each in ended if each in everything}
        self._ended = set()
        try:
            super().application_checker()
        finally:
            kept, self.connections = self.connections, everything
            for protocol in ended:
                if protocol not in kept:
                    everything.pop(protocol, None)
                elif "disconnected" in kept[protocol]:
                    # Its application has not ended yet.
                    self._ended.add(protocol)

    def timeout_checker(self) -> None:
        """Check all connections, spread over the time until the next round."""
        # After a restart, all connections began at the same time. Checking and pinging them
        # together would delay everything else.
        connections = list(self.connections)
        for start in range(0, len(connections), CHECKED_AT_ONCE):
            delay = CHECK_SECONDS * start / len(connections)
            reactor.callLater(delay, self._check, connections[start : start + CHECKED_AT_ONCE])
        reactor.callLater(CHECK_SECONDS, self.timeout_checker)

    def _check(self, connections: list[Any]) -> None:
        # The connections may have ended meanwhile. A failure of one must not stop the others.
        for protocol in connections:
            try:
                if protocol in self.connections:
                    protocol.check_timeouts()
            except Exception:
                logger.exception("The timeouts of %r could not be checked.", protocol)


def log_failure(event: LogEvent) -> None:
    """Pass failures in Twisted's log to logging, and nothing else."""
    if (failure := event.get("log_failure")) is not None:
        error = (failure.type, failure.value, failure.getTracebackObject())
        logger.error("Unexpected error: %s", failure.value, exc_info=error)
