"""A client that does not read what the server sends."""

import asyncio
import time

import websockets

from tests.platform.server.process import frame, serving


async def test_it_drops_a_reader_that_stalls_while_others_go_on() -> None:
    async with serving(stall_seconds=1) as server, server.connect("/pour") as alice:
        await alice.recv()
        reading = asyncio.create_task(read_all(alice))
        before = server.megabytes()
        began = time.monotonic()
        stalled = [await server.raw("/pour") for _ in range(5)]
        for _ in stalled:
            await server.hears("disconnect 1006")
        # The kernel buffers fill up first.
        assert time.monotonic() - began > 1
        assert server.megabytes() - before < 20
        assert not reading.done()
        reading.cancel()


async def read_all(socket: websockets.ClientConnection) -> None:
    async for _ in socket:
        pass


async def test_it_drops_a_reader_at_once_when_too_much_waits_for_it() -> None:
    async with serving(stall_seconds=60) as server:
        before = server.megabytes()
        _reader, writer = await server.raw("/burst")
        writer.write(frame(0x81, b"go"))
        await server.hears("disconnect 1006")
        # At most 4 MiB wait; sending may copy them once or twice.
        assert server.megabytes() - before < 20
