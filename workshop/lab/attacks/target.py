"""What an attack needs, and raw connections from the attacker's addresses."""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

import msgspec

from workshop.lab.rfc6455 import handshake

ATTACKER = "127.0.0.9"
MOST_ADDRESSES = 250
VISITORS = tuple(f"127.0.1.{number}" for number in range(1, 7))
"""Addresses of people who only watch a room that is attacked."""
PAUSE_S = 0.05
"""The pause of an attacker whose connection was refused or closed."""

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Attack = Callable[["Target"], Awaitable[None]]
"""An attack runs until it is cancelled."""


class Target(msgspec.Struct):
    """A server, and a room in it. cookies: sessions of guests of the attacker.

    game: the code of a finished game, for attacks on pages. source: the attacker's address.
    watched: whether other people watch the room.
    """

    port: int
    room: str
    cookies: list[str]
    game: str = ""
    source: str = ATTACKER
    watched: bool = True

    @property
    def room_path(self) -> str:
        return f"/ws/v1/rooms/{self.room}/"


def from_addresses(target: Target, count: int) -> list[Target]:
    """Return the target for each of `count` addresses, which share the guests among them."""
    if count == 1:
        return [target]
    return [
        msgspec.structs.replace(
            target,
            source=f"127.0.3.{number + 1}",
            cookies=target.cookies[number::count],
            watched=target.watched and number == 0,
        )
        for number in range(count)
    ]


async def connect(target: Target, source: str = "") -> Connection:
    """Return a TCP connection from `source`, by default the attacker's. Raises OSError."""
    connection = socket.socket()
    connection.setblocking(False)
    connection.bind((source or target.source, 0))
    try:
        address = ("127.0.0.1", target.port)
        await asyncio.get_running_loop().sock_connect(connection, address)
    except OSError:
        connection.close()
        raise
    return await asyncio.open_connection(sock=connection)


@asynccontextmanager
async def websocket(
    target: Target, path: str, cookie: str | None = None, source: str = ""
) -> AsyncIterator[Connection]:
    """Open a socket, and reset it at the end. Raises OSError or EOFError if it is refused."""
    reader, writer = await connect(target, source)
    try:
        writer.write(handshake(target.port, path, f"sessionid={cookie}" if cookie else ""))
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 101 "):
            raise ConnectionRefusedError(answer.split(b"\r\n", 1)[0])
        yield reader, writer
    finally:
        writer.transport.abort()


async def read_all(reader: asyncio.StreamReader) -> None:
    """Read until the connection ends."""
    with suppress(OSError):
        while await reader.read(1 << 20):
            pass


async def again_and_again(attempt: Callable[[], Awaitable[None]]) -> None:
    """Repeat `attempt`, with a pause after each, whether it fails or not."""
    while True:
        with suppress(OSError, EOFError):
            await attempt()
        await asyncio.sleep(PAUSE_S)


async def together(count: int, attempt: Callable[[int], Awaitable[None]]) -> None:
    """Repeat `attempt(number)` for `count` numbers at once, until cancelled."""
    async with asyncio.TaskGroup() as group:
        for number in range(count):
            group.create_task(again_and_again(partial(attempt, number)))


def more_descriptors() -> None:
    """Raise this process's limit on open files: an attack may open many connections."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
