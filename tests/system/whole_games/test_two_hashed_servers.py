"""Two servers and a worker behind nginx, which hashes rooms over them; PostgreSQL and Redis."""

import asyncio
import http.client
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest

from tests.support.servers import Server, Site, SocketClient
from tests.support.services import (
    MigratedPostgres,
    collected_static,
    link_collected,
    running_nginx,
)
from tests.support.services.processes import stop_child

pytestmark = pytest.mark.server

ROOMS = 28
"""So many that each of two processes has some: nginx hashes their random codes."""
PATIENCE_S = 60.0


class Table(NamedTuple):
    """A room with a running game, and its players' connections."""

    room: dict[str, Any]
    alice: SocketClient
    bob: SocketClient


class Installation(NamedTuple):
    """The site, nginx (to players it is one server) and the servers behind it."""

    site: Site
    front: Server
    servers: list[Server]


@pytest.fixture(scope="module")
def installation(
    tmp_path_factory: pytest.TempPathFactory, migrated_postgres: MigratedPostgres, redis_url: str
) -> Iterator[Installation]:
    """The site, served by two processes."""
    site = Site(
        tmp_path_factory.mktemp("site"),
        DATABASE_URL=migrated_postgres.new_database(),
        REDIS_URL=redis_url,
        SOCKET_RATE="0",
        EMBEDDED_WORKER="0",
        TRUSTED_PROXIES="loopback",
    )
    link_collected(site.directory)
    with ExitStack() as stack:
        servers = [stack.enter_context(site.serving()) for _ in range(2)]
        stack.callback(stop_child, site.start_worker())
        ports = [server.port for server in servers]
        nginx = stack.enter_context(running_nginx(ports, {}, collected_static()))
        yield Installation(site, Server(nginx.port, nginx.child, nginx.log), servers)


async def sit(front: Server, room: dict[str, Any]) -> Table:
    """Connect both players of a room."""
    alice = await front.connect(room["code"], room["alice"])
    bob = await front.connect(room["code"], room["bob"])
    return Table(room, alice, bob)


async def come_back(front: Server, table: Table) -> Table:
    """Return the table with new connections for those that were lost."""
    if table.alice.closed is None:
        return table
    again = await sit(front, table.room)
    assert again.alice.table["seq"] >= table.alice.table["seq"]
    return again


async def play(table: Table) -> None:
    """Let the player whose turn it is roll, and both see it."""
    acting = table.alice.table["seats"][table.alice.table["acting"][0]]["name"]
    mover = table.alice if acting == "Alice" else table.bob
    assert (await mover.roll())["type"] == "ack"
    seq = mover.table["seq"]
    views = [await each.reach(seq) for each in (table.alice, table.bob)]
    assert views[0] == views[1]


def agree(table: Table) -> bool:
    """Return whether both players have lost their connection, or none of them."""
    return (table.alice.closed is None) == (table.bob.closed is None)


async def wait_for(ready: Callable[[], bool]) -> None:
    """Wait until `ready()`. Raises TimeoutError."""
    deadline = time.monotonic() + PATIENCE_S
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError
        await asyncio.sleep(0.05)


def test_it_sends_collected_files_with_the_headers_of_the_servers(
    installation: Installation,
) -> None:
    port = installation.front.port
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/", headers={"Host": f"localhost:{port}"})
    got = connection.getresponse()
    page = got.read().decode()
    assert got.status == 200
    style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    connection.request("GET", style, headers={"Accept-Encoding": "gzip"})
    got = connection.getresponse()
    got.read()
    headers = {name.lower(): value for name, value in got.getheaders()}
    assert got.status == 200
    # nginx has it from the disk: an ETag of its own, in the form "time-size".
    assert "-" in headers["etag"]
    assert headers["content-encoding"] == "gzip"
    assert headers["content-type"] == "text/css; charset=utf-8"
    assert headers["cache-control"] == "max-age=31536000, public, immutable"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


async def test_it_costs_a_reconnect_when_one_process_is_killed(installation: Installation) -> None:
    site, front, servers = installation
    tables = [await sit(front, room) for room in site.rooms(ROOMS)]
    for table in tables:
        await play(table)
    servers[0].child.kill()
    await wait_for(lambda: any(table.alice.closed is not None for table in tables))
    await asyncio.sleep(0.5)
    # Rooms are hashed: both players of a room were in one process, and both processes had rooms.
    await wait_for(lambda: all(map(agree, tables)))
    lost = [table for table in tables if table.alice.closed is not None]
    assert 0 < len(lost) < ROOMS
    for table in [await come_back(front, table) for table in tables]:
        await play(table)
        await table.alice.leave()
        await table.bob.leave()
    site.manage("verifylog")
