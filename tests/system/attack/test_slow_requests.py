"""Clients that send or read one byte at a time: nothing extends a deadline."""

import asyncio
import socket

import pytest

from tests.platform.server.process import ServerProcess, serving
from tests.system.attack.drip import Drip, drip, read_all

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
GET_ONCE = GET + b"Connection: close\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    b"GET /echo HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
SLOW = 60.0
"""Seconds of a deadline that is not meant to pass in a test."""


async def echoes(server: ServerProcess) -> bool:
    """Return whether somebody else is served."""
    async with server.connect("/echo") as alice:
        await alice.send("still here")
        return bool(await alice.recv() == "still here")


async def closes_with_408(server: ServerProcess, client: Drip, endless: bytes) -> None:
    """Assert that a dripping client is told that it was too slow, while others are served."""
    dripping = asyncio.create_task(client.go_on(endless))
    async with asyncio.timeout(SLOW / 2):
        while not dripping.done():
            assert await echoes(server)
            await asyncio.sleep(0.1)
    answer = await dripping
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert answer.count(b"HTTP/1.1") == 1
    assert client.sent > 0


async def test_it_closes_dripped_headers() -> None:
    async with serving(header_seconds=1, body_seconds=SLOW, idle_seconds=SLOW) as server:
        client = await drip(server.port, GET)
        await closes_with_408(server, client, b"X-More: and more\r\n")


async def test_it_closes_dripped_bodies() -> None:
    async with serving(header_seconds=SLOW, body_seconds=1, idle_seconds=SLOW) as server:
        client = await drip(server.port, POST + b"Content-Length: 60000\r\n\r\n")
        await closes_with_408(server, client, b"a")
        client = await drip(server.port, POST + b"Transfer-Encoding: chunked\r\n\r\n")
        await closes_with_408(server, client, b"1\r\na\r\n")


async def test_it_closes_dripped_handshakes() -> None:
    async with serving(header_seconds=1, body_seconds=SLOW, idle_seconds=SLOW) as server:
        client = await drip(server.port, UPGRADE)
        await closes_with_408(server, client, b"X-More: and more\r\n")


async def test_it_closes_idle_connections_without_an_answer() -> None:
    async with serving(header_seconds=1, body_seconds=SLOW, idle_seconds=1) as server:
        silent = await drip(server.port, b"")
        kept = await drip(server.port, GET + b"\r\n")
        assert await read_all(silent.reader) == b""
        answer = await read_all(kept.reader)
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("version", [b"1.0", b"1.1"])
async def test_it_drops_who_does_not_read_an_answer(version: bytes) -> None:
    limits = {"header_seconds": SLOW, "body_seconds": SLOW, "read_bytes": 100_000_000}
    async with serving(idle_seconds=3, **limits) as server:
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
            connection.connect(("127.0.0.1", server.port))
            connection.sendall(b"GET /large HTTP/%s\r\n\r\n" % version)
            assert await echoes(server)
            assert server.connections() == 1
            for _ in range(200):
                await asyncio.sleep(0.1)
                if not server.connections():
                    return
            pytest.fail("The connection stays open.")


async def test_it_refuses_a_body_in_very_many_pieces() -> None:
    async with serving() as server:
        chunks = await drip(
            server.port, POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 2000
        )
        assert (await read_all(chunks.reader)).startswith(b"HTTP/1.1 400 ")
        few = await drip(
            server.port,
            POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            + b"1\r\na\r\n" * 120 + b"0\r\n\r\n",
        )  # fmt: skip
        assert (await read_all(few.reader)).startswith(b"HTTP/1.1 200 ")


async def test_it_refuses_more_than_100_headers_and_16_kib_of_them() -> None:
    async with serving() as server:
        for headers, status in [
            (b"a: b\r\n" * 98, b"HTTP/1.1 200 "),
            (b"a: b\r\n" * 99, b"HTTP/1.1 400 "),
            (b"a: " + b"b" * 16_000 + b"\r\n", b"HTTP/1.1 200 "),
            (b"a: " + b"b" * 8_000 + b"\r\n" + b"c: " + b"d" * 8_500 + b"\r\n", b"HTTP/1.1 400 "),
        ]:
            client = await drip(server.port, GET_ONCE + headers + b"\r\n")
            assert (await read_all(client.reader)).startswith(status), headers[:20]


async def test_it_refuses_a_large_body_before_it_comes() -> None:
    async with serving() as server:
        client = await drip(server.port, POST + b"Content-Length: 65537\r\n\r\n")
        assert (await read_all(client.reader)).startswith(b"HTTP/1.1 413 ")


async def test_it_drops_a_client_that_sends_frames_with_its_handshake() -> None:
    async with serving() as server:
        client = await drip(server.port, UPGRADE + b"\r\n" + b"\x81\x80abcd")
        assert b"HTTP/1.1 101 " not in await read_all(client.reader)
        assert await echoes(server)
