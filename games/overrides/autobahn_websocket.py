"""Daphne's websocket with faster handling of small frames, limits inside the parser, named states.

Autobahn's parser handles every frame correctly, and costs a third of an echo. Nearly every command
is one small masked text frame: those are decoded here. Outgoing messages are framed here too.

Relies on these private or undocumented names of autobahn 26.10:

    _dataReceived(data), consumeData()        parse received bytes
    onFrameBegin()                            called when the header of a frame is parsed
    data, current_frame, inside_message       falsy between two frames and messages
    autoPingTimeoutCall                       not None while a pong is awaited
    message_data, message_is_binary           the message that is being received
    failedByMe, closedByMe, localCloseCode    who closed the connection, and with which code
    dropConnection(abort), sendCloseFrame(code, reason)

and of Daphne 4.2:

    handshake_deferred     exists until the application has accepted or refused
    application_queue      the asyncio.Queue of the application, after the handshake began
    last_ping              when the last message came; pings are sent to silent clients only
    server                 exists from onConnect on
    serverReject()         refuses the handshake with 403
"""

import struct
import time
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

TEXT = 0x81
BINARY = 0x82
CLOSE = 0x88
"""The first byte of a final text, binary or close frame (RFC 6455, 5.2)."""
TEXT_OPCODE = 1
IGNORED_BYTES = 1024 * 1024
"""How many bytes to read after we closed a connection, waiting for the answering close frame."""


class FloodError(Exception):
    """A client has sent more than a limit allows; the text says which."""


def frame_header(first_byte: int, length: int) -> bytes:
    """Return the header of an unmasked frame with `length` bytes of payload (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((first_byte, length))
    if length < 1 << 16:
        return struct.pack("!BBH", first_byte, 126, length)
    return struct.pack("!BBQ", first_byte, 127, length)


def small_text_frame(data: bytes) -> str | None:
    """Return the text if `data` is exactly one masked, valid text frame under 126 bytes, else None.

    Layout and masking: RFC 6455, 5.2 and 5.3.
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


class DirectWebSocket(WebSocketProtocol):  # type: ignore[misc]  # Daphne is untyped
    """One websocket. Subclasses define `count_frame`, `count_read` and `on_flood`.

    `self.server.inbox_frames`: how many messages may wait for the application.
    """

    message_data: Any
    _bytes_after_failure = 0
    _frames_begun = 0
    _is_deaf = False

    @property
    def can_send(self) -> bool:
        """Whether the handshake is complete and neither side has begun to close."""
        return bool(self.state == self.STATE_OPEN)

    @property
    def awaits_accept(self) -> bool:
        """Whether the application has neither accepted nor refused the handshake yet."""
        return self.state == self.STATE_CONNECTING and hasattr(self, "handshake_deferred")

    @property
    def has_application(self) -> bool:
        """Whether the handshake came as far as the application."""
        return hasattr(self, "server")

    def count_frame(self, opcode: int) -> None:
        """Count a frame whose header is parsed. Raises FloodError if it is one too many."""
        raise NotImplementedError

    def count_read(self) -> None:
        """Count a read in which no frame began. Raises FloodError if it is one too many."""
        raise NotImplementedError

    def on_flood(self, reason: str) -> None:
        """Close the socket of a client that has sent too much."""
        raise NotImplementedError

    def deliver(self, message: dict[str, Any]) -> None:
        """Queue an ASGI `websocket.receive` for the application. Runs for each frame.

        Raises FloodError if the inbox is full.
        """
        if self.state != self.STATE_OPEN:
            return
        if self.application_queue.qsize() >= self.server.inbox_frames:
            raise FloodError("more frames than the application reads")
        self.last_ping = time.time()
        self.application_queue.put_nowait(message)

    def fail(self, code: int, reason: bytes) -> None:
        """Close with a code, and parse nothing that the client has sent or sends."""
        self._is_deaf = True
        self.data = b""
        if self.state == self.STATE_OPEN:
            self.failedByMe = True
            self.sendCloseFrame(code, reason)
        else:
            self.dropConnection(abort=True)

    def close_code(self, code: int | None) -> int | None:
        """Return the code that began the close: ours if we began it, else the client's `code`."""
        return self.localCloseCode if self.closedByMe else code

    def dataReceived(self, data: bytes) -> None:
        """Parse `data` if the state allows it; autobahn would buffer any amount."""
        if self.failedByMe or self._is_deaf:
            # The client's close frame may come after messages that it had sent before ours.
            self._bytes_after_failure += len(data)
            if self._bytes_after_failure > IGNORED_BYTES:
                # Nobody waits for the answer: the timer of the close handshake is running.
                self.transport.pauseProducing()
                return
        if self._is_deaf:
            if data[0] == CLOSE:
                self.dropConnection(abort=False)
            return
        if self.state == self.STATE_OPEN:
            if self._is_between_frames() and (text := small_text_frame(data)) is not None:
                self._receive_text(text)
                return
        elif self.awaits_accept:
            # A client must not send before the handshake is complete.
            self.transport.abortConnection()
            return
        self._dataReceived(data)

    def _receive_text(self, text: str) -> None:
        try:
            self.count_frame(TEXT_OPCODE)
            self.deliver({"type": "websocket.receive", "text": text})
        except FloodError as flood:
            self.on_flood(str(flood))

    def consumeData(self) -> None:
        """Parse what has been received, up to the first frame that is one too many."""
        if self.state not in (self.STATE_OPEN, self.STATE_CLOSING):
            super().consumeData()
            return
        begun = self._frames_begun
        try:
            super().consumeData()
            if self._frames_begun == begun:
                self.count_read()
        except FloodError as flood:
            self.on_flood(str(flood))

    def onFrameBegin(self) -> None:
        """Count a frame before its payload is parsed."""
        self._frames_begun += 1
        self.count_frame(self.current_frame.opcode)
        super().onFrameBegin()

    def _is_between_frames(self) -> bool:
        # Leave an awaited pong to autobahn, which accepts any frame as the answer.
        return not (
            self.data or self.current_frame or self.inside_message or self.autoPingTimeoutCall
        )

    def onMessageEnd(self) -> None:
        """Pass a message on. Autobahn would also fire an event without listeners, which is slow."""
        if not self.failedByMe:
            self.onMessage(b"".join(self.message_data), self.message_is_binary)
        self.message_data = None

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Deliver a message that autobahn has parsed and checked."""
        self.deliver(
            {"type": "websocket.receive", "bytes": payload}
            if isBinary
            else {"type": "websocket.receive", "text": payload.decode()}
        )

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        """Send one message. Does nothing on a socket that is closing, as ASGI requires.

        Autobahn's sendMessage would apply the limit on *incoming* messages.
        """
        if self.state != self.STATE_OPEN:
            return
        payload = content if isinstance(content, bytes) else content.encode()
        self.transport.write(frame_header(BINARY if binary else TEXT, len(payload)) + payload)
