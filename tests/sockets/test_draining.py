"""What the health checks of a real site say while it drains."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.support.servers import Server, Site

pytestmark = pytest.mark.server


class KeptAlive:
    """A connection that a load balancer keeps open between its checks."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def ask(self, path: str) -> tuple[int, bytes]:
        """Return status and body of the answer."""
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        status = int((await self._reader.readline()).split()[1])
        headers = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        if "content-length: " in headers:
            length = int(headers.partition("content-length: ")[2].partition("\r\n")[0])
            return status, await self._reader.readexactly(length)
        return status, await self._chunks()

    async def _chunks(self) -> bytes:
        body = b""
        while size := int(await self._reader.readline(), 16):
            body += (await self._reader.readexactly(size + 2))[:-2]
        await self._reader.readline()
        return body


async def keep_alive(server: Server) -> KeptAlive:
    return KeptAlive(*await asyncio.open_connection("127.0.0.1", server.port))


async def stuck_socket(server: Server, code: str) -> asyncio.StreamWriter:
    """Open a socket whose client answers no close frame: the drain waits two seconds for it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        f"GET /ws/v1/rooms/{code}/ HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
        f"Origin: http://localhost:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readline()
    return writer


async def test_it_is_not_ready_but_alive(tmp_path: Path) -> None:
    site = Site(tmp_path, EMBEDDED_WORKER="0")
    (room,) = await asyncio.to_thread(site.rooms, 1)
    with site.serving() as server:
        client = await server.connect(room["code"])
        balancer = await keep_alive(server)
        assert (await balancer.ask("/readyz"))[0] == 200
        writer = await stuck_socket(server, room["code"])
        server.terminate()
        assert (await client.hear("bye"))["reason"] == "restart"
        status, body = await balancer.ask("/readyz")
        assert (status, json.loads(body)["server"]) == (503, "draining")
        assert (await balancer.ask("/healthz")) == (200, b"ok")
        # A balancer that opens a connection for each check is refused.
        with pytest.raises(ConnectionRefusedError):
            await keep_alive(server)
        writer.close()
        assert await asyncio.to_thread(server.child.wait, 20) == 0
