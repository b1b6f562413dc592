"""Floods of commands by people with a name: about a game of theirs, and about games of others."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import count, cycle

from workshop.lab.attacks.target import Attack, Target, read_all, together, websocket
from workshop.lab.attacks.writers import open_room
from workshop.lab.rfc6455 import TEXT, frame

WATCHERS = 40
TABS = 20
"""Sockets of one seat."""
COMMANDS_PER_S = 18
"""Of each socket: just below what its limit lets through."""
SEAT = (
    '{"type":"roll","game":"GAME","turn":1,"roll":0}',
    '{"type":"hint","game":"GAME","turn":1,"roll":1,"explain":true}',
    '{"type":"select","game":"GAME","turn":1,"hold":[0]}',
    '{"type":"sync","game":"GAME","seq":1}',
    '{"type":"ready","ready":true}',
    '{"type":"seed","seed":"abc"}',
    '{"type":"chat","text":"hello","key":"a"}',
    '{"type":"back","game":"GAME"}',
)
"""What a player may send about a game."""


async def nothing(target: Target) -> None:
    """Attack nobody: what the moves of others are like at the same time."""
    await asyncio.Event().wait()


async def unknown_games(target: Target) -> None:
    """Roll in games that do not exist, as watchers of a table."""
    numbers = count()

    def command() -> str:
        return f'{{"type":"roll","game":"q{next(numbers)}","turn":1,"roll":0,"id":"a"}}'

    async def one_socket(number: int) -> None:
        cookie = target.cookies[number % len(target.cookies)]
        await _send(target, target.room_path, cookie, command)

    await together(WATCHERS, one_socket)


async def seat(target: Target) -> None:
    """Send everything that one player may, in many tabs of one's own table."""
    room, session = await open_room(target, target.source)
    path = f"/ws/v1/rooms/{room}/"
    numbers = count()

    async def one_tab(number: int) -> None:
        texts: Iterator[str] = cycle(SEAT)

        def command() -> str:
            id_ = next(numbers)
            text = next(texts).replace("GAME", f"q{id_}")
            return f'{text[:-1]},"id":"c{id_}"}}'

        await _send(target, path, session, command)

    await together(TABS, one_tab)


async def _send(target: Target, path: str, cookie: str, command: Callable[[], str]) -> None:
    async with websocket(target, path, cookie) as (reader, writer):
        reading = asyncio.create_task(read_all(reader))
        try:
            while not reading.done():
                writer.write(frame(TEXT, command().encode()))
                await asyncio.sleep(1 / COMMANDS_PER_S)
        finally:
            reading.cancel()


BY_SEATS: dict[str, Attack] = {
    "nothing": nothing,
    "unknown games": unknown_games,
    "a seat": seat,
}
