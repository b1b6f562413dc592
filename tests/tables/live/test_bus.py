"""The bus to the other processes stops when asked, and survives a Redis that forgets."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from channels_redis.core import RedisChannelLayer

from games.tables.live.bus import RETRY_S, Bus
from games.tables.live.process_hints import Hint, RoomAdvanced, RoomRewritten
from tests.support.services import running_redis
from tests.tables.sockets.layers import DeadLayer


class StubbornLayer(InMemoryChannelLayer):  # type: ignore[misc]
    """Swallows the first cancellation of a send, as Redis clients sometimes do."""

    def __init__(self) -> None:
        super().__init__()
        self.sending = asyncio.Event()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Take long, and ignore the first cancellation."""
        self.sending.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return


async def test_it_stops_although_the_layer_swallows_the_cancellation() -> None:
    layer = StubbornLayer()
    bus = Bus(layer, lambda hint, sender: None)
    bus.start()
    bus.publish(RoomAdvanced(room=1, rev=2))
    await layer.sending.wait()
    async with asyncio.timeout(20):
        await bus.stop()


async def test_it_stops_while_the_layer_is_away() -> None:
    bus = Bus(DeadLayer(), lambda hint, sender: None)
    bus.start()
    bus.join(1)
    await asyncio.sleep(0)
    async with asyncio.timeout(20):
        await bus.stop()


@pytest.mark.process
# The layer drops a task of its own when Redis goes away.
@pytest.mark.logs_errors("asyncio: Task exception was never retrieved")
async def test_it_hears_hints_again_after_redis_has_forgotten_all_groups() -> None:
    # With the layer "core", whose groups are in Redis.
    heard = asyncio.Event()

    def on_hint(hint: Hint, sender: str) -> None:
        if isinstance(hint, RoomRewritten):
            heard.set()

    async def hears(*, patience_s: float) -> bool:
        for _ in range(round(patience_s / 0.1)):
            sender.publish(RoomRewritten(room=1))
            with suppress(TimeoutError):
                async with asyncio.timeout(0.1):
                    await heard.wait()
                return True
        return False

    with running_redis() as redis:
        sender = Bus(RedisChannelLayer(hosts=[redis.url]), lambda hint, sender: None)
        listener = Bus(RedisChannelLayer(hosts=[redis.url]), on_hint)
        for bus in (sender, listener):
            bus.start()
            bus.join(1)
        assert await hears(patience_s=20)
        await asyncio.to_thread(redis.restart)
        heard.clear()
        # Longer than a sender pauses that has found no Redis.
        assert not await hears(patience_s=2 * RETRY_S)
        listener.join_again()
        assert await hears(patience_s=20)
        for bus in (sender, listener):
            await bus.stop()
