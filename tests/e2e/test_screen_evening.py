"""A screen in one room for 200 games: it needs no reload, and keeps nothing of the games before."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import websockets
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.browser import Problems
from tests.e2e.conftest import Arrive
from tests.e2e.site import Site, code

pytestmark = pytest.mark.long

GAMES = 200
WARM = 25
"""Games until the browser has compiled everything and its caches are full."""
MORE_BYTES = 1_500_000
"""What the heap may grow by from then on: less than 10 kB a game."""


class Player:
    """A program that plays alone in a room: it rolls once, and fills the first open box."""

    def __init__(self, url: str, cookie: str, origin: str) -> None:
        self._headers = {"Cookie": cookie, "Origin": origin}
        self._url = url
        self._ids = 0

    async def play(self, games: int) -> None:
        """Play so many games, each a rematch of the one before."""
        async with websockets.connect(
            self._url, additional_headers=self._headers, max_size=None
        ) as socket:
            self._socket = socket
            welcome = json.loads(await socket.recv())
            self._view = welcome["view"]
            for _ in range(games):
                await self._one_game()
                await self._ask({"type": "rematch"})
                await self._new_game()

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
                while command["type"] != "rematch" and self._view["seq"] < frame["seq"]:
                    await self._frame()
                return

    async def _new_game(self) -> None:
        while self._view["status"] != "playing":
            await self._frame()

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


def play(page: Page, site: Site, link: str, games: int) -> None:
    """Let the player of the window of `page` play so many games."""
    cookies = page.context.cookies()
    cookie = "; ".join(f"{each['name']}={each['value']}" for each in cookies)
    url = f"{site.url.replace('http', 'ws')}/ws/v1/rooms/{code(link)}/?whole=1"
    player = Player(url, cookie, site.url)
    # In another thread: this one has the browser's event loop.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, player.play(games)).result()


def test_it_survives_200_rematches_without_reload_or_growing_memory(
    arrive: Arrive, problems: Problems, site: Site
) -> None:
    problems.forgiven.append("The AudioContext was not allowed to start")
    alice = arrive("Alice")
    link = alice.open_special_table("yacht", seats=1)
    tv = arrive("Screen", viewport={"width": 1920, "height": 1080}).page
    tv.goto(f"{link}screen/")
    tv.evaluate("window.mark = 1")
    session = tv.context.new_cdp_session(tv)
    session.send("Performance.enable")
    alice.start(players=1)
    alice.page.goto("about:blank")  # the program plays alone
    play(alice.page, site, link, WARM)
    settled(tv, WARM)
    before = heap(session)
    play(alice.page, site, link, GAMES - WARM)
    settled(tv, GAMES)
    after = heap(session)
    assert tv.evaluate("window.mark") == 1, "the page was not loaded again"
    grown = {name: after[name] - before[name] for name in ("Nodes", "JSEventListeners")}
    assert grown["Nodes"] < 200, grown
    assert grown["JSEventListeners"] <= 10, grown
    assert after["JSHeapUsedSize"] - before["JSHeapUsedSize"] < MORE_BYTES


def settled(tv: Page, games: int) -> None:
    """Wait until the screen shows the start of the game after so many."""
    expect(tv.get_by_text("Round 1 of 12")).to_be_visible()
    expect(tv.locator(".written")).to_have_count(0)
    expect(tv.locator(".screen-head")).not_to_have_text(re.compile("Connecting"))
    tv.wait_for_timeout(2000 if games < GAMES else 7000)  # the last celebration is over
