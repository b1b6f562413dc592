"""The attacks against two processes on PostgreSQL behind nginx, set up as in docs/nginx.conf."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import psutil  # type: ignore[import-untyped]
import pytest

from tests.platform.server.process import frame
from tests.support.servers import Server, Site
from tests.support.services import MigratedPostgres, running_nginx
from tests.system.attack.drip import Drip, read_all

pytestmark = pytest.mark.long

ATTACKER = "127.0.0.9"
HEADER_S = 2
"""Instead of 10 s, for a short test."""
FILES = 100
"""How many files that nginx does not have it asks for at once; instead of 1,500."""


class Front(NamedTuple):
    """The proxy, the two servers behind it, and rooms with a running game."""

    proxy: Server
    servers: list[Server]
    rooms: list[dict[str, Any]]


@pytest.fixture(scope="module")
def front(
    tmp_path_factory: pytest.TempPathFactory, migrated_postgres: MigratedPostgres, redis_url: str
) -> Iterator[Front]:
    """Two server processes behind nginx."""
    site = Site(
        tmp_path_factory.mktemp("site"),
        DATABASE_URL=migrated_postgres.new_database(),
        REDIS_URL=redis_url,
        EMBEDDED_WORKER="0",
        TRUSTED_PROXIES="127.0.0.1",
        DEBUG="true",
    )
    shorter = {
        "client_header_timeout 10s": f"client_header_timeout {HEADER_S}s",
        "zone=files:10m rate=50r/s": "zone=files:10m rate=1r/s",
        "zone=files burst=1500": f"zone=files burst={FILES}",
    }
    with ExitStack() as stack:
        servers = [stack.enter_context(site.serving()) for _ in range(2)]
        nginx = stack.enter_context(running_nginx([each.port for each in servers], shorter))
        proxy = Server(nginx.port, nginx.child, nginx.log)
        yield Front(proxy, servers, site.rooms(7))
        assert "emerg" not in nginx.log.read_text()


async def others_play(front: Front, room: dict[str, Any]) -> None:
    """Let alice, through the proxy, and bob, at each server, play a turn together."""
    alice = await front.proxy.connect(room["code"], room["alice"])
    watching = [await server.connect(room["code"], room["bob"]) for server in front.servers]
    assert (await alice.roll())["type"] == "ack"
    assert (await alice.score("choice"))["type"] == "ack"
    for bob in watching:
        assert (await bob.reach(alice.table["seq"]))["seq"] == alice.table["seq"]
        await bob.leave()
    await alice.leave()


async def attacker(front: Front) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the proxy from the attacker's address."""
    return await asyncio.open_connection("127.0.0.1", front.proxy.port, local_addr=(ATTACKER, 0))


def connections(server: Server) -> int:
    """Return how many connections a server has, except those to PostgreSQL and Redis."""
    of_process = psutil.Process(server.child.pid).net_connections("tcp")
    return sum(
        each.status == "ESTABLISHED" and each.laddr.port == server.port for each in of_process
    )


SLOW = {
    "headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: ",
    "handshakes": b"GET /ws/v1/lobby/ HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nX-More: ",
}


@pytest.mark.parametrize("what", SLOW)
async def test_it_ends_slow_headers_and_handshakes_at_the_proxy(front: Front, what: str) -> None:
    slow = [Drip(*await attacker(front)) for _ in range(50)]
    for client in slow:
        client.writer.write(SLOW[what])
    dripping = [asyncio.create_task(client.go_on(b"a")) for client in slow]
    await others_play(front, front.rooms[list(SLOW).index(what)])
    assert all(connections(server) == 0 for server in front.servers)
    async with asyncio.timeout(60):
        answers = await asyncio.gather(*dripping)
    # nginx closes without an answer, or with 408.
    assert {answer[:12] for answer in answers} <= {b"", b"HTTP/1.1 408"}


async def test_it_keeps_slow_bodies_from_the_servers(front: Front) -> None:
    slow = [Drip(*await attacker(front)) for _ in range(50)]
    host = f"Host: 127.0.0.1:{front.proxy.port}\r\n".encode()
    for client in slow:
        client.writer.write(b"POST /guest/ HTTP/1.1\r\n" + host + b"Content-Length: 60000\r\n\r\n")
    dripping = [asyncio.create_task(client.go_on(b"a")) for client in slow]
    await others_play(front, front.rooms[2])
    # The proxy waits for the whole body: no server has heard of these requests.
    assert all(connections(server) == 0 for server in front.servers)
    assert not any(task.done() for task in dripping)
    for task, client in zip(dripping, slow, strict=True):
        task.cancel()
        client.writer.transport.abort()


async def test_it_gives_one_address_400_connections(front: Front) -> None:
    request = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{front.proxy.port}\r\n".encode()
    held = [await attacker(front) for _ in range(450)]
    for _, writer in held:
        # nginx counts a connection when its headers are complete; a long body keeps it open.
        writer.write(request + b"Content-Length: 60000\r\n\r\n")
    over = [asyncio.create_task(reader.readline()) for reader, _ in held]
    await others_play(front, front.rooms[3])
    done, waiting = await asyncio.wait(over, timeout=5)
    assert len(waiting) <= 400
    assert {task.result()[:12] for task in done} == {b"HTTP/1.1 429"}
    for task in waiting:
        task.cancel()
    for _, writer in held:
        writer.transport.abort()


async def test_it_computes_few_pages_and_serves_others(front: Front) -> None:
    host = f"Host: 127.0.0.1:{front.proxy.port}\r\nConnection: close\r\n\r\n".encode()
    before = [psutil.Process(server.child.pid).num_threads() for server in front.servers]

    async def page() -> bytes:
        reader, writer = await attacker(front)
        writer.write(b"GET /leaderboards/yacht/ HTTP/1.1\r\n" + host)
        answer = await read_all(reader)
        writer.close()
        return answer[9:12]

    flood = [asyncio.create_task(page()) for _ in range(120)]
    await others_play(front, front.rooms[4])
    statuses = Counter(await asyncio.gather(*flood))
    assert set(statuses) <= {b"200", b"503", b"429"}
    assert statuses[b"200"] >= 1
    for server, threads in zip(front.servers, before, strict=True):
        # Pools of 8, 3 and 2 threads, and a few of Django and the server.
        assert psutil.Process(server.child.pid).num_threads() <= threads + 13 + 5


async def test_it_limits_requests_for_files_that_it_does_not_have(front: Front) -> None:
    request = f"GET /static/none.js HTTP/1.1\r\nHost: 127.0.0.1:{front.proxy.port}\r\n\r\n".encode()

    async def ask(times: int) -> Counter[bytes]:
        reader, writer = await attacker(front)
        writer.write(request * times)
        answered: Counter[bytes] = Counter()
        for _ in range(times):
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: (\d+)", head)
            assert length is not None, head
            await reader.readexactly(int(length[1]))
            answered[head[9:12]] += 1
        writer.close()
        return answered

    asked = asyncio.create_task(ask(5 * FILES))
    await others_play(front, front.rooms[5])
    statuses = await asked
    assert set(statuses) == {b"404", b"429"}
    assert statuses[b"404"] >= FILES


async def test_it_closes_sockets_that_flood_through_the_proxy(front: Front) -> None:
    room = front.rooms[6]
    host = f"127.0.0.1:{front.proxy.port}"
    handshake = (
        f"GET /ws/v1/rooms/{room['code']}/ HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()

    async def flood() -> bytes:
        reader, writer = await attacker(front)
        writer.write(handshake)
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        writer.write(frame(0x89, b"") * 10_000)
        return await read_all(reader)

    floods = [asyncio.create_task(flood()) for _ in range(3)]
    await others_play(front, room)
    async with asyncio.timeout(60):
        await asyncio.gather(*floods)
