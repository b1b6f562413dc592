"""script/cluster: two servers and a worker behind nginx."""

import asyncio
import http.client
import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import psutil  # type: ignore[import-untyped]
import pytest

from tests.assembly.cluster.running import RunningCluster, running_cluster
from tests.support.servers import Site, SocketClient
from tests.support.services import MigratedPostgres

ROOMS = 28
"""So many that each of two processes has some: nginx hashes their random codes."""
PATIENCE_S = 60.0


class Table(NamedTuple):
    """A room with a running game, and its players' connections."""

    room: dict[str, Any]
    alice: SocketClient
    bob: SocketClient


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, migrated_postgres: MigratedPostgres, redis_url: str
) -> Site:
    """A site on PostgreSQL and Redis."""
    return Site(
        tmp_path_factory.mktemp("site"),
        DATABASE_URL=migrated_postgres.new_database(),
        REDIS_URL=redis_url,
        SOCKET_RATE="0",
    )


@pytest.fixture(scope="module")
def cluster(site: Site) -> Iterator[RunningCluster]:
    """The site, served by two processes."""
    with running_cluster(site) as running:
        yield running
        names = set(running.processes())
    assert names == {"web-0", "web-1", "worker", "nginx"}
    assert running.child.returncode == 0


async def sit(cluster: RunningCluster, room: dict[str, Any]) -> Table:
    """Connect both players of a room."""
    alice = await cluster.connect(room["code"], room["alice"])
    bob = await cluster.connect(room["code"], room["bob"])
    return Table(room, alice, bob)


async def come_back(cluster: RunningCluster, table: Table) -> Table:
    """Return the table with new connections for those that were lost."""
    if table.alice.closed is None:
        return table
    again = await sit(cluster, table.room)
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


def is_served_by(cluster: RunningCluster, name: str, pid: int) -> bool:
    """Return whether the process with this name is another than `pid`."""
    processes = cluster.processes()
    return name in processes and processes[name].pid != pid


async def test_it_costs_a_reconnect_when_one_process_is_killed(
    site: Site, cluster: RunningCluster
) -> None:
    tables = [await sit(cluster, room) for room in site.rooms(ROOMS)]
    for table in tables:
        await play(table)
    before = cluster.processes()["web-0"].pid
    cluster.kill("web-0")
    await wait_for(lambda: any(table.alice.closed is not None for table in tables))
    await asyncio.sleep(0.5)
    # Rooms are hashed: both players of a room were in one process, and both processes had rooms.
    await wait_for(lambda: all(map(agree, tables)))
    lost = [table for table in tables if table.alice.closed is not None]
    assert 0 < len(lost) < ROOMS
    for table in [await come_back(cluster, table) for table in tables]:
        await play(table)
        await table.alice.leave()
        await table.bob.leave()
    await wait_for(lambda: is_served_by(cluster, "web-0", before))
    site.manage("verifylog")


def answer(cluster: RunningCluster) -> tuple[int, str]:
    """Return the status of the home page, and the path of its style sheet."""
    connection = http.client.HTTPConnection("127.0.0.1", cluster.port, timeout=20)
    connection.request("GET", "/", headers={"Host": f"localhost:{cluster.port}"})
    got = connection.getresponse()
    page = got.read().decode()
    return got.status, page.partition('rel="stylesheet" href="')[2].partition('"')[0]


async def test_it_has_nginx_read_its_configuration_again(cluster: RunningCluster) -> None:
    before = {name: each.pid for name, each in cluster.processes().items()}

    def readers() -> set[int]:
        """The processes of nginx that answer, which a new configuration replaces."""
        return {each.pid for each in cluster.processes()["nginx"].children()}

    old = readers()
    cluster.child.send_signal(signal.SIGHUP)
    await wait_for(lambda: bool(now := readers()) and now.isdisjoint(old))
    assert (await asyncio.to_thread(answer, cluster))[0] == 200
    assert {name: each.pid for name, each in cluster.processes().items()} == before


def test_it_sends_collected_files_with_the_headers_of_the_servers(cluster: RunningCluster) -> None:
    status, style = answer(cluster)
    assert status == 200
    connection = http.client.HTTPConnection("127.0.0.1", cluster.port, timeout=20)
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


async def test_it_starts_nginx_again(cluster: RunningCluster) -> None:
    before = cluster.processes()["nginx"].pid
    cluster.kill("nginx")
    await wait_for(lambda: is_served_by(cluster, "nginx", before) and cluster.listens())
    assert answer(cluster)[0] == 200


@pytest.mark.long
async def test_it_replaces_a_process_that_hangs(cluster: RunningCluster) -> None:
    hanging = cluster.processes()["web-1"].pid
    os.kill(hanging, signal.SIGSTOP)
    await wait_for(lambda: is_served_by(cluster, "web-1", hanging))


def test_it_leaves_no_process_behind_when_it_is_killed(site: Site) -> None:
    with running_cluster(site, "--processes=1", "--workers=0") as running:
        left = psutil.Process(running.child.pid).children(recursive=True)
        assert left
        running.child.kill()
        running.child.wait()
        _, alive = psutil.wait_procs(left, timeout=30)
    assert alive == []
