"""A client that sends faster than its handler reads."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from websockets.exceptions import ConnectionClosed

from tests.platform.server.process import ServerProcess, close_code, serving

INBOX_FRAMES = 64  # the default of games.platform.server.server

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server() -> AsyncIterator[ServerProcess]:
    """One server for all tests that do not change it."""
    async with serving() as server:
        yield server


async def test_it_closes_a_flooding_socket_with_4429(server: ServerProcess) -> None:
    async with server.connect("/stuck") as alice:
        # The server may hang up before a slow client has sent all of them. Few come after its close
        # code: what it does not read makes the client lose what it has not read.
        with contextlib.suppress(ConnectionError, ConnectionClosed):
            for _ in range(INBOX_FRAMES + 8):
                await alice.send("x" * 1000)
        assert await close_code(alice) == 4429


async def test_it_keeps_its_memory_while_it_is_flooded(server: ServerProcess) -> None:
    frame = b"\x82\xfe\x3f\xff" + b"\0" * 4 + b"x" * 0x3FFF
    async with server.connect("/echo") as bob:
        before = server.megabytes()
        for _ in range(3):
            reader, writer = await server.raw("/stuck")
            with contextlib.suppress(ConnectionError):
                for _ in range(4000):
                    writer.write(frame)
                    await writer.drain()
                # The server closes the connection. Its close code, tested above, may be lost
                # on the way to a client that is still sending.
                await reader.read(4)
            writer.close()
        assert server.megabytes() - before < 20
        await bob.send("still here")
        assert await bob.recv() == "still here"


async def test_it_drops_a_client_that_sends_before_its_handshake_is_answered(
    server: ServerProcess,
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        b"GET /late HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    await server.hears("connecting")
    writer.write(b"x" * 1000)
    with pytest.raises(ConnectionResetError):
        await reader.read()
    await server.hears("disconnect 1006")
