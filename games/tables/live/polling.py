"""The loop that keeps the lobby, and whatever else the database is compared with, up to date."""

import asyncio
from collections.abc import Awaitable, Callable
from logging import Logger

# Without hints the database is read this often.
EVERY_S = 1.0
# All hints within this time are answered by one read.
GATHER_S = 0.05


class Polling:
    """Reads when something may have changed, and every second in any case.

    `read` does it. When it fails, `logger` gets that `what` could not be read.
    """

    def __init__(self, read: Callable[[], Awaitable[None]], what: str, logger: Logger) -> None:
        self._read = read
        self._what = what
        self._logger = logger
        self._changed = asyncio.Event()

    def notify(self) -> None:
        """Read soon: something may have changed."""
        self._changed.set()

    async def run(self) -> None:
        """Read again and again, until cancelled."""
        while True:
            try:
                async with asyncio.timeout(EVERY_S):
                    await self._changed.wait()
                await asyncio.sleep(GATHER_S)
            except TimeoutError:
                pass
            self._changed.clear()
            try:
                await self._read()
            except Exception:  # the database is down: the next round tries again
                self._logger.exception("%s could not be read", self._what)
