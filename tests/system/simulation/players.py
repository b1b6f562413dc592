"""Model people: they play, and do what people and their browsers do when the network is bad."""

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

from tests.support.sealing import make_seal
from tests.support.turns import some_move
from tests.system.simulation.network import Line
from tests.system.simulation.plan import Habits

if TYPE_CHECKING:
    from tests.system.simulation.world import World

TICK_S = 0.05
PING_S = 4.0
ANSWER_S = 3.0
SILENCE_S = 9.0
TRIES = 6
ROLLS_AGAIN = 0.3
SALT = "0123456789abcdef" * 2


class Person:
    """Somebody at a table; a spectator if they have no seat."""

    def __init__(
        self,
        world: "World",
        room: str,
        number: int,
        habits: Habits,
        *,
        player: int | None,
        cookie: str | None,
        sealed: bool,
    ) -> None:
        self.player = player
        self.name = f"{room}/{'spectator' if player is None else player}"
        self._world = world
        self._room = room
        self._habits = habits
        self._cookie = cookie
        self._sealed = sealed
        self._rng = random.Random(f"{world.plan.seed} person {number}")
        self._line: Line | None = None
        self._asked = 0
        self._pending: tuple[str, str, dict[str, Any]] | None = None
        self._sent_at = self._ping_at = self._idle_until = self._connect_at = 0.0
        self._tries = 0
        self._salts: dict[str, str] = {}
        self._wanted: set[str] = set()

    @property
    def line(self) -> Line | None:
        """The open connection, if there is one."""
        line = self._line
        return line if line is not None and line.closed is None and line.frames else None

    async def run(self) -> None:
        await asyncio.sleep(self._rng.uniform(0.0, 1.5))
        while True:
            await asyncio.sleep(self._rng.uniform(0.5, 1.5) * self._habits.pace_s + TICK_S)
            line = self._connected()
            if line is not None:
                await self._act(line)

    def _connected(self) -> Line | None:
        """Return the connection once the welcome has come; begin another if it is lost."""
        now, line = self._world.loop.now, self._line
        if line is not None and line.closed is None and now - line.heard_at > SILENCE_S:
            line.hang_up(self._rng.uniform(0.0, 30.0))
        if (line is None or line.closed is not None) and now >= self._connect_at:
            self._connect_at = now + self._rng.uniform(0.3, 1.5)
            server = self._world.some_server(self._rng)
            if server is not None:
                query = "?whole=1" if self._habits.whole else ""
                path = f"/ws/v1/rooms/{self._room}/{query}"
                self._line = Line(self._world, server, self.player, path, self._cookie)
        return self.line

    async def _act(self, line: Line) -> None:
        now = self._world.loop.now
        if now - self._ping_at > PING_S:
            self._ping_at = now
            seen = {"game": line.view["game"], "seq": line.view["seq"]} if line.view else {}
            await line.send(json.dumps({"type": "ping", "rev": line.rev, **seen}))
        if self._rng.random() < self._habits.reconnects:
            line.hang_up(self._rng.choice((0.0, 0.001, 5.0)))
            return
        if self._pending is not None:
            await self._follow_up(line)
        elif self.player is not None and now >= self._idle_until:
            if self._rng.random() < self._habits.dawdles:
                self._idle_until = now + self._rng.uniform(5.0, 25.0)
                return
            await self._move(line)

    async def _follow_up(self, line: Line) -> None:
        """Look for the answer to the newest command; send it again if there is none."""
        assert self._pending is not None
        id_, type_, fields = self._pending
        answer = line.answers.get(id_)
        now = self._world.loop.now
        if answer is not None and (answer["type"] == "ack" or answer["code"] != "busy"):
            # Sometimes again, as from a browser that has not read the answer.
            if self._rng.random() < self._habits.repeats / 3:
                await line.command(id_, type_, **fields)
            self._pending = None
        elif answer is not None or now - self._sent_at > ANSWER_S or id_ not in line.asked:
            line.answers.pop(id_, None)
            self._tries += 1
            if self._tries > TRIES:
                self._pending = None
            else:
                self._sent_at = now
                await line.command(id_, type_, **fields)

    async def _ask(self, line: Line, type_: str, **fields: Any) -> None:
        self._asked += 1
        id_ = f"c{self._asked}"
        self._pending = (id_, type_, fields)
        self._sent_at = self._world.loop.now
        self._tries = 0
        await line.command(id_, type_, **fields)
        if self._rng.random() < self._habits.repeats:
            await line.command(id_, type_, **fields)

    async def _move(self, line: Line) -> None:
        room, view = line.room, line.view
        if view is not None and view["status"] == "playing" and room["status"] == "playing":
            if view["revealing"]:
                await self._reveal(line, view)
            else:
                await self._play(line, view)
        elif room["status"] != "playing":
            await self._begin(line, room)

    # Between games

    async def _begin(self, line: Line, room: dict[str, Any]) -> None:
        """Seal a seed, and start a game or ask for another."""
        seat = next((each for each in room["seats"] if each["player"] == self.player), None)
        if seat is None:
            await self._ask(line, "sit")
            return
        game = room["next"]["game"]
        if self._sealed and game not in self._salts:
            salt = self._salts[game] = f"{self._rng.getrandbits(128):032x}"
            kept = make_seal(game, self.player or 0, "text", salt)
            await self._ask(line, "seal", game=game, seal=kept.seal)
        elif not seat["ready"] and room["status"] == "open":
            await self._ask(line, "ready")
        elif room["status"] == "over" and game not in self._wanted:
            self._wanted.add(game)
            await self._ask(line, "rematch")
        elif room["host"] == self.player:
            self._idle_until = self._world.loop.now + 0.5
            await self._ask(line, "start")
        else:
            self._idle_until = self._world.loop.now + 1.0

    async def _reveal(self, line: Line, view: dict[str, Any]) -> None:
        seat = line.seat
        salt = self._salts.get(view["game"])
        if seat is None or seat not in view["revealing"] or salt is None:
            return
        if self._rng.random() < self._habits.withholds:
            self._idle_until = self._world.loop.now + 15.0
            return
        if self._rng.random() < self._habits.lies:
            await self._ask(line, "reveal", game=view["game"], salt=SALT, text="text")
        else:
            await self._ask(line, "reveal", game=view["game"], salt=salt, text="text")

    # In a game

    async def _play(self, line: Line, view: dict[str, Any]) -> None:
        seat = line.seat
        if seat is None:
            return
        if self._rng.random() < self._habits.resigns:
            await self._ask(line, "resign", game=view["game"])
        elif seat in view["acting"]:
            move = some_move(view, seat, self._rng, ROLLS_AGAIN, best=0.0)
            if move is not None:
                type_, fields = move
                await self._ask(line, type_, **fields)
        elif self._rng.random() < 0.01 and view["acting"]:
            await self._ask(line, "play_on", game=view["game"], seat=view["acting"][0])
