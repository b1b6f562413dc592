"""The site itself as the target: a database with people, and a server with the default limits."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import websockets

from tests.platform.server.process import ServerProcess, running
from tests.support.play import move
from tests.support.servers import Site, SocketClient


@asynccontextmanager
async def site_server(site: Site, descriptors: str = "") -> AsyncIterator[ServerProcess]:
    """Serve the site; `descriptors` is a limit on its file descriptors."""
    arguments = ("{}", "site", descriptors)
    environment = {"DATA_DIR": str(site.directory), "EMBEDDED_WORKER": "0"}
    command = ("-m", "tests.platform.server.run", *arguments)
    async with running(*command, ready=r"^ready (\d+)", environment=environment) as server:
        yield server


def gathering(site: Site, guests: int) -> tuple[str, list[str]]:
    """Create a room and guests; return its code and their cookies."""
    made = json.loads(site.run("-m", "workshop.lab.loadtest", "gather", str(guests)))
    return made["room"], [player["cookie"] for player in made["players"]]


async def enter(
    server: ServerProcess, code: str, cookie: str | None = None, source: str = "127.0.0.1"
) -> websockets.ClientConnection:
    """Open a room's socket from the address `source`."""
    return await websockets.connect(
        f"ws://127.0.0.1:{server.port}/ws/v1/rooms/{code}/",
        origin=websockets.Origin(f"http://127.0.0.1:{server.port}"),
        additional_headers={} if cookie is None else {"Cookie": f"sessionid={cookie}"},
        ping_interval=None,
        max_size=None,
        local_addr=(source, 0),
    )


class Players:
    """Alice and bob, who play from another address than the attacker's."""

    def __init__(self, server: ServerProcess, room: dict[str, Any]) -> None:
        self.server = server
        self.room = room
        self.moves = 0

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let them move during the block; every move must be acknowledged, and one at least."""
        alice, bob = [
            await SocketClient(
                await enter(self.server, self.room["code"], self.room[name], "127.0.0.2")
            ).begin()
            for name in ("alice", "bob")
        ]
        stop = asyncio.Event()
        task = asyncio.create_task(self._play([alice, bob], stop))
        try:
            yield
        finally:
            stop.set()
            await task
            await alice.leave()
            await bob.leave()
        assert self.moves > 0

    async def _play(self, players: list[SocketClient], stop: asyncio.Event) -> None:
        rng = random.Random(1)
        while not stop.is_set() and players[0].table["status"] == "playing":
            answer = await move(players[players[0].table["acting"][0]], rng)
            assert answer["type"] == "ack", answer
            self.moves += 1
            for player in players:
                await player.reach(answer["seq"])
            await asyncio.sleep(0.1)
