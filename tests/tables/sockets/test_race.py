"""Eight sockets, two processes, one PostgreSQL: exactly one socket wins each step."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from tests.support.client import Client
from tests.support.servers import Server, Site
from tests.support.services import Postgres

pytestmark = pytest.mark.server

STEPS = 24
LOSERS = {"stale", "not_your_turn", "sign_in_first"}


async def connect_eight(one: Server, other: Server, room: dict[str, Any]) -> list[Client]:
    """Connect five sockets of alice, two of bob and a spectator, on both processes."""
    people = ["alice", "alice", "alice", "alice", "alice", "bob", "bob", None]
    return [
        await server.connect(room["code"], room[person] if person else None)
        for person, server in zip(people, [one, other] * 4, strict=True)
    ]


async def step(clients: list[Client], rng: random.Random) -> None:
    """Send the same roll or box from all sockets at once; one of them gets it."""
    view = clients[0].table
    seat = view["seats"][view["acting"][0]]
    moment = clients[0].moment()
    if seat["turn"]["dice"] is None or (seat["may_roll"] and rng.random() < 0.5):
        command = {"type_": "roll", **moment, "hold": [0] if moment["roll"] else []}
    else:
        option = rng.choice(seat["options"])
        command = {"type_": "score", **moment, "category": option["category"]}
    ids = [f"s{view['seq']}-{number}" for number in range(len(clients))]
    await asyncio.gather(
        *(client.say(**command, id=id_) for client, id_ in zip(clients, ids, strict=True))
    )
    answers = [await client.answer(id_) for client, id_ in zip(clients, ids, strict=True)]
    winners = [answer for answer in answers if answer["type"] == "ack"]
    assert [winner["seq"] for winner in winners] == [view["seq"] + 1], answers
    assert {answer["code"] for answer in answers if answer["type"] == "error"} <= LOSERS
    for client in clients:
        await client.reach(view["seq"] + 1)


async def race(one: Server, other: Server, room: dict[str, Any], seed: int) -> None:
    clients = await connect_eight(one, other, room)
    rng = random.Random(seed)
    for _ in range(STEPS):
        await step(clients, rng)
    assert all(client.table == clients[0].table for client in clients)
    await asyncio.gather(*(client.leave() for client in clients))  # type: ignore[attr-defined]


async def test_it_lets_exactly_one_of_eight_sockets_win_each_step(
    migrated_postgres: Postgres, redis_url: str, tmp_path: Path
) -> None:
    site = Site(
        tmp_path,
        DATABASE_URL=migrated_postgres.new_database(),
        REDIS_URL=redis_url,
        EMBEDDED_WORKER="0",
        SOCKET_RATE="0",
    )
    rooms = site.rooms(2)
    with site.serving() as one, site.serving() as other:
        await asyncio.gather(*(race(one, other, room, n) for n, room in enumerate(rooms)))
    assert "2 games agree with their logs" in site.manage("verifylog")
