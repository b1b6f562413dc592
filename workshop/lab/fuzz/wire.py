"""A websocket over a plain connection: it may send any bytes."""

import asyncio
import base64
from contextlib import suppress
from typing import Self

from workshop.lab.rfc6455 import CLOSE, EIGHT_BYTES, PING, TEXT, TWO_BYTES, handshake

MAX_MESSAGE = 4 * 1024 * 1024
HANDSHAKE_S = 30.0
LOST = 1006
"""The code of a connection that ended without a close frame (RFC 6455, 7.1.5)."""


class RefusedError(Exception):
    """The server answered the handshake with another status than 101."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the handshake was answered with {status}")
        self.status = status


class Wire:
    """One websocket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int, path: str, cookie: str, key: bytes) -> Self:
        """Connect. `key`: 16 bytes. Raises OSError, RefusedError, TimeoutError."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=MAX_MESSAGE)
        writer.write(handshake(port, path, cookie, key=base64.b64encode(key).decode()))
        async with asyncio.timeout(HANDSHAKE_S):
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError as error:
                raise ConnectionResetError("no answer to the handshake") from error
        status = int(head.split(b" ", 2)[1])
        if status != 101:
            writer.close()
            raise RefusedError(status)
        return cls(reader, writer)

    async def send(self, data: bytes) -> None:
        """Send bytes. A connection that is closed already drops them."""
        with suppress(ConnectionError):
            self._writer.write(data)
            await self._writer.drain()

    async def receive(self) -> bytes | int:
        """Return the text of the next message, or the code of the close."""
        while True:
            try:
                first, payload = await self._frame()
            except (ConnectionError, asyncio.IncompleteReadError):
                return LOST
            if first == TEXT:
                return payload
            if first == CLOSE:
                return int.from_bytes(payload[:2]) if payload else 1005
            if first == PING:
                # Answering is not needed: any frame keeps the connection alive.
                continue

    async def _frame(self) -> tuple[int, bytes]:
        first, size = await self._reader.readexactly(2)
        if size == TWO_BYTES:
            size = int.from_bytes(await self._reader.readexactly(2))
        elif size == EIGHT_BYTES:
            size = int.from_bytes(await self._reader.readexactly(8))
        return first, await self._reader.readexactly(size)

    def close(self) -> None:
        """Drop the connection."""
        self._writer.transport.abort()
