"""Daphne's websocket with a bounded inbox, a guard against stalled readers and defined closes.

Close codes. An application may close with 1000 or with 3000-4999 only (autobahn refuses others);
ours are 1000 and 44xx, sent after accept. The server itself closes with

    1002 / 1007   a frame that breaks the protocol / text that is not UTF-8
    1009          a frame or message over the limit
    1011          the application failed
    1012          the server restarts
    4429          more than `inbox_frames` frames wait for the application

A reader that stalls gets no close frame (it would not read it either): its connection is dropped.
"""

import struct
import time
from typing import Any

from autobahn.websocket.types import ConnectionDeny
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from games.server.reactor import reactor

TEXT = 0x81
BINARY = 0x82
"""First byte of a final text or binary frame (RFC 6455, 5.2)."""
TOO_MANY_FRAMES = 4429
SERVICE_RESTART = 1012
NO_STATUS = 1005
FORGIVEN_BYTES = 1024 * 1024


class StallGuard:
    """Drops a socket whose peer does not read: `seconds` paused, or `limit` bytes waiting.

    A Twisted push producer: the transport pauses it when 64 KiB wait to be sent and resumes it when
    all are gone.
    """

    def __init__(self, protocol: "GuardedWebSocket", seconds: float, limit: int) -> None:
        self.protocol = protocol
        self.seconds = seconds
        self.limit = limit
        self.timer: Any = None

    def pauseProducing(self) -> None:
        """Start the clock; called again with each write while the buffer is full."""
        transport = self.protocol.transport
        if len(transport.dataBuffer) + transport._tempDataLen > self.limit:
            self.protocol.dropConnection(abort=True)
        elif self.timer is None:
            # Who does not read our answers shall not send more questions either.
            transport.pauseProducing()
            self.timer = reactor.callLater(self.seconds, self.protocol.dropConnection, abort=True)

    def resumeProducing(self) -> None:
        """Stop the clock: the peer has read everything."""
        if self.timer is not None:
            self.stopProducing()
            self.protocol.transport.resumeProducing()

    def stopProducing(self) -> None:
        """Stop the clock: the connection is gone."""
        if self.timer is not None and self.timer.active():
            self.timer.cancel()
        self.timer = None


def frame_header(first_byte: int, length: int) -> bytes:
    """Return the header of an unmasked frame with `length` bytes of payload (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((first_byte, length))
    if length < 1 << 16:
        return struct.pack("!BBH", first_byte, 126, length)
    return struct.pack("!BBQ", first_byte, 127, length)


def small_text_frame(data: bytes) -> str | None:
    """Return the text if `data` is exactly one masked, valid text frame under 126 bytes, else None.

    Nearly every command is one. Autobahn's parser is right about everything, and takes a third of
    the cost of an echo.
    """
    length = len(data) - 6
    if not 0 < length < 126 or data[0] != TEXT or data[1] != 0x80 | length:
        return None
    mask = (data[2:6] * (length // 4 + 1))[:length]
    payload = int.from_bytes(data[6:]) ^ int.from_bytes(mask)
    try:
        return payload.to_bytes(length).decode()
    except UnicodeDecodeError:
        return None


class GuardedWebSocket(WebSocketProtocol):  # type: ignore[misc]  # Daphne is untyped
    """One websocket of `serve`. The server's limits are read from `self.server`."""

    message_data: Any
    forgiven = 0
    """Bytes that came after we failed the connection."""

    def onConnect(self, request: Any) -> Any:
        """Hand over to the application; refuse (503) while the server drains."""
        if self.factory.server_class.lifespan.draining:
            raise ConnectionDeny(503, "The server restarts.")  # type: ignore[no-untyped-call]
        if not all(protocol.isascii() for protocol in request.protocols):
            # Daphne would take it for an error of its own.
            raise ConnectionDeny(400, "Bad subprotocol.")  # type: ignore[no-untyped-call]
        return super().onConnect(request)

    def onOpen(self) -> None:
        """Watch the reader from now on."""
        server = self.server
        # The HTTP channel that the connection began with is still registered.
        self.transport.unregisterProducer()
        guard = StallGuard(self, server.stall_seconds, server.stall_bytes)
        self.transport.registerProducer(guard, True)
        super().onOpen()

    def dataReceived(self, data: bytes) -> None:
        """Parse `data`, unless nothing may come now; autobahn would keep it without limit."""
        if self.failedByMe:
            # The answer to our close frame may come behind what the client had already sent.
            self.forgiven += len(data)
            if self.forgiven > FORGIVEN_BYTES:
                return
        if self.state == self.STATE_OPEN:
            if self._between_frames() and (text := small_text_frame(data)) is not None:
                self._deliver({"type": "websocket.receive", "text": text})
                return
        elif self.state == self.STATE_CONNECTING and hasattr(self, "handshake_deferred"):
            self.transport.abortConnection()
            return
        self._dataReceived(data)

    def _between_frames(self) -> bool:
        return not (
            self.data or self.current_frame or self.inside_message or self.autoPingTimeoutCall
        )

    def onMessageEnd(self) -> None:
        """Pass the message on. Autobahn would also fire an event that nobody listens to: slow."""
        if not self.failedByMe:
            self.onMessage(b"".join(self.message_data), self.message_is_binary)
        self.message_data = None

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Deliver a message that autobahn has parsed and checked."""
        self._deliver(
            {"type": "websocket.receive", "bytes": payload}
            if isBinary
            else {"type": "websocket.receive", "text": payload.decode()}
        )

    def _deliver(self, message: dict[str, Any]) -> None:
        """Queue a message for the application, or close the socket when its inbox is full."""
        if self.state != self.STATE_OPEN:
            return
        if self.application_queue.qsize() >= self.server.inbox_frames:
            self.failedByMe = True
            self.sendCloseFrame(TOO_MANY_FRAMES, b"too many frames")
            return
        self.last_ping = time.time()
        self.application_queue.put_nowait(message)

    def onClose(self, wasClean: bool, code: int | None, reason: str) -> None:
        """Tell the application, with the code that began the close, ours or the client's."""
        if not hasattr(self, "server"):
            return  # The handshake failed before there was an application.
        code = self.localCloseCode if self.closedByMe else code
        super().onClose(wasClean, NO_STATUS if code is None else code, reason)

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        """Send one message; nothing when the socket is closing, as ASGI asks.

        Autobahn's sendMessage would refuse more than we accept in one *incoming* message.
        """
        if self.state != self.STATE_OPEN:
            return
        payload = content if isinstance(content, bytes) else content.encode()
        self.transport.write(frame_header(BINARY if binary else TEXT, len(payload)) + payload)

    def restart(self) -> None:
        """Begin the close with 1012, or refuse the handshake that is still going on."""
        if self.state == self.STATE_OPEN:
            self.sendCloseFrame(SERVICE_RESTART, b"restart")
        elif self.state == self.STATE_CONNECTING and hasattr(self, "handshake_deferred"):
            self.serverReject()


class GuardedWebSocketFactory(WebSocketFactory):  # type: ignore[misc]  # Daphne is untyped
    """Makes the websockets of one server."""

    protocol = GuardedWebSocket
