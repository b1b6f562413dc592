"""Play whole games at random."""

import random
from collections.abc import Sequence
from typing import Any

from tests.support.client import Client


async def play_to_the_end(players: Sequence[Client], rng: random.Random) -> dict[str, Any]:
    """Make the players (in seat order) roll and score at random; return the last view."""
    view = players[0].table
    while view["status"] == "playing":
        acting = view["acting"][0]
        answer = await move(players[acting], rng)
        assert answer["type"] == "ack", answer
        for player in players:
            view = await player.reach(answer["seq"])
    return view


async def move(player: Client, rng: random.Random) -> dict[str, Any]:
    """Roll, or fill a box, at random; return the answer."""
    seat = player.table["seats"][player.table["acting"][0]]
    rolls = seat["turn"]["roll"]
    if rolls == 0 or (seat["may_roll"] and rng.random() < 0.2):
        held = rng.sample(range(5), rng.randint(0, 4)) if rolls else []
        return await player.roll(tuple(held))
    option = rng.choice(seat["options"])
    return await player.score(option["category"], option["column"])
