"""Trace one roll through the server's code, and measure what rolls cost.

Two players sit at a table in this process, on SQLite. Their sockets are attached, as with
`manage.py serve`; there is no network and no browser.
"""

import asyncio
import json
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections import Counter
from itertools import groupby, pairwise
from statistics import median
from time import process_time
from types import FrameType
from typing import Any

from django.conf import settings
from django.db import connections
from django.test.utils import setup_databases, teardown_databases

from games.assembly.routing.routing import websockets
from games.core.engine import GameState
from games.models import Room, User
from games.platform.database.threads import in_database
from games.platform.server.extension import ATTACH, SEND_TEXT
from games.tables.live.registry import close_current_hubs, current_hubs
from tests.environment import ROOT
from tests.support.client import websocket_scope
from tests.support.people import cookie_of, person, playing

GAMES = ROOT / "games"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--rolls", type=int, default=0, help="measure the CPU of so many rolls")
    parser.add_argument("--runs", type=int, default=3, help="of these, the cheapest counts")
    parser.add_argument(
        "--files", action="store_true", help="list files, how often each is entered"
    )
    parser.add_argument("--way", action="store_true", help="list the calls, in order, by file")


def run(options: Namespace) -> None:
    settings.SOCKET_RATE, settings.ALLOWED_HOSTS = 0, ["testserver"]
    made = setup_databases(verbosity=0, interactive=False)
    trace = Trace()
    try:
        asyncio.run(_measure(options, trace))
    finally:
        threading.setprofile(None)
        connections.close_all()
        teardown_databases(made, verbosity=0)


class Trace:
    """The calls into the site's code, in all threads that were started since it was made."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        self._is_on = False
        threading.setprofile(self._note)

    def __enter__(self) -> None:
        self._is_on = True
        sys.setprofile(self._note)

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        self._is_on = False

    def _note(self, frame: FrameType, event: str, arg: object) -> None:
        path = frame.f_code.co_filename
        if self._is_on and event == "call" and path.startswith(f"{GAMES}/"):
            self.calls.append((path.removeprefix(f"{GAMES}/"), frame.f_code.co_qualname))

    def files(self) -> list[str]:
        """Return the files, each with how often it is entered from another, most often first."""
        entered = Counter(path for path, _ in groupby(path for path, _ in self.calls))
        return [f"{times:4} {path}" for path, times in entered.most_common()]

    def way(self) -> list[str]:
        """Return each file that the way enters, in order, with the functions called there."""
        return [
            f"{path}: {', '.join(name for _, name in calls)}"
            for path, calls in groupby(self.calls, key=lambda call: call[0])
        ]

    def lines(self) -> list[str]:
        files = [path for path, _ in self.calls]
        folders = [path.rpartition("/")[0] for path in files]
        return [
            f"calls: {len(files)}",
            f"different functions: {len(set(self.calls))}",
            f"files entered: {len(set(files))}",
            f"folders entered: {len(set(folders))}",
            f"changes of file: {sum(one != other for one, other in pairwise(files))}",
            f"changes of folder: {sum(one != other for one, other in pairwise(folders))}",
        ]


class Seat:
    """A player's attached socket. It checks only that nothing is refused."""

    def __init__(self, room: Room, cookie: str) -> None:
        self.scope = websocket_scope(f"/ws/v1/rooms/{room.code}/", cookie)
        self.scope["extensions"] = {ATTACH: self._attach, SEND_TEXT: self._take}
        self._ids = 0
        self._receiver: Any = None
        self._news = asyncio.Event()

    def _attach(self, receiver: Any) -> None:
        self._receiver = receiver

    def _take(self, text: str) -> None:
        frame = json.loads(text)
        assert frame["type"] != "error", frame
        if frame["type"] == "ack":
            self._news.set()

    async def enter(self) -> None:
        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, Any]) -> None:
            assert message["type"] == "websocket.accept"

        await websockets(self.scope, receive, send)

    async def act(self, state: GameState, type_: str, **fields: Any) -> None:
        """Send a command, and wait for its ack."""
        self._ids += 1
        turn = state.seats[state.acting[0]].turn
        moment = {"game": state.code, "turn": turn.number, "roll": turn.rolls}
        text = json.dumps({"type": type_, "id": str(self._ids), **moment, **fields})
        self._news.clear()
        self._receiver.on_message({"type": "websocket.receive", "text": text})
        await self._news.wait()
        await asyncio.sleep(0)

    async def leave(self) -> None:
        self._receiver.on_message({"type": "websocket.disconnect"})
        await asyncio.sleep(0)


class Table:
    """A game of two players."""

    def __init__(self, room: Room, seats: tuple[Seat, Seat]) -> None:
        self._seats = seats
        self._code = room.code
        self.costs_s: list[float] = []

    @property
    def state(self) -> GameState:
        """The newest state that the server has."""
        game = current_hubs().rooms[self._code].game
        assert game is not None
        return game.state

    async def roll(self, state: GameState) -> None:
        """Roll, in the turn that is played in this state, the newest."""
        began = process_time()
        await self._seats[state.acting[0]].act(state, "roll", hold=())
        self.costs_s.append(process_time() - began)

    async def turn(self, rolls: int = 3) -> None:
        """Roll so often, and fill the first free box."""
        for _ in range(rolls):
            await self.roll(self.state)
        state = self.state
        seat = state.acting[0]
        box = state.seats[seat].card.open_boxes[0]
        await self._seats[seat].act(state, "score", category=box.category, column=box.column)


def _people() -> list[tuple[User, str]]:
    return [(each, cookie_of(each)) for each in (person("alice"), person("bob"))]


async def _measure(options: Namespace, trace: Trace) -> None:
    people = await in_database(_people)
    table = await _table(people)
    for _ in range(4):
        await table.turn()
    state = table.state
    with trace:
        await table.roll(state)
    print("\n".join(trace.lines()))
    if options.files:
        print("\n".join(trace.files()))
    if options.way:
        print("\n".join(trace.way()))
    if options.rolls:
        costs = [await _cost(people, options.rolls) for _ in range(options.runs)]
        print(f"CPU of a roll: {min(costs) * 1e6:.0f} µs (of {[round(c * 1e6) for c in costs]})")
    await close_current_hubs()


async def _table(people: list[tuple[User, str]]) -> Table:
    room = await in_database(lambda: playing(*[user for user, _ in people]))
    seats = (Seat(room, people[0][1]), Seat(room, people[1][1]))
    for seat in seats:
        await seat.enter()
    return Table(room, seats)


async def _cost(people: list[tuple[User, str]], rolls: int) -> float:
    """Return the median CPU seconds of so many rolls, or a few more, in all threads."""
    costs: list[float] = []
    while len(costs) < rolls:
        table = await _table(people)
        while table.state.status == "playing":
            await table.turn()
        costs += table.costs_s
    return median(costs)
