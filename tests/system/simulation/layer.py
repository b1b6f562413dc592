"""The stand-in for Redis: hints between simulated processes, which may be lost, late, repeated, or
out of order.
"""

import asyncio
import copy
import random
from typing import Any

from tests.system.simulation.loop import OWNER, Machine, VirtualLoop

# The layer "pubsub" waits for a second when its connection breaks.
SUBSCRIBED_AGAIN_S = 1.0


class Exchange:
    """The server: groups of channels. All processes share it.

    What goes wrong now: `lose`, `repeat`: how likely; `delay_s`: how late a message may be;
    `send_s`: how long a sender waits at most; `down`: nothing works; `cut`: the processes that are
    not reached.
    """

    def __init__(self, loop: VirtualLoop, rng: random.Random) -> None:
        self.lose = 0.0
        self.repeat = 0.0
        self.delay_s = (0.0002, 0.002)
        self.send_s = 0.0
        self.down = False
        self.cut: set[Machine] = set()
        self._groups: dict[str, set[str]] = {}
        self._queues: dict[str, tuple[Machine, asyncio.Queue[dict[str, Any]]]] = {}
        self._loop = loop
        self._rng = rng
        self._names = 0

    def restart(self) -> None:
        """Forget all groups, as a Redis does that keeps nothing on disk. The processes' layers
        notice it, and subscribe again.
        """
        lost, self._groups = self._groups, {}
        self._loop.call_later(SUBSCRIBED_AGAIN_S, self._subscribe_again, lost)

    def _subscribe_again(self, lost: dict[str, set[str]]) -> None:
        for group, channels in lost.items():
            self.members(group).update(channels & self._queues.keys())

    def forget(self, owner: Machine) -> None:
        """Forget the channels of a dead process."""
        for name in [name for name, (whose, _) in self._queues.items() if whose is owner]:
            del self._queues[name]
            for members in self._groups.values():
                members.discard(name)

    async def reach(self, owner: Machine) -> None:
        """Wait for the server. Raises ConnectionError if a process cannot reach it."""
        # Mostly short and sometimes long, so that one process waits while another does not.
        await asyncio.sleep(self.send_s * self._rng.random() ** 4)
        if self.down or owner in self.cut:
            raise ConnectionError("simulated: no connection to Redis")

    def new_channel(self, owner: Machine) -> str:
        self._names += 1
        name = f"hub.{self._names}"
        self._queues[name] = (owner, asyncio.Queue())
        return name

    async def receive(self, channel: str) -> dict[str, Any]:
        return await self._queues[channel][1].get()

    def members(self, group: str) -> set[str]:
        return self._groups.setdefault(group, set())

    def deliver(self, channel: str, message: dict[str, Any]) -> None:
        """Send a message to a channel, as far as the trouble allows."""
        rng = self._rng
        if rng.random() < self.lose:
            return
        for _ in range(2 if rng.random() < self.repeat else 1):
            self._loop.call_later(rng.uniform(*self.delay_s), self._arrive, channel, message)

    def _arrive(self, channel: str, message: dict[str, Any]) -> None:
        if channel not in self._queues or self.down:
            return
        owner, queue = self._queues[channel]
        if owner not in self.cut and not owner.is_dead:
            queue.put_nowait(copy.deepcopy(message))


class Layer:
    """The channel layer as one process sees it: what `games.tables.live.bus` uses of it."""

    def __init__(self, exchange: Exchange) -> None:
        owner = OWNER.get()
        assert owner is not None
        self._exchange = exchange
        self._owner: Machine = owner

    async def new_channel(self, prefix: str) -> str:
        await self._exchange.reach(self._owner)
        return self._exchange.new_channel(self._owner)

    async def receive(self, channel: str) -> dict[str, Any]:
        return await self._exchange.receive(channel)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        await self._exchange.reach(self._owner)
        self._exchange.deliver(channel, message)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._exchange.reach(self._owner)
        for channel in sorted(self._exchange.members(group)):
            self._exchange.deliver(channel, message)

    async def group_add(self, group: str, channel: str) -> None:
        await self._exchange.reach(self._owner)
        self._exchange.members(group).add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        await self._exchange.reach(self._owner)
        self._exchange.members(group).discard(channel)
