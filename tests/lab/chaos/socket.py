"""A bare websocket of a room, for experiments that need more than players who play well."""

import json
import socket
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection, connect

from tests.lab.loadtest.messages import Player

RECEIVE_BUFFER = 4096


async def open_socket(
    port: int, room: str, player: Player | None = None, source: str = "", narrow: bool = False
) -> ClientConnection:
    """Connect to a room, for whole views. `narrow`: the kernel takes as little as possible for a
    slow reader.

    Raises OSError or websockets.InvalidHandshake.
    """
    raw = socket.socket()
    if narrow:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    try:
        raw.bind((source or "127.0.0.1", 0))
        raw.connect(("127.0.0.1", port))
    except OSError:
        raw.close()
        raise
    raw.setblocking(False)
    cookies = {} if player is None else {"Cookie": f"sessionid={player.cookie}"}
    return await connect(
        f"ws://127.0.0.1:{port}/ws/v1/rooms/{room}/?whole=1",
        sock=raw,
        additional_headers=cookies,
        origin=websockets.Origin(f"http://127.0.0.1:{port}"),
        ping_interval=None,
        max_size=None,
        compression=None,
        # Else the library would stop reading, and miss a close frame, after sixteen messages.
        max_queue=16 if narrow else None,
    )


async def next_message(connection: ClientConnection, *types: str) -> Any:
    """Return the next message of one of these types. Raises websockets.ConnectionClosed."""
    while True:
        message = json.loads(await connection.recv())
        if message["type"] in types:
            return message
