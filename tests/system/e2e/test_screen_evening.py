"""A screen in one room for 200 games: it needs no reload, and keeps nothing of the games before."""

import asyncio
import json
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import websockets
from playwright.sync_api import CDPSession, Page, expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.site import Site, running_site

pytestmark = pytest.mark.release

GAMES = 200
WARM = 25
"""Games until the browser has compiled everything and its caches are full."""
MORE_BYTES = 1_500_000
"""What the heap may grow by from then on: less than 10 kB a game."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, collected: Path) -> Iterator[Site]:
    """A site on which a program may play as fast as it can."""
    directory = tmp_path_factory.mktemp("site")
    with running_site(directory, collected, SOCKET_RATE="0") as running:
        yield running


class Player:
    """A program that plays alone at its table: it rolls once, and fills the best box."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._token = self._post("guests", {"name": "Robin"})["token"]
        room = {"variant": "yacht", "seats": 1, "clock": None, "public": False}
        self.code: str = self._post("rooms", room)["code"]
        self._ids = 0
        self._view: dict[str, Any] = {"status": "open"}

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if path != "guests":
            headers["Authorization"] = f"Bearer {self._token}"
        data = json.dumps(body).encode()
        request = urllib.request.Request(f"{self._site.url}/api/v1/{path}", data, headers)
        with urllib.request.urlopen(request) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def play(self, games: int, first: str = "rematch") -> None:
        """Play so many games; `first`: the command that starts the first one."""
        # In another thread: this one has the browser's event loop.
        with ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, self._play(games, first)).result()

    async def _play(self, games: int, first: str) -> None:
        address = f"{self._site.url.replace('http', 'ws')}/ws/v1/rooms/{self.code}/?whole=1"
        headers = {"Authorization": f"Bearer {self._token}", "Origin": self._site.url}
        async with websockets.connect(
            address, additional_headers=headers, max_size=None
        ) as self._socket:
            await self._socket.recv()
            for game in range(games):
                await self._ask({"type": first if game == 0 else "rematch"})
                while self._view["status"] != "playing":
                    await self._frame()
                await self._one_game()

    async def _one_game(self) -> None:
        while self._view["status"] == "playing":
            seat = self._view["seats"][0]
            moment = {"game": self._view["game"], "turn": seat["turn"]["number"]}
            if seat["turn"]["dice"] is None:
                await self._ask({"type": "roll", **moment, "roll": 0, "hold": []})
                continue
            best = max(seat["options"], key=lambda each: each["points"])
            box = {"category": best["category"], "column": best["column"]}
            await self._ask({"type": "score", **moment, "roll": seat["turn"]["roll"], **box})

    async def _ask(self, command: dict[str, Any]) -> None:
        """Send a command, and wait for its ack and for what it changes."""
        self._ids += 1
        await self._socket.send(json.dumps({**command, "id": f"c{self._ids}"}))
        while True:
            frame = await self._frame()
            if frame.get("id") == f"c{self._ids}":
                assert frame["type"] == "ack", frame
                while command["type"] in ("roll", "score") and self._view["seq"] < frame["seq"]:
                    await self._frame()
                return

    async def _frame(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(self._socket.recv(), 30))
        self._view = frame.get("view") or self._view
        return frame


def heap(session: CDPSession) -> dict[str, float]:
    """Return what the page holds after its garbage was collected."""
    session.send("HeapProfiler.enable")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    found = session.send("Performance.getMetrics")["metrics"]
    return {each["name"]: each["value"] for each in found}


def test_it_survives_200_rematches_without_reload_or_growing_memory(
    arrive: Arrive, problems: Problems, site: Site
) -> None:
    problems.forgiven.append("The AudioContext was not allowed to start")
    robin = Player(site)
    tv = arrive("Screen", viewport={"width": 1920, "height": 1080}).page
    tv.goto(f"/r/{robin.code}/screen/")
    tv.evaluate("window.mark = 1")
    session = tv.context.new_cdp_session(tv)
    session.send("Performance.enable")
    expect(tv.locator(".lobby-seat.taken")).to_have_count(1)
    robin.play(WARM, first="start")
    settled(tv, WARM)
    before = heap(session)
    robin.play(GAMES - WARM)
    settled(tv, GAMES)
    after = heap(session)
    assert tv.evaluate("window.mark") == 1, "the page was not loaded again"
    grown = {name: after[name] - before[name] for name in ("Nodes", "JSEventListeners")}
    assert grown["Nodes"] < 200, grown
    assert grown["JSEventListeners"] <= 10, grown
    assert after["JSHeapUsedSize"] - before["JSHeapUsedSize"] < MORE_BYTES


def settled(tv: Page, games: int) -> None:
    """Wait until the screen shows the end of the game with this number, and celebrates no more."""
    expect(tv.locator(".screen-eyebrow")).to_have_text(f"Yacht, game {games}")
    expect(tv.locator(".written")).to_have_count(12)
    expect(tv.locator(".celebration")).to_have_count(0)
