"""People who do not sit at a table: they watch, read pages, look at the lobby, and are paired."""

import asyncio
import random
from collections import Counter

from workshop.lab.soak import web_client
from workshop.lab.soak.person import Gone, Person, Refused

WATCH_S = (5.0, 60.0)
SEARCH_S = 30.0
SEARCHED = ("yacht", "yahtzee")
PAGES = (
    *("/", "/rules/", "/fair/", "/fair/dice/", "/fair/log/", "/strength/"),
    *("/leaderboards/", "/bots/", "/analysis/", "/games/", "/settings/", "/settings/privacy/"),
    *("/healthz", "/readyz", "/api/", "/sign-in/", "/sign-up/", "/api/v1/variants"),
    *("/api/v1/fair-log", "/api/v1/fair-log/entries", "/api/v1/leaderboards/yacht"),
    *("/no-such-page/", "/api/v1/games/nosuchgame"),
)
PAGES_OF_ROOM = ("/r/{}/", "/r/{}/qr.svg")
PAGES_OF_GAME = ("/g/{}/", "/g/{}.json", "/g/{}.txt", "/api/v1/games/{}", "/api/v1/games/{}/events")


class Visitors:
    """Everyone without a seat. `games`, `rooms`: codes of what they look at."""

    def __init__(self, url: str, counts: Counter[str], games: list[str], rooms: list[str]) -> None:
        self._url = url
        self._counts = counts
        self._games = games
        self._rooms = rooms

    async def watch(self) -> None:
        """Watch one room after another, without a name, until cancelled."""
        while True:
            if self._rooms:
                await self._visit(f"/ws/v1/rooms/{random.choice(self._rooms)}/")
            await asyncio.sleep(1.0)

    async def look_at_lobby(self) -> None:
        """Open and close the lobby, without a name, until cancelled."""
        while True:
            await self._visit("/ws/v1/lobby/")
            await asyncio.sleep(1.0)

    async def _visit(self, path: str) -> None:
        person = Person(self._url, self._counts)
        try:
            await person.connect(path)
            await asyncio.sleep(random.uniform(*WATCH_S))
        except Gone:
            self._counts["visits ended early"] += 1
        finally:
            person.leave()

    async def search(self) -> None:
        """Search for players in the lobby, go to the room, and leave it, until cancelled."""
        while True:
            person = Person(self._url, self._counts)
            try:
                await self._search(person)
            except (Gone, Refused, OSError, TimeoutError, RuntimeError):
                self._counts["searches ended early"] += 1
            finally:
                person.leave()
            await asyncio.sleep(1.0)

    async def _search(self, person: Person) -> None:
        await person.become_guest()
        await person.connect("/ws/v1/lobby/")
        await person.ask("play", variant=random.choice(SEARCHED), players=2, clock=30)
        await person.wait_until(lambda: person.paired is not None, SEARCH_S)
        person.leave()
        self._counts["pairings"] += 1
        await person.connect(f"/ws/v1/rooms/{person.paired}/")
        await person.seal()
        await asyncio.sleep(random.uniform(20.0, 40.0))

    async def read_pages(self, pause_s: float) -> None:
        """Open pages until cancelled."""
        while True:
            await asyncio.sleep(random.expovariate(1 / pause_s))
            pages = [*PAGES]
            if self._rooms:
                pages += [page.format(random.choice(self._rooms)) for page in PAGES_OF_ROOM] * 3
            if self._games:
                pages += [page.format(random.choice(self._games)) for page in PAGES_OF_GAME] * 3
            path = random.choice(pages)
            try:
                answer = await web_client.get(self._url, path, random_reader())
            except (OSError, TimeoutError) as error:
                self._counts[f"pages: {type(error).__name__}"] += 1
                continue
            self._counts[f"pages: {answer.status}"] += 1
            if answer.status >= 500:
                self._counts[f"{answer.status} for {path[:20]}"] += 1


def random_reader() -> str:
    """Return one of a few thousand addresses: people read more than one page."""
    return f"127.200.{random.randrange(20)}.{random.randrange(1, 255)}"
