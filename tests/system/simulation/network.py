"""The network between simulated browsers and servers: connections that are slow, or break."""

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

from games.platform.server.extension import ATTACH, SEND_TEXT
from tests.support.client import Client, websocket_scope
from tests.system.simulation.processes import Process

if TYPE_CHECKING:
    from tests.system.simulation.world import World

LOST_AFTER_S = 40.0
"""A server may learn so late that a client is gone."""


class Network:
    """All connections. `delay_s`: how long a message takes."""

    def __init__(self, world: "World", rng: random.Random) -> None:
        self.delay_s = (0.001, 0.02)
        self.lines: list[Line] = []
        self._world = world
        self.rng = rng

    def lose(self, process: Process) -> None:
        """End the connections of a process that has died."""
        for line in [each for each in self.lines if each.process is process]:
            self._world.in_world(self.rng.uniform(0.0, 0.5), line.drop)

    def cut(self, share: float) -> None:
        """Cut some connections: the browsers notice at once, the servers perhaps later."""
        for line in list(self.lines):
            if self.rng.random() < share:
                line.hang_up(self.rng.uniform(0.0, LOST_AFTER_S))


class Line(Client):
    """A browser's connection to a server. It checks all that it receives."""

    def __init__(
        self, world: "World", process: Process, player: int | None, path: str, cookie: str | None
    ) -> None:
        super().__init__()
        self.process = process
        self.answers: dict[str, dict[str, Any]] = {}
        self.asked: dict[str, dict[str, Any]] = {}
        self.who = player
        self._world = world
        self._rng = world.network.rng
        self._free_at = [0.0, 0.0]
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._receiver: Any = None
        self._gone = False
        self.heard_at = self.opened_at = world.loop.now
        extensions: dict[str, Any] = {SEND_TEXT: self._sent_text}
        if self._rng.random() < 0.8:  # as our own server does it
            extensions[ATTACH] = self._attached
        self._scope = {**websocket_scope(path, cookie), "extensions": extensions}
        world.network.lines.append(self)
        self._to_server({"type": "websocket.connect"})
        process.spawn(self._serve)

    # --- The server's end, in its process ---

    async def _serve(self) -> None:
        await self.process.application(self._scope, self._inbox.get, self._sent)

    def _attached(self, receiver: Any) -> None:
        self._receiver = receiver
        while not self._inbox.empty():
            receiver.on_message(self._inbox.get_nowait())

    def _reach_server(self, message: dict[str, Any]) -> None:
        if self._receiver is None:
            self._inbox.put_nowait(message)
        else:
            self._receiver.on_message(message)

    async def _sent(self, message: dict[str, Any]) -> None:
        if self._gone:
            raise OSError("simulated: the client is gone")
        if message["type"] == "websocket.send":
            self._sent_text(message["text"])
        elif message["type"] == "websocket.close":
            self._to_client(self._arrive_close, message["code"])

    def _sent_text(self, text: str) -> None:
        if self._gone:
            raise OSError("simulated: the client is gone")
        self._world.judge.sent(self, text)
        self._to_client(self._arrive, text)

    # --- Between ---

    def _to_client(self, arrive: Any, content: object) -> None:
        self._world.in_world(self._wait(0), arrive, content)

    def _to_server(self, message: dict[str, Any]) -> None:
        wait = self._wait(1)
        self._world.loop.call_later(
            wait, self._reach_server, message, context=self.process.context.copy()
        )

    def _wait(self, way: int) -> float:
        """Return how long a message takes: it never overtakes one before it."""
        now = self._world.loop.now
        at = max(now + self._rng.uniform(*self._world.network.delay_s), self._free_at[way] + 1e-6)
        self._free_at[way] = at
        return at - now

    # --- The browser's end ---

    def _arrive(self, text: str) -> None:
        if self.closed is not None:
            return
        self.heard_at = self._world.loop.now
        try:
            self.take(text)
        except Exception as error:
            self._world.fail("a browser", f"{self.who} cannot follow: {error!r}", error)
        self._world.judge.taken(self)

    def _arrive_close(self, code: int) -> None:
        self.drop(code)
        self._to_server({"type": "websocket.disconnect", "code": code})

    def _take_update(self, frame: dict[str, Any]) -> None:
        # A ping that has crossed it on the way brings the same again.
        if not self._knows(frame):
            super()._take_update(frame)

    def _take_delta(self, frame: dict[str, Any]) -> None:
        if not self._knows(frame):
            super()._take_delta(frame)

    def _knows(self, frame: dict[str, Any]) -> bool:
        known = self.view
        if known is None or known["game"] != frame["game"]:
            return False
        return int(known["seq"]) >= int(frame["seq"])

    def _take_ack(self, frame: dict[str, Any]) -> None:
        self.answers[frame["id"]] = frame

    def _take_error(self, frame: dict[str, Any]) -> None:
        self.answers[frame.get("id", "")] = frame

    def drop(self, code: int = -1) -> None:
        """Note that the connection has ended."""
        if self.closed is None:
            self.lost(code)
        if self in self._world.network.lines:
            self._world.network.lines.remove(self)

    def hang_up(self, server_learns_s: float = 0.0) -> None:
        """End the connection from here."""
        self.drop()
        self._gone = server_learns_s == 0.0
        message = {"type": "websocket.disconnect", "code": 1006}
        context = self.process.context.copy()
        self._world.loop.call_later(server_learns_s, self._reach_server, message, context=context)

    async def send(self, frame: str | bytes) -> None:
        self._to_server({"type": "websocket.receive", "text": str(frame)})

    async def command(self, id_: str, type_: str, **fields: Any) -> None:
        self.asked[id_] = {"type": type_, "at": self._world.loop.now, **fields}
        await self.send(json.dumps({"type": type_, "id": id_, **fields}))
