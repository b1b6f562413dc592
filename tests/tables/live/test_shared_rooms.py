"""A process tells others about its moves if, and only if, one of them has the room too."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer

from games.models import Room, User
from games.platform.database.threads import in_database
from games.tables.live import bus, registry
from games.tables.live.registry import Hubs, use_hubs
from tests.fixtures import Processes
from tests.support.client import AsgiClient, visit
from tests.support.people import playing
from tests.support.play import move

HINTS_OF_A_MOVE = ("hub.game", "hub.selection")


class CountingLayer(InMemoryChannelLayer):  # type: ignore[misc]  # Channels is untyped
    """Counts the hints of each kind."""

    def __init__(self) -> None:
        super().__init__(capacity=1000)
        self.sent: Counter[str] = Counter()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.sent[message["type"]] += 1
        await super().group_send(group, message)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Count the hints for one process."""
        # Sending to a group ends here too.
        if "hints" in message:
            self.sent.update(f"hub.{hint['kind']}" for hint in json.loads(message["hints"]))
        await super().send(channel, message)


@pytest.fixture(autouse=True)
def _without_reconciling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only hints tell processes about each other."""
    monkeypatch.setattr(registry, "RECONCILE_S", 3600.0)


async def enter(hubs: Hubs, room: Room, user: User | None) -> AsgiClient:
    use_hubs(hubs)
    return await visit(room, user)


async def test_it_tells_nobody_of_moves_in_a_room_of_its_own(
    processes: Processes, alice: User
) -> None:
    layer = CountingLayer()
    one, _ = await processes(layer)
    room = await in_database(lambda: playing(alice))
    client = await enter(one, room, alice)
    for seed in range(6):
        assert (await move(client, random.Random(seed)))["type"] == "ack"
    assert not [kind for kind in HINTS_OF_A_MOVE if layer.sent[kind]]


async def test_it_stops_telling_some_time_after_the_other_process_is_gone(
    processes: Processes, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer = CountingLayer()
    one, other = await processes(layer)
    room = await in_database(lambda: playing(alice))
    client = await enter(one, room, alice)
    watching = await enter(other, room, None)
    await watching.reach((await move(client, random.Random(1)))["seq"])
    await other.close()
    monkeypatch.setattr(bus, "SHARED_S", 0.0)
    before = layer.sent["hub.game"]
    for seed in range(2, 5):
        await move(client, random.Random(seed))
    assert layer.sent["hub.game"] == before
