"""Runs the steps of a script against the site, and notes what every client receives.

A step is JSON: {"do": "open", "client": ..., "as": ..., "path": ...}, "send" (`text` or `hex`),
"leave", "wait" or "jump" (`seconds`), or "world" (`name`, `with`), which is something that happens
outside of any socket. After each step the site comes to rest before the next one.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.system.recordings.still import StillLoop
from tests.system.recordings.world import World

HOST = "testserver"
Json = dict[str, Any]
# What each client received, in order: frames, and at the end {"close": code}, or {"refused": code}
# where the handshake failed.
Received = dict[str, list[Any]]


class Client:
    """One socket."""

    def __init__(self, application: Any, step: Json, cookie: str | None) -> None:
        self.received: list[Any] = []
        self._inbox: asyncio.Queue[Json] = asyncio.Queue()
        self._accepted = False
        headers = {"host": HOST, "origin": f"http://{HOST}", **step.get("headers", {})}
        if cookie is not None:
            headers["cookie"] = f"sessionid={cookie}"
        path, _, query = step["path"].partition("?")
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": query.encode(),
            "headers": [
                (name.encode(), value.encode()) for name, value in headers.items() if value
            ],
            "client": (step.get("address", "127.0.0.1"), 1),
            "server": (HOST, 80),
            "subprotocols": [],
        }
        self.tell({"type": "websocket.connect"})
        self.task = asyncio.create_task(application(scope, self._inbox.get, self._receive))

    def tell(self, message: Json) -> None:
        """Pass an ASGI message to the site."""
        self._inbox.put_nowait(message)

    async def _receive(self, message: Json) -> None:
        match message["type"]:
            case "websocket.accept":
                self._accepted = True
            case "websocket.send":
                self.received.append(json.loads(message["text"]))
            case "websocket.close":
                how = "close" if self._accepted else "refused"
                self.received.append({how: message["code"]})
                self.tell({"type": "websocket.disconnect", "code": message["code"]})

    def take(self) -> list[Any]:
        """What has come since the last time."""
        new, self.received = self.received, []
        return new


class Driver:
    """The site, and the clients that are connected to it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._clients: dict[str, Client] = {}

    async def perform(self, step: Json) -> Json:
        """Do one step; return it with what came of it: `got`, and `returned` by the world."""
        returned = await getattr(self, f"_{step['do']}")(step)
        await self.world.loop.settle()
        done = {key: value for key, value in step.items() if key not in ("got", "returned")}
        if returned is not None:
            done["returned"] = returned
        got = {name: client.take() for name, client in sorted(self._clients.items())}
        done["got"] = {name: frames for name, frames in got.items() if frames}
        return done

    async def _open(self, step: Json) -> None:
        who = step.get("as")
        cookie = None if who is None else await self.world.cookie(who)
        self._clients[step["client"]] = Client(self.world.application, step, cookie)

    async def _send(self, step: Json) -> None:
        if "hex" in step:
            message = {"type": "websocket.receive", "bytes": bytes.fromhex(step["hex"])}
        else:
            message = {"type": "websocket.receive", "text": step["text"]}
        for _ in range(step.get("times", 1)):
            self._clients[step["client"]].tell(message)

    async def _leave(self, step: Json) -> None:
        client = self._clients[step["client"]]
        client.tell({"type": "websocket.disconnect", "code": 1001})
        await self.world.loop.settle()
        assert client.task.done(), "the site keeps a client that has gone"

    async def _wait(self, step: Json) -> None:
        await self.world.loop.advance(step["seconds"])

    async def _jump(self, step: Json) -> None:
        await self.world.loop.jump(step["seconds"])

    async def _world(self, step: Json) -> Any:
        return await self.world.do(step["name"], **step.get("with", {}))

    async def close(self) -> None:
        """Disconnect everybody."""
        for client in self._clients.values():
            client.tell({"type": "websocket.disconnect", "code": 1001})
        await self.world.loop.settle()
        await asyncio.gather(*(client.task for client in self._clients.values()))


def drive(name: str, script: Callable[[Driver], Awaitable[None]]) -> None:
    """Run a script in a world of its own. `name` seeds its codes and secrets."""
    loop = StillLoop()

    async def run() -> None:
        async with world.running():
            driver = Driver(world)
            try:
                await script(driver)
            finally:
                await driver.close()

    with pytest.MonkeyPatch.context() as patch:
        world = World(name, loop, patch)
        world.prepare()
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(run())
