"""The link between processes: hints through the channel layer, any of which may be lost.

Nothing waits for the layer. Without Redis a process learns the same from the database, a few
seconds later.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from games import metrics
from games.clock import monotonic
from games.live.hints import (
    ChatAdvanced,
    GameAdvanced,
    Hint,
    HintBase,
    Joined,
    RoomAdvanced,
    SelectionChanged,
    Shared,
)

logger = logging.getLogger(__name__)

TIMEOUT_S = 1.0
RETRY_S = 2.0
STOP_S = 0.2
STOP_TRIES = 3
# While Redis is down, log at most one line in this time, not one for each move.
LOG_EVERY_S = 30.0

# After a failure the layer counts as down for this long: processes repeat who is there every 10 s.
FAILING_S = 15.0

# A room is shared for this long after another process has said something about it: processes repeat
# who is there every 10 s.
SHARED_S = 25.0

FOR_SHARED = (GameAdvanced, RoomAdvanced, ChatAdvanced, SelectionChanged)

# The channel layer carries dicts, with a "type" that only its own consumers need.
LayerMessage = dict[str, Any]


class Bus:
    """This process's channel in the layer, and the hints that it publishes.

    `on_hint` is called with each hint of another process, and the id of that process.
    """

    def __init__(self, layer: Any, on_hint: Callable[[Hint, str], None]) -> None:
        self.process = secrets.token_hex(6)
        self._layer = layer
        self._on_hint = on_hint
        self._channel: str | None = None
        self._wanted: set[int] = set()
        self._joined: set[int] = set()
        self._outbox: dict[tuple[int, type[HintBase]], Hint] = {}
        # When each room was last heard of from another process.
        self._heard: dict[int, float] = {}
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._logged_at = -LOG_EVERY_S
        self._failed_at = -FAILING_S
        self._stopping = False

    @property
    def is_up(self) -> bool:
        """Whether the layer has worked lately, so that other processes' hints have come."""
        return self._channel is not None and monotonic() - self._failed_at >= FAILING_S

    def start(self) -> None:
        """Start listening and publishing."""
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._publish())]

    async def stop(self) -> None:
        """Stop both. The layer's groups expire by themselves."""
        self._stopping = True
        running = set(self._tasks)
        # Redis clients sometimes swallow a cancellation.
        for _ in range(STOP_TRIES):
            if running:
                for task in running:
                    task.cancel()
                _, running = await asyncio.wait(running, timeout=STOP_S)

    def join(self, room_id: int) -> None:
        """Ask for the hints of a room, from now on or as soon as the layer is available."""
        self._wanted.add(room_id)
        self._changed.set()

    def leave(self, room_id: int) -> None:
        """Stop asking for the hints of a room."""
        self._wanted.discard(room_id)
        self._heard.pop(room_id, None)
        self._changed.set()

    def publish(self, hint: Hint) -> None:
        """Send a hint to the other processes of its room. Replaces an unsent one of its kind.

        Nobody is told about the moves in a room that only this process has, as most rooms are.
        """
        if isinstance(hint, FOR_SHARED) and not self._is_shared(hint.room):
            return
        self._outbox[hint.room, type(hint)] = hint
        self._changed.set()

    def _is_shared(self, room_id: int) -> bool:
        """Whether another process may have this room. Unknown for a room that is not joined."""
        if room_id not in self._joined:
            return True
        return monotonic() - self._heard.get(room_id, -SHARED_S) < SHARED_S

    async def _listen(self) -> None:
        while not self._stopping:
            try:
                if self._channel is None:
                    self._channel = await self._layer.new_channel("hub")
                    self._changed.set()
                message = await self._layer.receive(self._channel)
            except Exception as error:  # a broken layer can raise anything; the loop must go on
                self._log(error)
                await asyncio.sleep(RETRY_S)
                continue
            if message.get("from") != self.process:
                metrics.HINTS_RECEIVED.add()
                self._on_message(message)

    def _on_message(self, message: LayerMessage) -> None:
        try:
            hint = msgspec.convert(message, Hint)
            self._note_heard(hint.room)
            self._on_hint(hint, message["from"])
        except Exception:  # perhaps of another version of the site: the next hints may be fine
            logger.exception("a hint was not understood")

    def _note_heard(self, room_id: int) -> None:
        """Note that another process has the room; it may have missed what was not published."""
        is_new = not self._is_shared(room_id)
        if room_id in self._joined:
            self._heard[room_id] = monotonic()
        if is_new:
            self._on_hint(Shared(room=room_id), self.process)

    async def _publish(self) -> None:
        while not self._stopping:
            await self._changed.wait()
            self._changed.clear()
            outbox, self._outbox = self._outbox, {}
            sent = 0
            try:
                async with asyncio.timeout(TIMEOUT_S + 0.001 * len(outbox)):
                    await self._update_groups()
                    for hint in outbox.values():
                        await self._layer.group_send(group_of(hint.room), self._message(hint))
                        sent += 1
            except Exception as error:  # hints may be lost; games must not wait for them
                self._log(error)
                metrics.HINTS_DROPPED.add(len(outbox) - sent)
                await asyncio.sleep(RETRY_S)
                self._changed.set()
            finally:
                metrics.HINTS_SENT.add(sent)

    def _message(self, hint: Hint) -> LayerMessage:
        content = msgspec.to_builtins(hint)
        return {"type": f"hub.{content['kind']}", "from": self.process, **content}

    async def _update_groups(self) -> None:
        if self._channel is None:
            return
        for room_id in self._wanted - self._joined:
            await self._layer.group_add(group_of(room_id), self._channel)
            self._joined.add(room_id)
            # Hints sent before the subscription are lost: the room is read again.
            self._on_hint(Joined(room=room_id), self.process)
        for room_id in self._joined - self._wanted:
            await self._layer.group_discard(group_of(room_id), self._channel)
            self._joined.discard(room_id)

    def _log(self, error: Exception) -> None:
        metrics.LAYER_FAILURES.add()
        now = self._failed_at = monotonic()
        if now - self._logged_at >= LOG_EVERY_S:
            self._logged_at = now
            logger.warning("the channel layer fails (games go on): %r", error)


def group_of(room_id: int) -> str:
    """Return the layer's group of a room."""
    return f"room.{room_id}"
