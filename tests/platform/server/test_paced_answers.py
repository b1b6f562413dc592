"""Answers that are made while they are sent: the server waits for their reader."""

import asyncio
import socket

import pytest

from tests.platform.server.process import ServerProcess, serving

HEAD = b"GET /download HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


async def ask(server: ServerProcess) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask for a download by a connection that has little room in the kernel."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    connection.setblocking(False)
    await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", server.port))
    reader, writer = await asyncio.open_connection(sock=connection, limit=4096)
    writer.write(HEAD)
    return reader, writer


async def test_a_slow_reader_gets_it_all_and_the_server_holds_little_of_it() -> None:
    async with serving() as server:
        before = server.megabytes()
        reader, writer = await ask(server)
        # The kernel takes some megabytes for a client that does not read.
        with pytest.raises(TimeoutError):
            await server.hears("sent all", 2)
        assert server.megabytes() - before < 8
        assert (await reader.read()).count(b"x") == 32_000_000
        await server.hears("sent all")
        assert server.megabytes() - before < 8
        writer.close()


async def test_no_more_is_made_for_a_client_that_has_left() -> None:
    async with serving() as server:
        _reader, writer = await ask(server)
        await server.hears("50 parts")
        writer.transport.abort()
        left = await server.hears(r"left after (\d+)")
        assert int(left[1]) < 500


async def test_a_client_that_does_not_read_is_dropped() -> None:
    async with serving(idle_seconds=0.5, read_bytes=1_000_000_000) as server:
        _reader, _writer = await ask(server)
        left = await server.hears(r"left after (\d+)")
        assert int(left[1]) < 500


async def test_a_slow_client_that_reads_fast_enough_is_not_dropped() -> None:
    async with serving(idle_seconds=0.5, read_bytes=100_000) as server:
        reader, writer = await ask(server)
        for _ in range(20):
            await asyncio.sleep(0.1)
            await reader.readexactly(100_000)
        assert (await reader.read()).count(b"x") > 25_000_000
        await server.hears("sent all")
        writer.close()
