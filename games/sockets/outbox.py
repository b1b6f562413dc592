"""Sending without waiting: a frame leaves at once where the server lets it, else in its turn."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any, NamedTuple

logger = logging.getLogger(__name__)

# So many frames may wait for one slow reader; then he is dropped, and comes back to the truth.
MOST_WAITING = 256

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Wire(NamedTuple):
    """How frames reach a client: `send` is ASGI's; `send_text` is None or sends a text at once."""

    send: Send
    send_text: Callable[[str], None] | None = None


class _Resumed:
    """Awaits a coroutine that was begun by hand and waits for `first`."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], first: Any) -> None:
        self._coroutine = coroutine
        self._first = first

    def __await__(self) -> Generator[Any, Any, None]:
        try:
            yield self._first
        except BaseException:
            self._coroutine.close()
            raise
        # Goes on where it stopped.
        yield from self._coroutine.__await__()


class Outbox:
    """Frames on their way to one client, in order.

    `on_failure` is called once, when the client is gone or does not read.
    """

    def __init__(self, wire: Wire, on_failure: Callable[[], None]) -> None:
        self._send, self._send_text = wire
        self._on_failure = on_failure
        self._waiting: deque[dict[str, Any]] = deque()
        self._pump: asyncio.Task[None] | None = None
        self.closed = False
        self._failed = False

    def send_text(self, text: str) -> None:
        """Send a text frame, as `send_frame` does."""
        if self.closed:
            return
        if self._send_text is None or self._pump is not None:
            self.send_frame({"type": "websocket.send", "text": text})
            return
        try:
            self._send_text(text)
        except Exception:  # servers raise all sorts when the client is gone
            self._fail()

    def send_frame(self, frame: dict[str, Any]) -> None:
        """Send `frame` now, or once those before it are gone. Never raises, never blocks."""
        if self.closed:
            return
        if self._pump is not None:
            self._waiting.append(frame)
            if len(self._waiting) > MOST_WAITING:
                self._fail()
            return
        self._begin(frame)

    def close(self, code: int) -> None:
        """Let what waits go out, and a close frame after it; take nothing more."""
        self.send_frame({"type": "websocket.close", "code": code})
        self.closed = True

    async def finish(self, seconds: float) -> None:
        """Take nothing more; wait that long at most for what is on its way."""
        self.closed = True
        if self._pump is not None:
            _, late = await asyncio.wait({self._pump}, timeout=0 if self._failed else seconds)
            for pump in late:
                pump.cancel()

    def _begin(self, frame: dict[str, Any]) -> None:
        """Run `send` up to its first wait: mostly it has none, and no task is needed."""
        sending: Any = self._send(frame)
        try:
            waiting_for = sending.send(None)
        except StopIteration:
            return
        except Exception:  # as above
            self._fail()
            return
        self._pump = asyncio.create_task(self._finish(_Resumed(sending, waiting_for)))

    async def _finish(self, sending: Awaitable[None]) -> None:
        try:
            await sending
            while self._waiting:
                await self._send(self._waiting.popleft())
        except Exception:  # as above
            self._fail()
        finally:
            self._pump = None

    def _fail(self) -> None:
        self._waiting.clear()
        self._failed = True
        if not self.closed:
            self.closed = True
            self._on_failure()
