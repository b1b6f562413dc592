"""Sixteen addresses that write: they open rooms, change seats and ask for tickets."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count, cycle

from workshop.lab.attacks.target import (
    Attack,
    Target,
    connect,
    together,
    websocket,
)
from workshop.lab.rfc6455 import TEXT, frame

WRITERS = tuple(f"127.0.2.{number}" for number in range(1, 17))
COMMANDS_PER_S = 5
"""Of each socket: more than the limits let through for long."""
TOKEN = "f" * 32
"""Django accepts any form token that equals its cookie."""
SEAT = ('{"type":"stand","id":"a"}', '{"type":"sit","seat":0,"id":"b"}')
TICKET = ('{"type":"play","variant":"yacht","players":4,"id":"a"}', '{"type":"cancel","id":"b"}')
_numbers = count()
_done: Counter[str] = Counter()

Write = Callable[[Target, str], Awaitable[None]]
"""What one address repeats."""


async def open_room(target: Target, source: str) -> tuple[str, str]:
    """Become a guest and open a room, with one form. Return the room's code and the session.

    Raises OSError or EOFError; ConnectionRefusedError if the server answers with anything else.
    """
    body = f"csrfmiddlewaretoken={TOKEN}&variant=yacht&name=writer{next(_numbers)}"
    lines = [
        "POST /new/ HTTP/1.1",
        f"Host: 127.0.0.1:{target.port}",
        f"Cookie: csrftoken={TOKEN}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    reader, writer = await connect(target, source)
    try:
        writer.write("\r\n".join([*lines, "", body]).encode())
        answer = (await reader.read(-1)).decode()
    finally:
        writer.transport.abort()
    room = re.search(r"^location: /r/(\w+)/", answer, re.IGNORECASE | re.MULTILINE)
    session = re.search(r"^set-cookie:\s+sessionid=(\w+)", answer, re.IGNORECASE | re.MULTILINE)
    _done[answer.partition("\r\n")[0]] += 1
    if room is None or session is None:
        raise ConnectionRefusedError(answer.partition("\r\n")[0])
    return room[1], session[1]


async def open_rooms(target: Target, source: str) -> None:
    """Open one room after the other."""
    await open_room(target, source)


async def change_seat(target: Target, source: str) -> None:
    """Stand up and sit down in a room of one's own."""
    room, session = await open_room(target, source)
    await _repeat(target, f"/ws/v1/rooms/{room}/", session, source, SEAT)


async def ask_for_tickets(target: Target, source: str) -> None:
    """Search for players, and end the search."""
    _, session = await open_room(target, source)
    await _repeat(target, "/ws/v1/lobby/", session, source, TICKET)


async def _repeat(
    target: Target, path: str, session: str, source: str, commands: tuple[str, ...]
) -> None:
    frames = [frame(TEXT, command.encode()) for command in commands]
    async with websocket(target, path, session, source) as (reader, writer):
        reading = asyncio.create_task(_count_acks(reader))
        try:
            for each in cycle(frames):
                if reading.done():
                    break
                writer.write(each)
                await asyncio.sleep(1 / COMMANDS_PER_S)
        finally:
            reading.cancel()


async def _count_acks(reader: asyncio.StreamReader) -> None:
    while data := await reader.read(1 << 20):
        _done["changes"] += data.count(b'"type":"ack"')


def from_all(*writes: Write) -> Attack:
    """Return the attack in which all addresses repeat each of `writes`, and count what was done."""

    async def attack(target: Target) -> None:
        async with asyncio.TaskGroup() as group:
            for write in writes:
                one = partial(_from_one, target, write)
                group.create_task(together(len(WRITERS), one))

    async def counted(target: Target) -> None:
        try:
            await attack(target)
        finally:
            print(", ".join(f"{what}: {times}" for what, times in sorted(_done.items())))

    return counted


async def _from_one(target: Target, write: Write, number: int) -> None:
    await write(target, WRITERS[number])


BY_WRITERS: dict[str, Attack] = {
    "rooms of 16": from_all(open_rooms),
    "seats of 16": from_all(change_seat),
    "tickets of 16": from_all(ask_for_tickets),
    "writes of 16": from_all(open_rooms, change_seat, ask_for_tickets),
}
