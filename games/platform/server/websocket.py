"""Websockets with limits on frames, a guard against stalled readers, and defined close codes.

Close codes. An application may close with 1000 or with 3000-4999 only (autobahn refuses others);
ours are 1000 and 44xx, sent after accept. The server itself closes with

    1002 / 1007   a frame that violates the protocol / text that is not UTF-8
    1009          a frame or message over the limit
    1011          the application failed
    1012          the server restarts
    4429          too many frames from one socket or address (frame_limits.py), or more than
                  `inbox_frames` waiting for the application; the reason says which

A stalled reader is disconnected without a close frame, because it would not read that either.
"""

from typing import Any

from autobahn.websocket.types import ConnectionDeny
from daphne.ws_protocol import WebSocketFactory

from games.platform.limits.proxies import Visitor
from games.platform.server.clients import FrameLimit
from games.platform.server.overrides.autobahn_websocket import DirectWebSocket
from games.platform.server.overrides.quick_handshake import Handshake
from games.platform.server.overrides.twisted_reactor import reactor

# A code for private use (RFC 6455, 7.4.2), after HTTP's 429. The two others are registered.
TOO_MANY_FRAMES = 4429
SERVICE_RESTART = 1012
NO_STATUS = 1005


class StallGuard:
    """Disconnects a peer that does not read: after `seconds` of pause, or if more than `limit`
    bytes are unsent.

    It is a Twisted push producer: the transport pauses it when 64 KiB are unsent, and resumes it
    when everything is sent.
    """

    def __init__(self, protocol: "GuardedWebSocket", seconds: float, limit: int) -> None:
        self.protocol = protocol
        self.seconds = seconds
        self.limit = limit
        self.timer: Any = None

    def pauseProducing(self) -> None:
        """Start the timer. Called again with each write while the buffer is full."""
        transport = self.protocol.transport
        if transport.unsent_bytes > self.limit:
            self.protocol.dropConnection(abort=True)
        elif self.timer is None:
            # A client that does not read answers must not send more commands.
            transport.pauseProducing()
            self.timer = reactor.callLater(self.seconds, self.protocol.dropConnection, abort=True)

    def resumeProducing(self) -> None:
        """Stop the timer: the peer has read everything."""
        if self.timer is not None:
            self.stopProducing()
            self.protocol.transport.resumeProducing()

    def stopProducing(self) -> None:
        """Stop the timer: the connection is closed."""
        if self.timer is not None and self.timer.active():
            self.timer.cancel()
        self.timer = None


class GuardedWebSocket(DirectWebSocket):
    """One websocket of `serve`. Its limits are attributes of `self.server`."""

    _limit: FrameLimit
    visitor: Visitor

    def onConnect(self, request: Any) -> Any:
        """Hand the handshake to the application; refuse it (503) while the server drains."""
        if self.factory.server_class.lifespan.draining:
            raise ConnectionDeny(503, "The server restarts.")  # type: ignore[no-untyped-call]
        if not all(protocol.isascii() for protocol in request.protocols):
            # Daphne would log this as an error of the server.
            raise ConnectionDeny(400, "Bad subprotocol.")  # type: ignore[no-untyped-call]
        answer = super().onConnect(request)
        self._set_limit()
        return answer

    def begin(self, transport: Any, handshake: Handshake) -> None:
        """Hand a handshake that was parsed before to the application."""
        super().begin(transport, handshake)
        self._set_limit()

    def _set_limit(self) -> None:
        self._limit = self.server.clients.frame_limit_of(self.visitor.address)

    def onOpen(self) -> None:
        """Guard the connection against a stalled reader from now on."""
        server = self.server
        # The HTTP channel of the handshake is still registered as the producer.
        self.transport.unregisterProducer()
        guard = StallGuard(self, server.stall_seconds, server.stall_bytes)
        self.transport.registerProducer(guard, True)
        super().onOpen()

    def count_frame(self, opcode: int) -> None:
        """Count a frame. Raises FloodError."""
        self._limit.count_frame(opcode)

    def count_read(self) -> None:
        """Count a read in which no frame began. Raises FloodError."""
        self._limit.count_read()

    def on_flood(self, reason: str) -> None:
        self.server.clients.counts.flood(reason)
        self.fail(TOO_MANY_FRAMES, reason.encode())

    def onClose(self, wasClean: bool, code: int | None, reason: str) -> None:
        """Tell the application the code that began the close, ours or the client's."""
        if not self.has_application:
            return
        code = self.close_code(code)
        super().onClose(wasClean, NO_STATUS if code is None else code, reason)

    def restart(self) -> None:
        """Close with 1012, or refuse a handshake that is not complete."""
        if self.can_send:
            self.sendCloseFrame(SERVICE_RESTART, b"restart")
        elif self.awaits_accept:
            self.serverReject()


class GuardedWebSocketFactory(WebSocketFactory):  # type: ignore[misc]  # Daphne is untyped
    """Creates the websockets of one server."""

    protocol = GuardedWebSocket
