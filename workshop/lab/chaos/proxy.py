"""A TCP proxy between processes of a test. It delays, throttles, freezes, refuses, and breaks off.

Frozen, it forwards nothing, not even the end of a connection, and forgets nothing: what a network
does that is cut and comes back.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Sequence
from itertools import count

CHUNK = 65536


class Proxy:
    """Listens on a free port of 127.0.0.1, and forwards to one of `targets`, in turn.

    delay_s: how long each chunk waits, in both directions. rate: bytes per second and direction.
    many_addresses: each connection comes from an address of its own.
    """

    def __init__(self, targets: Sequence[int], many_addresses: bool = False) -> None:
        self.port = 0
        self.delay_s = 0.0
        self.rate: float | None = None
        self.refuses = False
        self.open: Counter[int] = Counter()
        self._targets = list(targets)
        self._many_addresses = many_addresses
        self._numbers = count()
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="proxy", daemon=True)
        self._thread.start()
        self._ready.wait()

    def freeze(self) -> None:
        """Forward nothing until `thaw()`."""
        self._loop.call_soon_threadsafe(self._flowing.clear)

    def thaw(self) -> None:
        """Forward what has waited, and everything after it."""
        self._loop.call_soon_threadsafe(self._flowing.set)

    def cut(self) -> None:
        self._loop.call_soon_threadsafe(self._abort_all)

    def close(self) -> None:
        """End all connections and stop listening."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _abort_all(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        listening = self._loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=1024)
        )
        self.port = listening.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        listening.close()
        self._abort_all()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._flowing.wait()
        found = None if self.refuses else await self._connect()
        if found is None:
            writer.transport.abort()
            return
        target, far_reader, far_writer = found
        self._writers |= {writer, far_writer}
        self.open[target] += 1
        pumps = [
            asyncio.create_task(self._pump(reader, far_writer)),
            asyncio.create_task(self._pump(far_reader, writer)),
        ]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            await self._flowing.wait()
        except asyncio.CancelledError:
            return  # The proxy closes: asyncio's streams would log a traceback.
        finally:
            self.open[target] -= 1
            self._writers -= {writer, far_writer}
            for pump in pumps:
                pump.cancel()
            for each in (writer, far_writer):
                each.close()

    async def _connect(
        self,
    ) -> tuple[int, asyncio.StreamReader, asyncio.StreamWriter] | None:
        """Connect to the next target that accepts; None if none does."""
        number = next(self._numbers)
        source = None
        if self._many_addresses:
            source = (f"127.0.{1 + number // 250 % 250}.{1 + number % 250}", 0)
        for step in range(len(self._targets)):
            target = self._targets[(number + step) % len(self._targets)]
            try:
                return target, *await asyncio.open_connection(
                    "127.0.0.1", target, local_addr=source
                )
            except OSError:
                continue
        return None

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward until one side ends."""
        try:
            while data := await reader.read(CHUNK):
                if self.delay_s:
                    await asyncio.sleep(self.delay_s)
                await self._flowing.wait()
                writer.write(data)
                await writer.drain()
                if self.rate is not None:
                    await asyncio.sleep(len(data) / self.rate)
        except OSError:
            return
