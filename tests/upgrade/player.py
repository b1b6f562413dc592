"""A player at a room's socket who knows only the names of the wire: docs/protocol.md."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import websockets

# A bot's first move waits for the tables of perfect play, which this site has yet to compute.
PATIENCE_S = 240.0
# Like a browser's: the server closes a socket that says nothing for 45 s.
PING_EVERY_S = 10.0
View = dict[str, Any]


class Player:
    """A browser in one room. `view` is the game as the server showed it last."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.view: View = {}
        self.me = 0

    async def read(self) -> dict[str, Any]:
        """Return the next message; what it says of the game is in `view`."""
        async with asyncio.timeout(PATIENCE_S):
            frame: dict[str, Any] = json.loads(await self.socket.recv())
        if frame.get("view") is not None:
            self.view = frame["view"]
        return frame

    async def ping(self) -> None:
        """Show the server every few seconds that the browser is there."""
        while True:
            await asyncio.sleep(PING_EVERY_S)
            await self.socket.send('{"type": "ping"}')

    async def until(self, ready: Callable[[View], bool]) -> View:
        """Return the view once it is as wanted."""
        while not ready(self.view):
            await self.read()
        return self.view

    async def command(self, type_: str, **fields: Any) -> None:
        """Send a command on the moment of the view, and wait for its ack and what it led to."""
        turn = self.seat["turn"]
        moment = {"game": self.view["game"], "turn": turn["number"], "roll": turn["roll"]}
        id_ = secrets.token_hex(8)
        await self.socket.send(json.dumps({"type": type_, "id": id_, **moment, **fields}))
        while (answer := await self.read()).get("id") != id_:
            assert answer["type"] != "error", answer
        assert answer["type"] == "ack", answer
        await self.until(lambda view: view["seq"] >= answer["seq"])

    @property
    def seat(self) -> dict[str, Any]:
        """The player's own seat in the view."""
        (mine,) = [seat for seat in self.view["seats"] if seat["player"] == self.me]
        return dict(mine)

    def acts(self, view: View) -> bool:
        """Whether it is this player's turn."""
        return self.seat["seat"] in view["acting"]

    async def roll(self) -> None:
        """Roll, holding the first two dice if any are on the table: these stay."""
        before = self.seat["turn"]
        hold = [] if before["dice"] is None else [0, 1]
        await self.command("roll", hold=hold)
        after = self.seat["turn"]
        assert after["roll"] == before["roll"] + 1
        assert [after["dice"][place] for place in hold] == [before["dice"][place] for place in hold]

    async def score(self) -> None:
        """Fill the first box that the server offers; the card has its points then."""
        option = self.seat["options"][0]
        column, category = option["column"], option["category"]
        assert category not in self.seat["card"]["columns"][column]["boxes"]
        await self.command("score", column=column, category=category)
        assert self.seat["card"]["columns"][column]["boxes"][category] == option["points"]

    async def play_turn(self) -> None:
        """Roll if that is still allowed, then score."""
        if self.seat["may_roll"]:
            await self.roll()
        await self.score()


@asynccontextmanager
async def at_table(port: int, room: str, cookie: str) -> AsyncIterator[Player]:
    """Open the room as the person with this session, and hear the welcome."""
    async with websockets.connect(
        f"ws://127.0.0.1:{port}/ws/v1/rooms/{room}/",
        origin=websockets.Origin(f"http://127.0.0.1:{port}"),
        additional_headers={"Cookie": f"sessionid={cookie}"},
        max_size=None,
    ) as socket:
        player = Player(socket)
        welcome = await player.read()
        assert welcome["type"] == "welcome", welcome
        player.me = welcome["you"]["player"]
        pinging = asyncio.create_task(player.ping())
        try:
            yield player
        finally:
            pinging.cancel()
