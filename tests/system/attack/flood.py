"""A client that sends frames as fast as it can, from an address of its own."""

import asyncio
from contextlib import suppress

from tests.platform.server.process import ServerProcess, frame

ATTACKER = "127.0.0.9"
PIECE = 64 * 1024
"""What one write holds: the server reads as much at once."""
PATIENCE_S = 60.0

PING = frame(0x89, b"")
PONG = frame(0x8A, b"")
EMPTY_TEXT = frame(0x81, b"")
EMPTY_BINARY = frame(0x82, b"")
FIRST_FRAGMENT = frame(0x01, b"")
FRAGMENT = frame(0x00, b"")
LAST_FRAGMENT = frame(0x80, b"")


async def flood(
    server: ServerProcess, frames: bytes, *, first: bytes = b"", path: str = "/echo"
) -> tuple[int, int | None]:
    """Repeat `frames` until the server closes, at most for PATIENCE_S.

    Return how many bytes were sent, and the close code (None: the connection was reset).
    """
    reader, writer = await server.raw(path, ATTACKER)
    reading = asyncio.create_task(close_code(reader))
    piece = frames * (PIECE // len(frames))
    sent = 0
    writer.write(first)
    async with asyncio.timeout(PATIENCE_S):
        with suppress(ConnectionError):
            while not reading.done():
                writer.write(piece)
                await writer.drain()
                sent += len(piece)
                await asyncio.sleep(0)
    writer.close()
    return sent, await reading


async def close_code(reader: asyncio.StreamReader) -> int | None:
    """Read frames up to the close frame; return its code, None if the connection is reset."""
    try:
        while True:
            head = await reader.readexactly(2)
            length = head[1]
            if length == 126:
                length = int.from_bytes(await reader.readexactly(2))
            payload = await reader.readexactly(length)
            if head[0] == 0x88:
                return int.from_bytes(payload[:2])
    except (ConnectionError, asyncio.IncompleteReadError):
        return None
