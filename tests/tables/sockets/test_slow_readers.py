"""Clients that read slowly or not at all, when the server's `send` waits for them."""

import asyncio
import random

import pytest

from games.models import User
from games.platform.database.threads import in_database
from games.tables.live import registry
from games.tables.live.registry import Hubs
from games.tables.sockets import outbox
from tests.support.client import AsgiClient, visit
from tests.support.people import playing
from tests.support.play import move


async def test_it_drops_a_reader_that_never_reads_and_serves_the_others(
    hubs: Hubs, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MAX_WAITING", 4)
    room = await in_database(lambda: playing(alice))
    player, stuck = await visit(room, alice), await visit(room)
    stuck.may_send.clear()
    rng = random.Random(2)
    for _ in range(6):
        assert (await move(player, rng))["type"] == "ack"
    # The application returns: the server then closes the connection.
    assert await stuck.end() == -1
    assert len(hubs.rooms[room.code].listeners) == 1


async def test_it_closes_an_idle_socket_although_it_reads_slowly(
    hubs: Hubs, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "SILENT_S", -1.0)
    room = await in_database(lambda: playing(alice))
    slow = await visit(room, alice)
    slow.may_send.clear()
    await slow.say("ping")
    await asyncio.sleep(0)
    await hubs._tick()
    slow.may_send.set()
    assert await slow.end() == 4408


async def test_it_answers_an_unknown_room_although_accepting_takes_a_while(hubs: Hubs) -> None:
    client = AsgiClient("/ws/v1/rooms/nosuchroom/")
    client.may_send.clear()
    opening = asyncio.create_task(client.open())
    await asyncio.sleep(0.05)
    client.may_send.set()
    await opening
    assert (client.accepted, client.closed) == (True, 4404)
