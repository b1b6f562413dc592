"""A player on the wire: one websocket (picows), what came over it, and what is sent.

All tools that play, watch or attack a server use it. It knows docs/protocol.md and nothing of the
server's code. It asks for whole views, unless its user can apply a delta.
"""

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Any, Protocol, Self

import msgspec
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from picows.url import WSParsedURL

from workshop.lab.loadtest import messages

RECEIVE_BUFFER = 4096
LOST = 1006
"""The code of a connection that ended without a close frame (RFC 6455, 7.1.5)."""
SYNC_S = 5.0
"""Who waits longer than this asks for what is missing."""


def room_path(code: str, whole: bool = True) -> str:
    """Return the address of a room's socket, for whole views or for deltas, as browsers get."""
    return f"/ws/v1/rooms/{code}/?{'whole=1' if whole else ''}"


class Owner(Protocol):
    """Who steers a player: told of each message after the player has taken it."""

    def take(self, message: Any, payload: bytes) -> None:
        """Take a message that is new."""

    def closed_with(self, code: int) -> None:
        """Note the close code of the server."""

    def problem(self, text: str) -> None:
        """Record that the server has broken its word."""


class WirePlayer(WSListener):
    """A player's socket; it may be opened again after its end.

    game, seq, view, payload: the newest state, and the message that brought it. here: who is
    present. welcomed: whether the welcome has come and the connection stands. closed: the close
    code. gaps, repeats: updates with missing events, and updates that were known already.
    frames_in, bytes_in, frames_out, bytes_out: of text messages, without their headers.
    heard_at: when the last of them came, in monotonic seconds.
    """

    def __init__(
        self,
        url: str,
        path: str,
        cookie: str = "",
        owner: Owner | None = None,
        *,
        decode: Callable[[bytes], Any] = messages.decoder.decode,
        change: Callable[[Any, Any], Any] | None = None,
        source: str = "",
        narrow: bool = False,
    ) -> None:
        """url: the server, as ws://HOST:PORT. cookie: of the session. source: from which address.

        change: returns the view after a delta. narrow: the kernel takes as little as possible, for
        a slow reader.
        """
        self.game: str | None = None
        self.seq = 0
        self.view: Any = None
        self.payload = b""
        self.here: list[Any] = []
        self.welcomed = False
        self.closed: int | None = None
        self.gaps = self.repeats = 0
        self.frames_in = self.bytes_in = self.frames_out = self.bytes_out = 0
        self.heard_at = time.monotonic()
        self._url = url + path
        self._headers = {"Origin": url.replace("ws", "http", 1)}
        if cookie:
            self._headers["Cookie"] = f"sessionid={cookie}"
        self._owner = owner
        self._decode = decode
        self._change = change
        self._source = (source, 0) if source else None
        self._narrow = narrow
        self._transport: WSTransport | None = None
        self._answers: dict[str, Any] = {}
        self._news = asyncio.Event()

    # --- The connection -------------------------------------------------------------------

    async def open(self, query: str = "") -> None:
        """Connect. query: more of the address. Raises OSError, WSError and TimeoutError."""
        self.closed = None
        await ws_connect(
            lambda: self,
            self._url + query,
            extra_headers=self._headers,
            local_addr=self._source,
            socket_factory=self._narrow_socket if self._narrow else None,
        )

    def _narrow_socket(self, url: WSParsedURL) -> socket.socket:
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        try:
            raw.bind(self._source or ("", 0))
            raw.connect((url.host, url.port))
        except OSError:
            raw.close()
            raise
        raw.setblocking(False)
        return raw

    async def enter(self) -> Self:
        """Connect, and wait for the welcome or for the end. Raises as `open` does."""
        await self.open()
        await self.until(lambda: self.welcomed)
        return self

    async def __aenter__(self) -> Self:
        return await self.enter()

    async def __aexit__(self, *error: object) -> None:
        self.close()

    async def wait_closed(self) -> None:
        """Wait for the end of the connection."""
        if self._transport is not None:
            await self._transport.wait_disconnected()

    def close(self, code: WSCloseCode | None = None) -> None:
        """End the connection, with a close frame if there is a code."""
        self.welcomed = False
        if self._transport is not None:
            transport, self._transport = self._transport, None
            if code is not None:
                transport.send_close(code)
            transport.disconnect()

    def stop_reading(self) -> None:
        """Leave what the server sends in the kernel."""
        if self._transport is not None:
            self._transport.underlying_transport.pause_reading()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keep the transport: messages may come before `open` returns."""
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Take text; answer a close."""
        if frame.msg_type == WSMsgType.TEXT:
            self._receive(frame.get_payload_as_bytes())
            self._news.set()
        elif frame.msg_type == WSMsgType.CLOSE:
            code: Any = frame.get_close_code()
            self.closed = int(code)
            if self._owner is not None:
                self._owner.closed_with(int(code))
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Note the end, unless the player has ended it."""
        if self._transport is transport:
            self._transport = None
            self.welcomed = False
            self.closed = LOST if self.closed is None else self.closed
            self._news.set()

    # --- In -------------------------------------------------------------------------------

    def _receive(self, payload: bytes) -> None:
        self.heard_at = time.monotonic()
        self.frames_in += 1
        self.bytes_in += len(payload)
        try:
            message = self._decode(payload)
        except msgspec.MsgspecError as error:
            self._complain(f"a message that its own type refuses: {error}: {payload!r}")
            return
        match message.__struct_config__.tag:
            case "update":
                if not self._is_next(message):
                    return
                self._store(message.game, message.seq, message.view, payload)
            case "delta":
                assert self._change is not None
                if not self._is_next(message):
                    return
                view = self._change(self.view, message)
                self._store(message.game, message.seq, view, payload)
            case "welcome":
                self._welcome(message, payload)
            case "snapshot" if hasattr(message, "view"):
                self._store(message.game, message.seq, message.view, payload)
            case "presence":
                self.here = message.here
            case "ack" | "error" if message.id in self._answers:
                self._answers[message.id] = message
        if self._owner is not None:
            self._owner.take(message, payload)

    def _welcome(self, message: Any, payload: bytes) -> None:
        self.welcomed = True
        # The lobby has none.
        if hasattr(message, "view"):
            self._store(message.game, message.seq or 0, message.view, payload)
            self.here = message.presence.here

    def _is_next(self, update: Any) -> bool:
        """Whether an update is new; ask for what is missing before it."""
        known = self.seq if update.game == self.game else 0
        if update.seq <= known:
            self.repeats += 1
            return False
        if update.events[0].seq > known + 1:
            # A hint between two servers was lost.
            self.gaps += 1
            self.sync()
            return False
        return True

    def _store(self, game: str | None, seq: int, view: Any, payload: bytes) -> None:
        if game == self.game and seq < self.seq:
            self._complain(f"{game} went back to {seq} from {self.seq}")
        self.game, self.seq, self.view, self.payload = game, seq, view, payload

    def _complain(self, text: str) -> None:
        if self._owner is None:
            raise ValueError(text)
        self._owner.problem(text)

    def whole_view(self) -> Any:
        """Return the newest view with all its fields, as JSON."""
        if self._change is not None:
            return self.view
        return msgspec.json.decode(self.payload, type=messages.ViewHolder).view

    # --- Out ------------------------------------------------------------------------------

    def send(self, text: bytes) -> None:
        """Send a text message; without a connection it is lost."""
        if self._transport is not None:
            self.frames_out += 1
            self.bytes_out += len(text)
            self._transport.send(WSMsgType.TEXT, text)

    def send_frames(self, data: bytes) -> None:
        """Send bytes past the library, such as frames that it would not make."""
        if self._transport is not None:
            self._transport.underlying_transport.write(data)

    def say(self, content: dict[str, Any]) -> None:
        """Send a command; `answer` waits for what the server says to its id."""
        self._answers[content["id"]] = None
        self.send(msgspec.json.encode(content))

    async def answer(self, id_: str) -> Any:
        """Return the ack or error for a command that was said, once."""
        await self.until(lambda: self._answers[id_] is not None)
        return self._answers.pop(id_)

    def ping(self) -> None:
        """Tell the server the last event received; it sends what is missing."""
        if self.welcomed:
            self.send(msgspec.json.encode({"type": "ping", **self._known()}))

    def sync(self) -> None:
        """Ask for the events after the last one received."""
        self.send(msgspec.json.encode({"type": "sync", **self._known()}))

    def request_snapshot(self) -> None:
        """Ask for the current view."""
        self.send(b'{"type":"sync"}')

    def _known(self) -> dict[str, Any]:
        return {"game": self.game, "seq": self.seq} if self.game else {}

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is true of what has come, or until the end; sync now and then."""
        while not condition() and self.closed is None:
            self._news.clear()
            try:
                async with asyncio.timeout(SYNC_S):
                    await self._news.wait()
            except TimeoutError:
                self.sync()

    async def keep_awake(self, seconds: float = 10.0) -> None:
        """Ping for ever, as browsers do: a client that sends nothing is closed."""
        while True:
            await asyncio.sleep(seconds)
            self.ping()
