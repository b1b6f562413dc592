"""One address with many connections, sockets or guests, while alice and bob play."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest
import websockets

from tests.platform.server.process import PATIENCE_S, ServerProcess, serving
from tests.support.servers import Site
from tests.system.attack.flood import ATTACKER
from tests.system.attack.site import Players, enter, gathering, site_server
from workshop.lab.attacks.attacks import ATTACKS
from workshop.lab.attacks.target import Target

ATTACK_S = 5.0
CONNECTIONS_PER_ADDRESS = 400
"""Twice SOCKETS_PER_ADDRESS, see docs/settings.md."""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


async def hold(server: ServerProcess, count: int, kept: int) -> list[asyncio.StreamWriter]:
    """Open `count` connections of the attacker, each with half a request; return those that the
    server keeps once they are as few as `kept`, and half a second later.
    """
    opened = await asyncio.gather(*(half_request(server) for _ in range(count)))
    closing = [asyncio.create_task(is_closed(reader)) for reader, _ in opened]
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_S):
            while sum(not task.done() for task in closing) > kept:  # noqa: ASYNC110 - many tasks
                await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    held = []
    for task, (_, writer) in zip(closing, opened, strict=True):
        if task.done():
            writer.close()
        else:
            task.cancel()
            held.append(writer)
    return held


async def half_request(server: ServerProcess) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect from the attacker's address, and send half a request."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", server.port, local_addr=(ATTACKER, 0)
    )
    with suppress(ConnectionError):
        writer.write(b"GET / HTTP/1.1\r\nHost: ")
        await writer.drain()
    return reader, writer


async def is_closed(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionError):
        await reader.read(1)


async def test_it_keeps_as_many_connections_of_one_address_as_allowed() -> None:
    async with serving(header_seconds=60) as server:
        held = await hold(server, CONNECTIONS_PER_ADDRESS + 50, CONNECTIONS_PER_ADDRESS)
        assert len(held) == CONNECTIONS_PER_ADDRESS
        async with server.connect("/echo") as alice:
            await alice.send("from another address")
            assert await alice.recv() == "from another address"
        refused = (await server.counts())["refused"]
        assert sum(refused.values()) == 50
        for writer in held:
            writer.close()


async def test_it_counts_a_connection_until_it_is_closed() -> None:
    async with serving(header_seconds=60, rates={"sockets_per_address": 5}) as server:
        for _ in range(2):
            held = await hold(server, 12, 10)
            assert len(held) == 10
            # A socket counts like any other connection.
            held.pop().close()
            await asyncio.sleep(0.6)
            _, socket = await server.raw("/echo", ATTACKER)
            assert await hold(server, 1, 0) == []
            for writer in (*held, socket):
                writer.transport.abort()
            await asyncio.sleep(1)


async def test_it_serves_others_with_1024_descriptors(site: Site) -> None:
    # The database can open its files, however many connections one address holds.
    room = site.rooms(1)[0]
    async with site_server(site, "1024") as server:
        players = Players(server, room)
        async with players.playing():
            # A quarter of what is left beside the reserve.
            most = (1024 - 256) // 4
            held = await hold(server, 1200, most)
            assert len(held) == most
            pages = await asyncio.gather(*(page(server, f"127.0.0.{10 + n}") for n in range(6)))
            assert [answer.split(b" ")[1] for answer in pages] == [b"200"] * 6
            for writer in held:
                writer.close()
        assert (await server.counts())["threads"] < 40
    assert "unable to open" not in "\n".join(server.said)


async def page(server: ServerProcess, source: str) -> bytes:
    """Return the answer of a page that reads the database to a visitor from `source`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(source, 0))
    writer.write(f"GET /readyz HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer


async def test_it_sends_few_lines_of_a_chat_flood_and_nothing_else(site: Site) -> None:
    # 25 guests of one address write in a room that 120 other sockets watch.
    kinds, seconds, spent = await kinds_during(site, "chat")
    # 30 lines at once and one a second.
    assert 1 <= kinds.count("chat") <= 30 + seconds + 1
    assert kinds.count("room") == 0
    assert spent < 1.5 * seconds, f"{spent} s of CPU in {seconds} s"


async def test_it_sends_few_changes_of_a_room(site: Site) -> None:
    # They sit down and stand up there, each as often as one player may.
    kinds, seconds, spent = await kinds_during(site, "changes of a room")
    # 20 at once and four a second; each may be sent, and the room be read again once.
    assert 1 <= kinds.count("room") <= 20 + 4 * seconds + 1
    assert spent < 1.5 * seconds, f"{spent} s of CPU in {seconds} s"


async def kinds_during(site: Site, attack: str) -> tuple[list[str], float, float]:
    """Attack a room while alice and bob play elsewhere, until nothing is new in it.

    Return the types of all messages that a visitor got, and the seconds and CPU seconds it took.
    """
    room = site.rooms(1)[0]
    code, cookies = gathering(site, 25)
    async with site_server(site) as server:
        players = Players(server, room)
        visitor = await enter(server, code)
        heard = asyncio.create_task(kinds_of_frames(visitor))
        before, began = server.cpu_seconds(), monotonic()
        async with players.playing():
            with suppress(TimeoutError):
                target = Target(server.port, code, cookies)
                await asyncio.wait_for(ATTACKS[attack](target), ATTACK_S)
        seconds, spent = monotonic() - began, server.cpu_seconds() - before
        await visitor.close()
        return await heard, seconds, spent


async def kinds_of_frames(socket: websockets.ClientConnection) -> list[str]:
    """Read to the end; return the type of each message."""
    return [json.loads(frame)["type"] async for frame in socket]
