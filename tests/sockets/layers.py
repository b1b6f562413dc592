"""Channel layers that misbehave."""

import random
from collections.abc import Awaitable, Callable
from typing import Any

from channels.layers import InMemoryChannelLayer

Send = Callable[[str, dict[str, Any]], Awaitable[None]]


class LossyLayer:
    """Delivers hints, but drops, repeats and reorders some, chosen by a seed."""

    def __init__(self, seed: int) -> None:
        self.inner = InMemoryChannelLayer(capacity=1000)
        self.lost = self.repeated = self.late = 0
        self._random = random.Random(seed)
        self._held: list[tuple[Send, str, dict[str, Any]]] = []

    async def new_channel(self, prefix: str) -> str:
        """As in any layer."""
        name: str = await self.inner.new_channel(prefix)
        return name

    async def receive(self, channel: str) -> dict[str, Any]:
        """As in any layer."""
        message: dict[str, Any] = await self.inner.receive(channel)
        return message

    async def group_add(self, group: str, channel: str) -> None:
        """As in any layer."""
        await self.inner.group_add(group, channel)

    async def group_discard(self, group: str, channel: str) -> None:
        """As in any layer."""
        await self.inner.group_discard(group, channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send the hint now, twice, later or never."""
        await self._treat(self.inner.group_send, group, message)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """The same with hints for one process."""
        await self._treat(self.inner.send, channel, message)

    async def _treat(self, send: Send, target: str, message: dict[str, Any]) -> None:
        fate = self._random.random()
        if fate < 0.3:
            self.lost += 1
            return
        if fate < 0.5:
            self.late += 1
            self._held.append((send, target, message))
            return
        await send(target, message)
        if fate < 0.7:
            self.repeated += 1
            await send(target, message)
        held, self._held = self._held, []
        for late, its_target, its_message in reversed(held):
            await late(its_target, its_message)


class DeadLayer:
    """A layer that fails, like a Redis that does not answer."""

    async def new_channel(self, prefix: str) -> str:
        """Fail."""
        raise ConnectionError("nobody listens there")

    receive = group_add = group_discard = group_send = send = new_channel


class FailingLayer(LossyLayer):
    """A layer that fails while `dead` is set."""

    def __init__(self) -> None:
        super().__init__(0)
        self.dead = False

    async def receive(self, channel: str) -> dict[str, Any]:
        """Fail while dead."""
        message = await super().receive(channel)
        if self.dead:
            raise ConnectionError("gone")
        return message

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Fail while dead."""
        if self.dead:
            raise ConnectionError("gone")
        await self.inner.group_send(group, message)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """The same with hints for one process."""
        if self.dead:
            raise ConnectionError("gone")
        await self.inner.send(channel, message)
