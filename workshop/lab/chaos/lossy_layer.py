"""Hints between processes that are lost, come twice, or come after later ones."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from channels_redis.pubsub import RedisPubSubLoopLayer

from workshop.lab.chaos.sabotage import Sabotage

Send = Callable[[RedisPubSubLoopLayer, str, dict[str, Any]], Awaitable[None]]


@dataclass
class Fates:
    """How many hints had which fate."""

    lost: int = 0
    repeated: int = 0
    late: int = 0
    held: list[tuple[Send, str, dict[str, Any]]] = field(default_factory=list)


def lose_hints(sabotage: Sabotage, fates: Fates) -> None:
    """Make the channel layer of Redis unreliable in this process: hints to the group of a room, and
    those that go directly to one process.
    """
    rng = random.Random(sabotage.seed)
    calm = Path(sabotage.calm) if sabotage.calm else None

    def unreliable(send: Send) -> Send:
        async def treat(layer: RedisPubSubLoopLayer, target: str, message: dict[str, Any]) -> None:
            fate = 1.0 if calm is not None and calm.exists() else rng.random()
            if fate < sabotage.lose:
                fates.lost += 1
                return
            if fate < sabotage.lose + sabotage.delay:
                fates.late += 1
                fates.held.append((send, target, message))
                return
            await send(layer, target, message)
            if fate < sabotage.lose + sabotage.delay + sabotage.repeat:
                fates.repeated += 1
                await send(layer, target, message)
            held, fates.held = fates.held, []
            for late, its_target, its_message in reversed(held):
                await late(layer, its_target, its_message)

        return treat

    RedisPubSubLoopLayer.group_send = unreliable(RedisPubSubLoopLayer.group_send)
    RedisPubSubLoopLayer.send = unreliable(RedisPubSubLoopLayer.send)
