"""Daphne's websocket with faster handling of small frames, limits inside the parser, named states.

Autobahn's parser handles every frame correctly, and costs a third of an echo. Nearly every command
is one small masked text frame: those are decoded here. Outgoing messages are framed here too.

A connection's state costs autobahn 0.4 ms and 10 kB to set up, most of it for a text that is never
logged, for copies of options and for counters that nobody reads. Here options and initial values
are attributes of the class, and what is rarely needed is created when it is.

Relies on these private or undocumented names of autobahn 26.10:

    __init__(), _connectionMade()             replaced: they set what is set here
    CONFIG_ATTRS                              the options that _connectionMade() copies
    _connectionLost(reason), _onOpen(), failHandshake(reason, code)

    _dataReceived(data), consumeData()        parse received bytes
    onFrameBegin()                            called when the header of a frame is parsed
    data, current_frame, inside_message       falsy between two frames and messages
    onOpenHandshakeTimeout(), onAutoPingTimeout()    drop the connection
    onPong(payload)                           called for each pong; does nothing
    message_data, message_is_binary           the message that is being received
    autoPingPending and all other values set in DirectWebSocket
    failedByMe, closedByMe, localCloseCode    who closed the connection, and with which code
    dropConnection(abort), sendCloseFrame(code, reason)

and of Daphne 4.2:

    handshake_deferred     exists until the application has accepted or refused
    application_queue      the asyncio.Queue of the application, after the handshake began
    last_ping              when the last message came; pings are sent to silent clients only
    server                 exists from onConnect on
    onConnect(request)     imitated by begin()
    serverReject()         refuses the handshake with 403
"""

import asyncio
import logging
import struct
import time
from functools import cached_property
from typing import Any, Protocol

from autobahn.websocket.protocol import TrafficStats
from autobahn.websocket.protocol import WebSocketProtocol as AutobahnProtocol
from autobahn.websocket.utf8validator import Utf8Validator
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.defer import Deferred

from games.platform.server.overrides.quick_handshake import Handshake, answer_to

logger = logging.getLogger(__name__)

TEXT = 0x81
BINARY = 0x82
CLOSE = 0x88
PONG = 0x8A
"""The first byte of a final text, binary, close or pong frame (RFC 6455, 5.2)."""
TEXT_OPCODE = 1
PONG_OPCODE = 10
EMPTY_PING = b"\x89\x00"
EMPTY_PONG_BYTES = 6
"""The length of a client's pong without payload: header and mask."""
IGNORED_BYTES = 1024 * 1024
"""How many bytes to read after we closed a connection, waiting for the answering close frame."""


class FloodError(Exception):
    """A client has sent more than a limit allows; the text says which."""


class Receiver(Protocol):
    """An application that takes messages by calls instead of from a queue.

    waiting: how many wait in it. running: its task, if it has one.
    """

    @property
    def waiting(self) -> int:
        """How many messages wait."""
        ...

    @property
    def running(self) -> "asyncio.Task[Any] | None":
        """The task that handles a message, None if there is none."""
        ...

    def on_message(self, message: dict[str, Any]) -> None:
        """Take an ASGI `websocket.receive` or, at last, `websocket.disconnect`."""
        ...

    def on_pong(self) -> None:
        """Note that the client is there. Browsers answer pings in hidden tabs, too."""
        ...


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
    application_queue: Any = None
    receiver: Receiver | None = None
    _bytes_after_failure = 0
    _frames_begun = 0
    _is_deaf = False
    _pinged_at = 0.0
    """When a ping was sent that nothing has answered, in seconds since 1970; 0: none."""
    _key = b""
    """The key of a handshake that `begin` has begun and that is not answered."""

    # What autobahn sets for each connection.
    _perMessageCompress = trackedTimings = None
    current_frame: Any = None
    state = WebSocketProtocol.STATE_CONNECTING
    send_state = WebSocketProtocol.SEND_STATE_GROUND
    data = b""
    send_queue = ()
    inside_message = triggered = False
    wasMaxFramePayloadSizeExceeded = wasMaxMessagePayloadSizeExceeded = False
    closedByMe = failedByMe = droppedByMe = wasClean = False
    wasServerConnectionDropTimeout = wasOpenHandshakeTimeout = wasCloseHandshakeTimeout = False
    wasServingFlashSocketPolicyFile = False
    wasNotCleanReason = localCloseCode = localCloseReason = None
    remoteCloseCode = remoteCloseReason = None
    openHandshakeTimeoutCall = closeHandshakeTimeoutCall = None
    autoPingTimeoutCall = autoPingPending = autoPingPendingCall = autoPingPendingSent = None
    autoPingPendingSeq = 0
    websocket_version = 13

    def __init__(self) -> None:
        """Create nothing yet."""

    @cached_property
    def is_open(self) -> "Deferred[Any]":
        """What autobahn resolves when the handshake is complete."""
        return Deferred()

    @cached_property
    def is_closed(self) -> "Deferred[Any]":
        """What autobahn resolves at the end."""
        return Deferred()

    @cached_property
    def trafficStats(self) -> Any:
        """What autobahn counts."""
        return TrafficStats()  # type: ignore[no-untyped-call]

    @cached_property
    def utf8validator(self) -> Any:
        """Checks messages that are not one small text frame."""
        return Utf8Validator()  # type: ignore[no-untyped-call]

    @classmethod
    def with_options(cls, factory: Any) -> "type[DirectWebSocket]":
        """Return a class whose attributes are the options of a factory, so that no instance copies
        them.
        """
        options = {name: getattr(factory, name) for name in cls.CONFIG_ATTRS}
        # Not in `cls`: an option may be a function, which would become a method there.
        shared = {
            name: staticmethod(value) if callable(value) else value
            for name, value in options.items()
        }
        return type(cls.__name__, (cls,), {**shared, "CONFIG_ATTRS": []})

    def connectionMade(self) -> None:
        """Begin. A connection without a handshake is closed by `check_timeouts`."""
        if hasattr(self.transport, "setTcpNoDelay") and self.client_is_remote:
            self.transport.setTcpNoDelay(True)

    @property
    def client_is_remote(self) -> bool:
        """Whether the connection came over TCP, not over a Unix socket."""
        return hasattr(self.transport.getPeer(), "port")

    def connectionLost(self, reason: Any) -> None:
        # Autobahn would format a line of its log before it tells the application.
        self._connectionLost(reason)

    def _connectionLost(self, reason: Any) -> None:
        # Not that of the server's class, which also counts connections.
        AutobahnProtocol._connectionLost(self, reason)

    def _onOpen(self) -> None:
        self.onOpen()

    def onOpen(self) -> None:
        """Do nothing. Daphne would only log."""

    def onClose(self, wasClean: bool, code: int | None, reason: str) -> None:
        """Tell the server and the application, without Daphne's lines of log."""
        self.server.protocol_disconnected(self)
        self._hand_over({"type": "websocket.disconnect", "code": code})
        # A connection and its receiver refer to each other: otherwise only the garbage collector
        # would free them.
        task = None if self.receiver is None else self.receiver.running
        if task is None:
            self.receiver = None
        else:
            task.add_done_callback(self._forget_receiver)

    def _forget_receiver(self, _: "asyncio.Task[Any]") -> None:
        self.receiver = None

    # A handshake that is parsed already

    def begin(self, transport: Any, handshake: Handshake) -> None:
        """Hand a valid handshake to the application, as `onConnect` does."""
        self.makeConnection(transport)
        self._key = handshake.key
        self.server = self.factory.server_class
        self.server.protocol_connected(self)
        self.path, self.root_path = handshake.path.encode(), self.server.root_path
        self.socket_opened = self.last_ping = time.time()
        peer, host = transport.getPeer(), transport.getHost()
        self.client_addr = self.server_addr = None
        if hasattr(peer, "port"):
            self.client_addr = [str(peer.host), peer.port]
            self.server_addr = [str(host.host), host.port]
        scope = {
            "type": "websocket",
            "path": handshake.path,
            "raw_path": self.path,
            "root_path": self.root_path,
            "headers": handshake.headers,
            "query_string": handshake.query,
            "client": self.client_addr,
            "server": self.server_addr,
            "subprotocols": [],
        }
        self.application_queue = self.server.create_application(self, scope)
        self.application_queue.put_nowait({"type": "websocket.connect"})

    def serverAccept(self, subprotocol: str | None = None) -> None:
        """Answer the handshake: the application has accepted it."""
        if not self._key:
            super().serverAccept(subprotocol)
            return
        self.transport.write(answer_to(self._key))
        self._key = b""
        self.state = self.STATE_OPEN
        self.onOpen()

    def serverReject(self) -> None:
        """Refuse the handshake with 403."""
        if not self._key:
            super().serverReject()
            return
        self._refuse(403, "Access denied")
        self.server.protocol_disconnected(self)

    def handle_exception(self, exception: BaseException) -> None:
        """Refuse the handshake, or close: the application has failed."""
        if self._key:
            self._refuse(500, "Internal server error")
        else:
            super().handle_exception(exception)

    def _refuse(self, code: int, reason: str) -> None:
        self._key = b""
        self.failHandshake(reason, code)

    def check_timeouts(self) -> None:
        """Drop a handshake that takes too long and a client that is gone; ping a silent one."""
        now = time.time()
        if self.state == self.STATE_OPEN:
            if self._pinged_at:
                if now - self._pinged_at > self.server.ping_timeout:
                    self.onAutoPingTimeout()
            elif now - self.last_ping > self.server.ping_interval:
                self._pinged_at = self.last_ping = now
                self.transport.write(EMPTY_PING)
        elif self.state == self.STATE_CONNECTING and self._is_late(now):
            self.onOpenHandshakeTimeout()

    def _is_late(self, now: float) -> bool:
        return bool(now - self.socket_opened > self.server.websocket_handshake_timeout)

    @property
    def can_send(self) -> bool:
        """Whether the handshake is complete and neither side has begun to close."""
        return bool(self.state == self.STATE_OPEN)

    @property
    def awaits_accept(self) -> bool:
        """Whether the application has neither accepted nor refused the handshake yet."""
        waits = bool(self._key) or hasattr(self, "handshake_deferred")
        return self.state == self.STATE_CONNECTING and waits

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

    def attach(self, receiver: Receiver) -> None:
        """Call `receiver` for each message from now on, and first for those that wait."""
        queue, self.application_queue = self.application_queue, None
        self.receiver = receiver
        while not queue.empty():
            self._hand_over(queue.get_nowait())

    def deliver(self, message: dict[str, Any]) -> None:
        """Hand an ASGI `websocket.receive` to the application. Runs for each frame.

        Raises FloodError if too many wait for it.
        """
        if self.state != self.STATE_OPEN:
            return
        receiver = self.receiver
        waiting = self.application_queue.qsize() if receiver is None else receiver.waiting
        if waiting >= self.server.inbox_frames:
            raise FloodError("more frames than the application reads")
        self.last_ping = time.time()
        self._hand_over(message)

    def _hand_over(self, message: dict[str, Any]) -> None:
        if self.receiver is not None:
            try:
                self.receiver.on_message(message)
            except Exception as error:  # a bug: as if the task of an application had failed
                logger.exception("a receiver failed")
                self.handle_exception(error)
        elif self.application_queue is not None:
            self.application_queue.put_nowait(message)

    def fail(self, code: int, reason: bytes) -> None:
        """Close with a code, and parse nothing that the client has sent or sends."""
        self._is_deaf = True
        self.data = b""
        if self.state == self.STATE_OPEN:
            self.failedByMe = True
            self.sendCloseFrame(code, reason)
        elif self.state != self.STATE_CLOSING:
            self.dropConnection(abort=True)
        # Else a close frame is on its way, which an abort would overtake: the client would see no
        # code. The timer of the close handshake is running.

    def close_code(self, code: int | None) -> int | None:
        """Return the code that began the close: ours if we began it, else the client's `code`."""
        return self.localCloseCode if self.closedByMe else code

    def dataReceived(self, data: bytes) -> None:
        # Only what the state allows is parsed: autobahn would buffer any amount.
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
            # Any data shows that the client is there.
            self._pinged_at = 0.0
            if self._is_between_frames():
                if (text := small_text_frame(data)) is not None:
                    self._receive_text(text)
                    return
                if len(data) == EMPTY_PONG_BYTES and data[0] == PONG and data[1] == 0x80:
                    self._receive_pong()
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

    def _receive_pong(self) -> None:
        try:
            self.count_frame(PONG_OPCODE)
        except FloodError as flood:
            self.on_flood(str(flood))
        else:
            self.onPong(b"")

    def onPong(self, payload: bytes) -> None:
        """Tell a receiver that its client is there."""
        if self.receiver is not None:
            self.receiver.on_pong()

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
        return not (self.data or self.current_frame or self.inside_message)

    def onMessageEnd(self) -> None:
        # Autobahn would also fire an event without listeners, which is slow.
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
        """Send one message. Does nothing on a socket that is closing, as ASGI requires."""
        # Autobahn's sendMessage would apply the limit on *incoming* messages.
        if self.state != self.STATE_OPEN:
            return
        payload = content if isinstance(content, bytes) else content.encode()
        self.transport.write(frame_header(BINARY if binary else TEXT, len(payload)) + payload)
