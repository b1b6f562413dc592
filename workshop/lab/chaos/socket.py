"""A bare websocket of a room, for experiments that need more than players who play well."""

import json
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.support import sockets
from workshop.lab.loadtest.messages import Player


async def open_socket(
    port: int, room: str, player: Player | None = None, source: str = "", narrow: bool = False
) -> ClientConnection:
    """Connect to a room, for whole views. `narrow`: for a slow reader.

    Raises OSError or websockets.InvalidHandshake.
    """
    return await sockets.open_socket(
        port,
        f"/ws/v1/rooms/{room}/?whole=1",
        None if player is None else player.cookie,
        source=source or "127.0.0.1",
        narrow=narrow,
    )


async def next_message(connection: ClientConnection, *types: str) -> Any:
    """Return the next message of one of these types. Raises websockets.ConnectionClosed."""
    while True:
        message = json.loads(await connection.recv())
        if message["type"] in types:
            return message
