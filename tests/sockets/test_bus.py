"""The bus to the other processes stops when asked."""

import asyncio
from typing import Any

from games.live.bus import Bus
from games.live.hints import RoomAdvanced
from tests.sockets.layers import DeadLayer, FailingLayer


class StubbornLayer(FailingLayer):
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
