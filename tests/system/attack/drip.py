"""A client that sends a request one byte at a time."""

import asyncio
import itertools

PAUSE_S = 0.05


class Drip:
    """One connection. `sent` counts the bytes that were dripped before it was closed."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.sent = 0

    async def go_on(self, endless: bytes) -> bytes:
        """Send the bytes of `endless` again and again, one at a time, until the server closes.

        Return what it answered.
        """
        reading = asyncio.create_task(read_all(self.reader))
        for byte in itertools.cycle(endless):
            done, _ = await asyncio.wait((reading,), timeout=PAUSE_S)
            if done:
                break
            self.writer.write(bytes((byte,)))
            self.sent += 1
        self.writer.close()
        return reading.result()


async def read_all(reader: asyncio.StreamReader) -> bytes:
    """Return everything up to the end of the connection, in whatever way it ends."""
    read = b""
    try:
        while part := await reader.read(65536):
            read += part
    except ConnectionResetError:
        pass
    return read


async def drip(port: int, begin: bytes) -> Drip:
    """Connect and send the beginning of a request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(begin)
    return Drip(reader, writer)
