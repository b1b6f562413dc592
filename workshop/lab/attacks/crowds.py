"""Many sockets of one address: handshakes, idle connections, chat and changes in a full room."""

import asyncio
from functools import partial
from itertools import cycle

from workshop.lab.attacks.target import (
    VISITORS,
    Attack,
    Target,
    connect,
    read_all,
    together,
    websocket,
)
from workshop.lab.rfc6455 import TEXT, frame

OPENING = 20
"""How many handshakes an attacker begins at once, again and again."""
CONNECTIONS = 1200
SEATS = 8
WATCHING = 120
"""The sockets of other people in a full room."""
LINES_PER_S = 10


async def handshakes(target: Target) -> None:
    """Open sockets and close them immediately."""

    async def one_socket(number: int) -> None:
        async with websocket(target, target.room_path):
            pass

    await together(OPENING, one_socket)


async def silent_connections(target: Target) -> None:
    """Hold as many connections as possible, and send nothing."""

    async def one_connection(number: int) -> None:
        reader, writer = await connect(target)
        try:
            await read_all(reader)
        finally:
            writer.transport.abort()

    await together(CONNECTIONS, one_connection)


def in_full_room(*commands: str) -> Attack:
    """Return the attack of guests who repeat `commands` in a room that many people watch.

    "{seat}" in a command becomes the number of a seat.
    """

    async def attack(target: Target) -> None:
        async with asyncio.TaskGroup() as group:
            if target.watched:
                group.create_task(together(WATCHING, partial(watch, target)))
            group.create_task(together(len(target.cookies), partial(repeat, target)))

    async def watch(target: Target, number: int) -> None:
        source = VISITORS[number % len(VISITORS)]
        async with websocket(target, target.room_path, source=source) as (reader, _):
            await read_all(reader)

    async def repeat(target: Target, number: int) -> None:
        texts = [command.replace("{seat}", str(number % SEATS)) for command in commands]
        frames = [frame(TEXT, text.encode()) for text in texts]
        async with websocket(target, target.room_path, target.cookies[number]) as connection:
            reading = asyncio.create_task(read_all(connection[0]))
            try:
                for each in cycle(frames):
                    if reading.done():
                        break
                    connection[1].write(each)
                    await asyncio.sleep(1 / LINES_PER_S)
            finally:
                reading.cancel()

    return attack


CROWDS: dict[str, Attack] = {
    "handshakes": handshakes,
    "silent connections": silent_connections,
    "chat": in_full_room('{"type":"chat","text":"hello hello hello"}'),
    "changes of a room": in_full_room(
        '{"type":"sit","seat":{seat},"seed":"a"}', '{"type":"stand"}'
    ),
}
