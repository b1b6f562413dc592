"""Writing a recording: a script performs steps, looks at what comes, and goes on from there."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from tests.system.recordings.driver import Driver

Json = dict[str, Any]
LOBBY = "/ws/v1/lobby/"


def path_of(room: str) -> str:
    """The address of a room's socket."""
    return f"/ws/v1/rooms/{room}/"


class Script:
    """Performs steps and keeps them. `views` and `rooms` are the newest ones of each client."""

    def __init__(self, driver: Driver) -> None:
        self.steps: list[Json] = []
        self.views: dict[str, Json] = {}
        self.rooms: dict[str, Json] = {}
        self.frames: dict[str, list[Json]] = {}
        self._driver = driver
        self._ids = 0

    async def do(self, do: str, **step: Any) -> Json:
        """Perform a step and return what came of it."""
        done = await self._driver.perform({"do": do, **step})
        self.steps.append(done)
        for client, frames in done["got"].items():
            self.frames.setdefault(client, []).extend(frames)
            for frame in frames:
                if frame.get("view"):
                    self.views[client] = frame["view"]
                if frame.get("room") and isinstance(frame["room"], dict):
                    self.rooms[client] = frame["room"]
        return done

    async def world(self, name: str, **arguments: Any) -> Any:
        """Have something happen outside of sockets."""
        step = {"name": name, "with": arguments} if arguments else {"name": name}
        return (await self.do("world", **step)).get("returned")

    async def room(self, host: str, **settings: Any) -> str:
        """Open a room and return its code."""
        return str(await self.world("room", host=host, **settings))

    async def open(self, room: str, *clients: str, **step: Any) -> None:
        """Enter a room for whole views as these people; "nobody..." has no name, "alice2" is
        Alice.
        """
        for client in clients:
            await self._open(f"{path_of(room)}?whole=1", client, **step)

    async def open_for_deltas(self, room: str, *clients: str) -> None:
        """Enter a room as `open` does, but as browsers do, for what changes."""
        for client in clients:
            await self._open(path_of(room), client)

    async def look(self, *clients: str, **step: Any) -> None:
        """Open the lobby as these people."""
        for client in clients:
            await self._open(LOBBY, client, **step)

    async def _open(self, path: str, client: str, **step: Any) -> None:
        who = client.rstrip("0123456789")
        person = {} if who == "nobody" else {"as": who}
        await self.do("open", client=client, **person, path=path, **step)

    async def text(self, client: str, text: str, **step: Any) -> list[Json]:
        """Send a raw frame and return what the client received."""
        done = await self.do("send", client=client, text=text, **step)
        return list(done["got"].get(client, []))

    async def say(self, client: str, type_: str, **fields: Any) -> list[Json]:
        """Send a command, with an id unless `id=None`; return what the client received."""
        self._ids += 1
        fields.setdefault("id", f"c{self._ids}")
        if fields["id"] is None:
            del fields["id"]
        return await self.text(client, json.dumps({"type": type_, **fields}, ensure_ascii=False))

    async def ok(self, client: str, type_: str, **fields: Any) -> None:
        """Send a command that is acknowledged."""
        frames = await self.say(client, type_, **fields)
        assert "ack" in [frame.get("type") for frame in frames], frames

    async def no(self, code: str, client: str, type_: str, **fields: Any) -> None:
        """Send a command that is refused with this code."""
        frames = await self.say(client, type_, **fields)
        assert [frame.get("code") for frame in frames] == [code], frames

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        await self.do("wait", seconds=seconds)

    async def sweep(self, what: str) -> None:
        """Have the worker look."""
        await self.world("sweep", what=what)

    # --- Play -----------------------------------------------------------------------------

    def moment(self, client: str) -> Json:
        """Game, turn and roll of the seat that acts."""
        view = self.views[client]
        turn = view["seats"][view["acting"][0]]["turn"]
        return {"game": view["game"], "turn": turn["number"], "roll": turn["roll"]}

    async def roll(self, client: str, hold: tuple[int, ...] = ()) -> None:
        """Roll."""
        held = {"hold": list(hold)} if hold else {}
        await self.ok(client, "roll", **self.moment(client), **held)

    async def score(self, client: str, category: str, column: int = 0) -> None:
        """Fill a box."""
        where = {"column": column} if column else {}
        await self.ok(client, "score", **self.moment(client), category=category, **where)

    async def first_box(self, client: str) -> None:
        """Fill the first box that may be filled."""
        view = self.views[client]
        option = view["seats"][view["acting"][0]]["options"][0]
        await self.score(client, option["category"], option["column"])

    async def turn(self, client: str) -> None:
        """Roll once, and fill the first box."""
        await self.roll(client)
        await self.first_box(client)


Scenario = Callable[[Script], Awaitable[None]]
