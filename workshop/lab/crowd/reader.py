"""Somebody who reads pages: opens one, looks at it, opens the next."""

import asyncio
from collections import Counter
from urllib.parse import urlsplit

from workshop.lab.crowd.pace import Pace
from workshop.lab.loadtest.messages import Player

ANSWER_S = 60.0
BUSY = 503
"""The site asks to come back later, as it should when it has too much to do."""
PAGES = (
    *("/", "/games/", "/leaderboards/", "/daily/", "/puzzles/", "/community/", "/strength/"),
    "/r/{room}/",
)


class Reader:
    """A person with a name, who reads pages of the site and of its tables.

    counts: of the whole crowd. answers: pages by status.
    """

    def __init__(
        self,
        pace: Pace,
        player: Player,
        url: str,
        source: str,
        rooms: list[str],
        counts: Counter[str],
        answers: Counter[str],
    ) -> None:
        self._pace = pace
        self._cookie = player.cookie
        self._host = urlsplit(url).netloc
        self._source = source
        self._rooms = rooms
        self._counts = counts
        self._answers = answers

    async def read(self) -> None:
        """Read one page after another, until cancelled."""
        await asyncio.sleep(self._pace.until_page() * self._pace.rng.random())
        while True:
            path = self._pace.rng.choice(PAGES).format(room=self._pace.rng.choice(self._rooms))
            try:
                status, size = await self._get(path)
            except (OSError, TimeoutError, ValueError) as error:
                self._answers[f"{path.split('/')[1]}: {error!r}"] += 1
            else:
                self._answers[f"{status}"] += 1
                self._counts["page"] += 1
                self._counts["page bytes"] += size
                if status not in (200, BUSY):
                    self._answers[f"{path}: {status}"] += 1
            await asyncio.sleep(self._pace.until_page())

    async def _get(self, path: str) -> tuple[int, int]:
        """Return status and size of a page."""
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {self._host}",
            "Connection: close",
            "Accept: text/html",
            f"Cookie: sessionid={self._cookie}",
        ]
        host, port = self._host.split(":")
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection(
                host, int(port), local_addr=(self._source, 0)
            )
            try:
                writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
                answer = await reader.read(-1)
            finally:
                writer.close()
        return int(answer.split(b" ", 2)[1]), len(answer)
