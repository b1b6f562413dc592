"""The frames on their way to one client. Sending never waits for a slow reader."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol

from games.core.protocol.errors import CloseCode

logger = logging.getLogger(__name__)

# A reader with more waiting frames than this is dropped. After a reconnect it gets the whole state.
MAX_WAITING = 256

Frame = dict[str, Any]
"""An ASGI event."""

Send = Callable[[Frame], Awaitable[None]]


class Wire(NamedTuple):
    """How frames reach a client.

    `send` is ASGI's, and may wait. `send_text` sends immediately. It is None if the server cannot.
    """

    send: Send
    send_text: Callable[[str], None] | None = None


class Owner(Protocol):
    """The connection of an outbox."""

    def abandon(self) -> None:
        """End: the client is gone, or does not read."""
        ...


class Outbox:
    """The frames on their way to one client, in order.

    If the client is gone or does not read, the outbox tells its owner, once. Call `finish` at the
    end.
    """

    def __init__(self, wire: Wire, owner: Owner) -> None:
        self._send, self._send_text_now = wire
        self._owner: Owner | None = owner
        self._waiting: deque[Frame] = deque()
        # Runs while frames wait.
        self._writer: asyncio.Task[None] | None = None
        self.closed = False
        self._failed = False

    async def accept(self) -> None:
        """Accept the connection. Never raises."""
        try:
            await self._send({"type": "websocket.accept"})
        except Exception:  # servers can raise anything when the client is gone
            self._fail()

    def send_text(self, text: str) -> None:
        """Send a text frame, immediately if no frames wait. Never raises, never blocks."""
        if self.closed:
            return
        if self._send_text_now is None or self._writer is not None:
            self.enqueue({"type": "websocket.send", "text": text})
            return
        try:
            self._send_text_now(text)
        except Exception:  # as in accept
            self._fail()

    def enqueue(self, frame: Frame) -> None:
        """Send a frame after the waiting ones. Never raises, never blocks."""
        if self.closed:
            return
        self._waiting.append(frame)
        if len(self._waiting) > MAX_WAITING:
            self._fail()
        elif self._writer is None:
            self._writer = asyncio.create_task(self._write())

    def close(self, code: CloseCode) -> None:
        """Send a close frame after the waiting ones, and accept no more."""
        self.enqueue({"type": "websocket.close", "code": code.value})
        self.closed = True

    async def finish(self, seconds: float) -> None:
        """Accept no more frames, and wait at most this long until the waiting ones are sent."""
        self.closed = True
        # Break the reference cycle with the owner, so that the memory is free at once.
        self._owner = None
        if self._writer is not None:
            _, late = await asyncio.wait({self._writer}, timeout=0 if self._failed else seconds)
            for writer in late:
                writer.cancel()

    async def _write(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting.popleft())
        except Exception:  # as in accept
            self._fail()
        finally:
            self._writer = None

    def _fail(self) -> None:
        self._waiting.clear()
        self._failed = True
        if not self.closed:
            self.closed = True
            if self._owner is not None:
                self._owner.abandon()
