"""Processes that share a room send each other the events, and believe only each other."""

import random
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer

from games.models import Room, User
from games.platform.database.threads import in_database
from games.record.log.loading import read_rows
from games.record.log.verifying import problems_of
from games.tables.live import bus, game, registry
from games.tables.live.registry import Hubs, use_hubs
from tests.fixtures import Processes
from tests.support.client import AsgiClient, visit
from tests.support.people import current_game, playing
from tests.support.play import move


class KeepingLayer(InMemoryChannelLayer):  # type: ignore[misc]  # Channels is untyped
    """Keeps what processes send each other directly."""

    def __init__(self) -> None:
        super().__init__(capacity=1000)
        self.kept: list[tuple[str, dict[str, Any]]] = []

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        if "hints" in message:
            self.kept.append((channel, message))
        await super().send(channel, message)


class Reading:
    """Counts how often the log of a game is read, in the place of `read_rows`."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, game_id: int, after: int = 0) -> Any:
        self.count += 1
        return read_rows(game_id, after)


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Reading:
    """How often logs are read. Only hints tell processes about each other."""
    monkeypatch.setattr(registry, "RECONCILE_S", 3600.0)
    counting = Reading()
    monkeypatch.setattr(game, "read_rows", counting)
    return counting


async def enter(hubs: Hubs, room: Room, user: User) -> AsgiClient:
    use_hubs(hubs)
    return await visit(room, user)


async def meet(
    processes: Processes, layer: KeepingLayer, alice: User, bob: User
) -> tuple[Room, list[AsgiClient]]:
    """Let alice and bob play in different processes, which know of each other."""
    one, other = await processes(layer)
    room = await in_database(lambda: playing(alice, bob))
    clients = [await enter(one, room, alice), await enter(other, room, bob)]
    for client in clients:
        await client.hear("presence", here=[alice.pk, bob.pk], away=[])
    await play(clients, 2)
    return room, clients


async def play(clients: list[AsgiClient], moves: int) -> None:
    """Make moves, each seen by both players."""
    for seed in range(moves):
        seq = max(client.table["seq"] for client in clients)
        for client in clients:
            await client.reach(seq)
        answer = await move(clients[clients[0].table["acting"][0]], random.Random(seed))
        for client in clients:
            await client.reach(answer["seq"])


@pytest.mark.logs_errors("games.tables.live.bus")
async def test_it_does_not_believe_events_from_somebody_without_the_key(
    processes: Processes, alice: User, bob: User, reading: Reading, caplog: pytest.LogCaptureFixture
) -> None:
    layer = KeepingLayer()
    room, clients = await meet(processes, layer, alice, bob)
    channel, message = layer.kept[-1]
    before, table = reading.count, clients[0].table
    seq = table["seq"] + 1
    row = f'[{seq},"turn.timed_out",0,1,"{{}}",""]'
    played = await in_database(lambda: current_game(room))
    head = "0" * 64
    about = f'"room":{room.pk},"game":{played.pk},"seq":{seq},"head":"{head}"'
    hint = f'{{"kind":"game",{about},"events":[{row}]}}'
    # Another text with an old code; then the same to the whole room, without any code.
    await layer.send(channel, {**message, "hints": f"[{hint}]"})
    plain = {"type": "hub.game", "from": "x", "kind": "game", "room": room.pk, "game": played.pk}
    events = [[seq, "turn.timed_out", 0, 1, "{}", ""]]
    group = bus.group_of(room.pk)
    await layer.group_send(group, {**plain, "seq": seq, "head": head, "events": events})
    await play(clients, 2)
    assert "hints with a wrong code" in caplog.text
    # The hint without a code made them read the log, which knows better.
    assert reading.count > before
    await in_database(played.refresh_from_db)
    assert await in_database(lambda: problems_of(played)) == []
    assert clients[0].table == clients[1].table
