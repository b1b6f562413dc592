"""What processes tell each other through the channel layer: hints, which may all be lost.

A hint says that a log or a room has grown; the truth is read from the database. Nothing waits
for the layer: without Redis a process learns the same a few seconds later by asking the database.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

from games.clock import monotonic

logger = logging.getLogger(__name__)

TIMEOUT_S = 1.0
RETRY_S = 2.0
STOP_S = 0.2
STOP_TRIES = 3
# A dead Redis is worth one line in the log now and then, not one a move.
LOG_EVERY_S = 30.0

Message = dict[str, Any]


class Link:
    """This process's one channel in the layer, and what it publishes."""

    def __init__(self, layer: Any, hear: Callable[[Message], None]) -> None:
        self.process = secrets.token_hex(6)
        self._layer = layer
        self._hear = hear
        self._channel: str | None = None
        self._wanted: set[int] = set()
        self._joined: set[int] = set()
        self._outbox: dict[tuple[int, str], Message] = {}
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._logged_at = -LOG_EVERY_S
        self._stopping = False

    def start(self) -> None:
        """Begin to listen and to publish."""
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._publish())]

    async def stop(self) -> None:
        """End both; groups forget this process by themselves."""
        self._stopping = True
        running = set(self._tasks)
        # Redis clients swallow a cancellation now and then.
        for _ in range(STOP_TRIES):
            if running:
                for task in running:
                    task.cancel()
                _, running = await asyncio.wait(running, timeout=STOP_S)

    def join(self, room_id: int) -> None:
        """Ask for the hints of a room, from now on or as soon as the layer is there."""
        self._wanted.add(room_id)
        self._news.set()

    def leave(self, room_id: int) -> None:
        """Ask for no more hints of a room."""
        self._wanted.discard(room_id)
        self._news.set()

    def tell(self, room_id: int, kind: str, **content: Any) -> None:
        """Publish to the other processes of a room; a newer message of a kind replaces an unsent
        older one.
        """
        message = {
            "type": f"hub.{kind}",
            "kind": kind,
            "room": room_id,
            "from": self.process,
            **content,
        }
        self._outbox[room_id, kind] = message
        self._news.set()

    async def _listen(self) -> None:
        while not self._stopping:
            try:
                if self._channel is None:
                    self._channel = await self._layer.new_channel("hub")
                    self._news.set()
                message = await self._layer.receive(self._channel)
            except Exception as error:  # whatever a broken layer raises: it must never end this
                self._trouble(error)
                await asyncio.sleep(RETRY_S)
                continue
            if message.get("from") != self.process:
                self._heed(message)

    def _heed(self, message: Message) -> None:
        try:
            self._hear(message)
        except Exception:  # of another version of the site, perhaps: the next ones count again
            logger.exception("a hint was not understood")

    async def _publish(self) -> None:
        while not self._stopping:
            await self._news.wait()
            self._news.clear()
            outbox, self._outbox = self._outbox, {}
            try:
                async with asyncio.timeout(TIMEOUT_S + 0.001 * len(outbox)):
                    await self._update_groups()
                    for (room_id, _), message in outbox.items():
                        await self._layer.group_send(group_of(room_id), message)
            except Exception as error:  # hints may be lost; games must not wait for them
                self._trouble(error)
                await asyncio.sleep(RETRY_S)
                self._news.set()

    async def _update_groups(self) -> None:
        if self._channel is None:
            return
        for room_id in self._wanted - self._joined:
            await self._layer.group_add(group_of(room_id), self._channel)
            self._joined.add(room_id)
            # What happened before the subscription is asked for at once.
            self._hear({"kind": "joined", "room": room_id})
        for room_id in self._joined - self._wanted:
            await self._layer.group_discard(group_of(room_id), self._channel)
            self._joined.discard(room_id)

    def _trouble(self, error: Exception) -> None:
        now = monotonic()
        if now - self._logged_at >= LOG_EVERY_S:
            self._logged_at = now
            logger.warning("the channel layer fails (games go on): %r", error)


def group_of(room_id: int) -> str:
    """Return the layer's group of a room."""
    return f"room.{room_id}"
