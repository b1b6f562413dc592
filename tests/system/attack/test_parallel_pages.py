"""One address asks for many pages at once."""

import asyncio
from collections import Counter
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from tests.support.servers import Server, Site
from tests.system.attack.drip import read_all

ATTACKER = "127.0.0.9"
AT_ONCE = 120
POOLS = 8 + 3 + 2
"""Threads for pages, static files and health checks."""


async def ask(server: Server, path: str, source: str = ATTACKER) -> int:
    """Return the status of a page, asked for by an address."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(source, 0))
    host = f"Host: localhost:{server.port}"
    writer.write(f"GET {path} HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n".encode())
    answer = await read_all(reader)
    writer.close()
    return int(answer.split(b" ", 2)[1])


async def ask_until(done: asyncio.Event, server: Server, path: str, seen: Counter[int]) -> None:
    """Ask for a page again and again; count the answers in `seen`."""
    while not done.is_set():
        seen[await ask(server, path)] += 1


async def leave_early(server: Server, path: str) -> None:
    """Ask for a page and disconnect without waiting for it."""
    _, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(ATTACKER, 0))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
    await writer.drain()
    await asyncio.sleep(0.01)
    writer.transport.abort()


class Cost:
    """The most threads and database files that a server had while it was watched."""

    def __init__(self, server: Server) -> None:
        self.process = psutil.Process(server.child.pid)
        self.before = self.process.num_threads()
        self.threads = 0
        self.databases = 0

    async def watch(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            self.threads = max(self.threads, self.process.num_threads())
            files = [each.path for each in self.process.open_files()]
            self.databases = max(self.databases, sum(path.endswith("sqlite3") for path in files))
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("kind", ["serve", "uvicorn"])
async def test_it_keeps_threads_and_databases_few_and_others_served(
    tmp_path: Path, kind: str
) -> None:
    site = Site(tmp_path, DEBUG="true")
    (room,) = site.rooms(1)
    with site.serving(kind) as server:
        alice = await server.connect(room["code"], room["alice"])
        cost = Cost(server)
        watching = asyncio.create_task(cost.watch())
        done, statuses = asyncio.Event(), Counter[int]()
        path = "/leaderboards/yacht/"
        flood = [
            asyncio.create_task(ask_until(done, server, path, statuses)) for _ in range(AT_ONCE)
        ]
        await asyncio.gather(*(leave_early(server, "/") for _ in range(AT_ONCE)))
        assert (await alice.roll())["type"] == "ack"
        assert await ask(server, "/healthz", "127.0.0.1") == 200
        assert await ask(server, "/static/css/base.css", "127.0.0.1") == 200
        assert await ask(server, "/", "127.0.0.1") == 200
        assert (await alice.score("choice"))["type"] == "ack"
        done.set()
        await asyncio.gather(*flood)
        watching.cancel()
        await alice.leave()
    assert set(statuses) == {200, 503}
    # The pools fill up, and Django or the server may use a few threads of their own.
    assert cost.threads <= cost.before + POOLS + 5
    assert cost.databases <= POOLS + 8
