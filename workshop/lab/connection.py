"""A websocket of a simulated player (picows): fast, and nothing between it and its owner."""

from collections.abc import Mapping
from typing import Protocol

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect


class Owner(Protocol):
    """Whose connection it is."""

    def receive(self, payload: bytes) -> None:
        """Take a text message."""

    def closed_with(self, code: int) -> None:
        """Note the close code of the server."""

    def disconnected(self, connection: "Connection") -> None:
        """Note that a connection is gone."""


class Connection(WSListener):
    """Hands messages to its owner, and sends. It may be opened again after its end."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self._transport: WSTransport | None = None

    @property
    def is_open(self) -> bool:
        """Whether messages can be sent."""
        return self._transport is not None

    async def open(
        self, url: str, headers: Mapping[str, str], source: tuple[str, int] | None = None
    ) -> None:
        """Connect. Raises OSError, WSError and TimeoutError."""
        await ws_connect(lambda: self, url, extra_headers=dict(headers), local_addr=source)

    async def wait_closed(self) -> None:
        """Wait for the end of the connection."""
        if self._transport is not None:
            await self._transport.wait_disconnected()

    def send(self, text: bytes) -> None:
        """Send a text message; without a connection it is lost."""
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, text)

    def close(self, code: WSCloseCode | None = None) -> None:
        """End the connection, with a close frame if there is a code."""
        if self._transport is not None:
            transport, self._transport = self._transport, None
            if code is not None:
                transport.send_close(code)
            transport.disconnect()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Keep the transport: messages may come before `open` returns."""
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Pass text on; answer a close."""
        if frame.msg_type == WSMsgType.TEXT:
            self._owner.receive(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            code = frame.get_close_code()
            self._owner.closed_with(code if isinstance(code, int) else int(code.value))
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Tell the owner, unless they have ended it themselves."""
        if self._transport is transport:
            self._transport = None
            self._owner.disconnected(self)
