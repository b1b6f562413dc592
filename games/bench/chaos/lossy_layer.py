"""Hints between processes that are lost, come twice, or come after later ones."""

import random
from dataclasses import dataclass, field
from typing import Any

from channels_redis.pubsub import RedisPubSubLoopLayer

from games.bench.chaos.sabotage import Sabotage


@dataclass
class Fates:
    """How many hints had which fate."""

    lost: int = 0
    repeated: int = 0
    late: int = 0
    held: list[tuple[str, dict[str, Any]]] = field(default_factory=list)


def lose_hints(sabotage: Sabotage, fates: Fates) -> None:
    """Make the channel layer of Redis unreliable in this process."""
    send = RedisPubSubLoopLayer.group_send
    rng = random.Random(sabotage.seed)

    async def group_send(layer: RedisPubSubLoopLayer, group: str, message: dict[str, Any]) -> None:
        fate = rng.random()
        if fate < sabotage.lose:
            fates.lost += 1
            return
        if fate < sabotage.lose + sabotage.delay:
            fates.late += 1
            fates.held.append((group, message))
            return
        await send(layer, group, message)
        if fate < sabotage.lose + sabotage.delay + sabotage.repeat:
            fates.repeated += 1
            await send(layer, group, message)
        held, fates.held = fates.held, []
        for late in reversed(held):
            await send(layer, *late)

    RedisPubSubLoopLayer.group_send = group_send
