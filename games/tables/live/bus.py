"""The link between processes: hints through the channel layer, any of which may be lost.

Processes find each other through the layer's group for each room. After that, news of a shared
room goes directly to the processes that have it: one message for each process, with a code that
only a process of this site can make. Such a message may hold events, which saves reading them.

Nothing waits for the layer. Without Redis a process learns the same from the database a few
seconds later.
"""

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Collection
from itertools import islice
from typing import Any

import msgspec
from django.utils.crypto import salted_hmac

from games.platform import metrics
from games.platform.clock import monotonic
from games.tables.live.process_hints import (
    ChatAdvanced,
    GameAdvanced,
    Hint,
    PeopleHere,
    ReactionShown,
    RoomAdvanced,
    RoomJoined,
    RoomShared,
    SelectionChanged,
)

logger = logging.getLogger(__name__)
hints_decoder = msgspec.json.Decoder(list[Hint])

TIMEOUT_S = 1.0
RETRY_S = 2.0
STOP_S = 0.2
STOP_TRIES = 3
# Join this many rooms, then send hints, then join more.
MAX_JOINS = 50
# While Redis is down, log at most one line in this time, instead of one per move.
LOG_EVERY_S = 30.0

# After a failure the layer counts as down for this long: long enough for the other processes to
# repeat who is in their rooms, which they do every 10 s.
FAILING_S = 15.0

# A room counts as shared for this long after another process mentioned it. Processes repeat who is
# in their rooms every 10 s.
SHARED_S = 25.0

FOR_SHARED = (GameAdvanced, RoomAdvanced, ChatAdvanced, SelectionChanged, ReactionShown)

# When this many channels are known, all are forgotten: most are of processes that have ended.
MAX_CHANNELS = 1000
# In place of a process's channel: send to the whole group of the room.
GROUP = ""
CODE_BYTES = 16

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
        # Rooms to join again, in case the layer has forgotten that this process joined them.
        self._doubtful: set[int] = set()
        self._outboxes: dict[str, dict[tuple[object, ...], Hint]] = {}
        # When each room was last heard of from each other process.
        self._heard: dict[int, dict[str, float]] = {}
        # The channel of each other process, if it is known.
        self._channels: dict[str, str] = {}
        self._key = salted_hmac("games.live.bus", "", algorithm="sha256").digest()
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

    def join_again(self) -> None:
        """Ask again for the hints of all rooms."""
        # The "core" layer keeps groups in Redis: a Redis that restarted empty has lost them, and
        # they expire after a day. The "pubsub" layer does nothing for a group that it knows.
        self._doubtful = set(self._joined)
        self._changed.set()

    def publish(self, hint: Hint) -> None:
        """Send a hint to the other processes of its room. Replaces an unsent one of its kind."""
        key = hint.key
        for target in self._targets(hint):
            outbox = self._outboxes.setdefault(target, {})
            earlier = outbox.get(key)
            if isinstance(hint, GameAdvanced) and isinstance(earlier, GameAdvanced):
                hint = hint.after(earlier)
            outbox[key] = hint
            self._changed.set()

    def _targets(self, hint: Hint) -> Collection[str]:
        """Return the channels of the processes that need a hint, or GROUP if one is unknown."""
        if not isinstance(hint, FOR_SHARED) or hint.room not in self._joined:
            return (GROUP,)
        # Empty for most rooms: only this process has them, so nobody is told about their moves.
        targets = {self._channels.get(process, GROUP) for process in self._sharers(hint.room)}
        # Sorted, because the order of a set differs between processes: simulations must repeat.
        return (GROUP,) if GROUP in targets else sorted(targets)

    def _sharers(self, room_id: int) -> list[str]:
        """Return the other processes that lately mentioned a room."""
        heard = self._heard.get(room_id)
        if not heard:
            return []
        since = monotonic() - SHARED_S
        return [process for process, at in heard.items() if at > since]

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
                self._on_message(message)

    def _on_message(self, message: LayerMessage) -> None:
        try:
            sender = message["from"]
            for hint in self._hints_in(message):
                metrics.HINTS_RECEIVED.add()
                for room_id in rooms_of(hint):
                    self._note_heard(room_id, sender)
                self._on_hint(hint, sender)
        except Exception:  # another version of the site may have sent it: go on with the next
            logger.exception("a hint was not understood")

    def _hints_in(self, message: LayerMessage) -> list[Hint]:
        """Return the hints of a message, and note the sender's channel.

        Raises msgspec.ValidationError, and ValueError for a wrong code.
        """
        if channel := message.get("channel"):
            if len(self._channels) >= MAX_CHANNELS:
                self._channels.clear()
            self._channels[message["from"]] = channel
        if "hints" not in message:
            hint = msgspec.convert(message, Hint)
            # This message has no code: anyone who can write to the layer could forge events.
            return [without_events(hint)]
        if not hmac.compare_digest(self._code(message["hints"]), message["code"]):
            raise ValueError("hints with a wrong code")
        return hints_decoder.decode(message["hints"])

    def _code(self, hints: str) -> str:
        """Return what proves that hints come from a process with our secret key."""
        return hashlib.blake2b(hints.encode(), key=self._key, digest_size=CODE_BYTES).hexdigest()

    def _note_heard(self, room_id: int, process: str) -> None:
        # A process that was not known to have the room may have missed what was not published.
        if room_id not in self._joined:
            return
        is_new = not self._sharers(room_id)
        self._heard.setdefault(room_id, {})[process] = monotonic()
        if is_new:
            self._on_hint(RoomShared(room=room_id), self.process)

    async def _publish(self) -> None:
        while not self._stopping:
            await self._changed.wait()
            self._changed.clear()
            outboxes, self._outboxes = self._outboxes, {}
            unsent = sum(map(len, outboxes.values()))
            try:
                async with asyncio.timeout(TIMEOUT_S + 0.001 * unsent):
                    await self._update_groups()
                    for target, outbox in outboxes.items():
                        await self._send(target, list(outbox.values()))
                        metrics.HINTS_SENT.add(len(outbox))
                        unsent -= len(outbox)
            except Exception as error:  # hints may be lost; games must not wait for them
                self._log(error)
                metrics.HINTS_DROPPED.add(unsent)
                await asyncio.sleep(RETRY_S)
                # The unsent hints are lost, but rooms that were not joined must be tried again.
                self._changed.set()

    async def _send(self, target: str, hints: list[Hint]) -> None:
        mine = {"from": self.process, "channel": self._channel}
        if target != GROUP:
            text = msgspec.json.encode(hints).decode()
            message = {"type": "hub.hints", **mine, "hints": text, "code": self._code(text)}
            await self._layer.send(target, message)
            return
        for hint in hints:
            content = msgspec.to_builtins(without_events(hint))
            message = {"type": f"hub.{content['kind']}", **mine, **content}
            await self._layer.group_send(group_of(hint.room), message)

    async def _update_groups(self) -> None:
        if self._channel is None:
            return
        # After a restart there are thousands of rooms to join. Hints must not wait for all of them.
        for room_id in list(islice(self._wanted - self._joined, MAX_JOINS)):
            await self._layer.group_add(group_of(room_id), self._channel)
            self._joined.add(room_id)
            # Hints sent before this moment are lost, so have the room read again.
            self._on_hint(RoomJoined(room=room_id), self.process)
        self._doubtful &= self._wanted
        for room_id in list(islice(self._doubtful, MAX_JOINS)):
            await self._layer.group_add(group_of(room_id), self._channel)
            self._doubtful.discard(room_id)
        for room_id in self._joined - self._wanted:
            await self._layer.group_discard(group_of(room_id), self._channel)
            self._joined.discard(room_id)
        if self._doubtful or len(self._wanted) > len(self._joined):
            self._changed.set()

    def _log(self, error: Exception) -> None:
        metrics.LAYER_FAILURES.add()
        now = self._failed_at = monotonic()
        if now - self._logged_at >= LOG_EVERY_S:
            self._logged_at = now
            logger.warning("the channel layer fails (games go on): %r", error)


def without_events(hint: Hint) -> Hint:
    """Return a hint that says only that something has changed."""
    if isinstance(hint, GameAdvanced) and hint.events:
        return msgspec.structs.replace(hint, events=())
    return hint


def rooms_of(hint: Hint) -> Collection[int]:
    """Return the rooms that the sender of a hint has."""
    if isinstance(hint, PeopleHere):
        return [*(people.room for people in hint.rooms), *hint.asks]
    return [hint.room]


def group_of(room_id: int) -> str:
    return f"room.{room_id}"
