"""A client of the socket for tests.

It checks every frame against the types of the protocol, and every update and delta against
`evolve`: the old state plus the events must give the new view. All clients that see the same of a
game must have the same view of it at the same seq, however they were told.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any, ClassVar, Self, TypeVar

import msgspec

from games.assembly.routing.routing import websockets
from games.core.engine import GameState, event_from_data, evolve_all, replay, view
from games.core.protocol import room_messages
from games.models import Room, User
from games.platform.database.threads import in_database
from tests.support.oracles.changed_view import changed_view
from tests.support.people import cookie_of
from tests.support.turns import moment_of

PATIENCE_S = 30.0
HOST = "testserver"
T = TypeVar("T")


class Client:
    """What a browser knows; subclasses receive and send the frames.

    A frame that fails a check ends the client. It also goes to `complaints`, which fail the test,
    because the server might swallow the exception.

    `frames` are all messages received, `views` the view after each of them, `events` those of the
    current game in order, `view` and `room` the newest state, `player` its id (None for a spectator
    without a name), `closed` the close code (None while the connection is open).

    `known` has the views of all clients of a test: what others do in a round (`done`) has no seq.
    """

    patience_s: float = PATIENCE_S
    complaints: ClassVar[list[BaseException]] = []
    known: ClassVar[dict[tuple[str, int | None, int], dict[str, Any]]] = {}

    def __init__(self) -> None:
        self.player: int | None = None
        self.frames: list[dict[str, Any]] = []
        self.views: list[dict[str, Any] | None] = []
        self.view: dict[str, Any] | None = None
        self.room: dict[str, Any] = {}
        self.rev = 0
        self.events: list[dict[str, Any]] = []
        self.state: GameState | None = None
        self.closed: int | None = None
        self.ids = 0
        self._read = 0
        self._news = asyncio.Event()

    # --- In -------------------------------------------------------------------------------

    def take(self, text: str) -> None:
        """Check one frame and update the state."""
        try:
            self._take(text)
        except BaseException as complaint:
            self.complaints.append(complaint)
            raise
        finally:
            self._news.set()

    def _take(self, text: str) -> None:
        self.check(text)
        frame = json.loads(text)
        handle = getattr(self, f"_take_{frame['type']}", None)
        if handle is not None:
            handle(frame)
        self.keep(frame)

    def keep(self, frame: dict[str, Any]) -> None:
        """Keep a message, and the view after it."""
        self.frames.append(frame)
        self.views.append(self.view)

    def check(self, text: str) -> None:
        """Raise if this is not a message of a room."""
        room_messages.read_room_message(text)

    def _take_welcome(self, frame: dict[str, Any]) -> None:
        assert not self.frames, "welcome comes first and only once"
        self.player = frame["you"]["player"]
        self.room, self.rev, self.view = frame["room"], frame["rev"], frame["view"]
        if self.view is not None:
            self._compare_view()

    def _take_room(self, frame: dict[str, Any]) -> None:
        if frame["rev"] > self.rev:
            is_new = frame["room"]["variant"] != self.room["variant"]
            assert ("sheet" in frame["room"]) == is_new, "the sheet comes with another game only"
            self.room = {"sheet": self.room["sheet"], **frame["room"]}
            self.rev = frame["rev"]

    def _take_people(self, frame: dict[str, Any]) -> None:
        self.room, self.rev = {"sheet": self.room["sheet"], **frame["room"]}, frame["rev"]

    def _take_update(self, frame: dict[str, Any]) -> None:
        known = self.view["seq"] if self.view and self.view["game"] == frame["game"] else 0
        seqs = [event["seq"] for event in frame["events"]]
        assert seqs == list(range(known + 1, frame["seq"] + 1)), (known, frame)
        self._take_view(frame)
        self._take_events(frame)

    def _take_delta(self, frame: dict[str, Any]) -> None:
        seqs = [event["seq"] for event in frame["events"]]
        assert seqs == list(range(frame["base"] + 1, frame["seq"] + 1))
        self.view = changed_view(self.table, frame)
        self._compare_view()
        self._take_events(frame)

    def _take_done(self, frame: dict[str, Any]) -> None:
        self.view = {**self.table, "done": frame["done"]}

    @property
    def seat(self) -> int | None:
        """The client's seat in the game, None for a spectator."""
        mine = [seat["seat"] for seat in self.table["seats"] if seat["player"] == self.player]
        return mine[0] if mine else None

    def _compare_view(self) -> None:
        """Compare the view with that of another client that sees the same, if there was one."""
        viewer = self.seat if self.table["mode"] == "rounds" else None
        mine = {name: value for name, value in self.table.items() if name != "done"}
        other = self.known.setdefault((mine["game"], viewer, mine["seq"]), mine)
        assert mine == other

    def _take_events(self, frame: dict[str, Any]) -> None:
        """Add the events, and compare the view with what they lead to."""
        events = [
            event_from_data(event["type"], event["seat"], event["at"], event["data"])
            for event in frame["events"]
        ]
        if frame["events"][0]["seq"] == 1:
            self.events = []
            self.state = replay(events)
        elif self.state is not None:
            self.state = evolve_all(self.state, events)
        self.events += frame["events"]
        if self.state is not None:
            expected = msgspec.json.decode(msgspec.json.encode(view(self.state, self.seat)))
            if "done" in self.table:
                # What others do in a round is in no event until the reveal.
                expected["done"] = self.table["done"]
            assert expected == self.view, _differences(expected, self.view)

    def _take_snapshot(self, frame: dict[str, Any]) -> None:
        self.state = None
        self._take_view(frame)

    def _take_view(self, frame: dict[str, Any]) -> None:
        assert (frame["view"]["game"], frame["view"]["seq"]) == (frame["game"], frame["seq"])
        self.view = frame["view"]
        self._compare_view()

    def lost(self, code: int | None) -> None:
        self.closed = -1 if code is None else code
        self._news.set()

    async def hear(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Return the next message with this type and these fields, after the last one returned."""

        def heard() -> dict[str, Any] | None:
            for index in range(self._read, len(self.frames)):
                frame = self.frames[index]
                if {**frame, **fields, "type": type_} == frame:
                    self._read = index + 1
                    return frame
            return None

        return await self._until(heard, f"{type_} {fields}")

    async def reach(self, seq: int) -> dict[str, Any]:
        """Wait until the view has reached `seq`, and return it."""
        return await self._until(
            lambda: self.view if self.view and self.view["seq"] >= seq else None, f"seq {seq}"
        )

    async def reach_room(self, **fields: Any) -> dict[str, Any]:
        """Wait until the room has these fields, and return it."""
        return await self.find(lambda: self.room, "a room", **fields)

    async def find(
        self, shown: Callable[[], dict[str, Any] | None], what: str, **fields: Any
    ) -> dict[str, Any]:
        """Return what is shown once it is there and has these fields."""

        def there() -> dict[str, Any] | None:
            found = shown()
            return found if found is not None and {**found, **fields} == found else None

        return await self._until(there, f"{what} with {fields}")

    async def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until something is true of what the client knows."""
        await self._until(lambda: condition() or None, what)

    async def end(self) -> int:
        """Wait for the end of the connection, and return its close code (-1: none)."""
        await self.wait(lambda: self.closed is not None, "the end")
        assert self.closed is not None
        return self.closed

    async def _until(self, ready: Callable[[], T | None], what: str) -> T:
        try:
            async with asyncio.timeout(self.patience_s):
                while (result := ready()) is None:
                    assert not self.complaints, self.complaints
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"never came: {what}; last {self.frames[-3:]}") from None
        return result

    # --- Out ------------------------------------------------------------------------------

    async def send(self, frame: str | bytes) -> None:
        raise NotImplementedError

    async def say(self, type_: str, **fields: Any) -> str:
        self.ids += 1
        id_ = fields.setdefault("id", f"c{self.ids}")
        await self.send(json.dumps({"type": type_, **fields}))
        return str(id_)

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command and return its answer: ack or error."""
        id_ = await self.say(type_, **fields)
        return await self.answer(id_)

    async def answer(self, id_: str) -> dict[str, Any]:
        seen = self._read

        def answered() -> dict[str, Any] | None:
            for frame in self.frames[seen:]:
                if frame["type"] in ("ack", "error") and frame.get("id") == id_:
                    return frame
            return None

        answer = await self._until(answered, f"an answer to {id_}")
        self._read = self.frames.index(answer, seen) + 1
        return answer

    @property
    def table(self) -> dict[str, Any]:
        """The view of the current game. There must be one."""
        assert self.view is not None
        return self.view

    def moment(self) -> dict[str, Any]:
        """Game, turn and roll of the acting seat, as commands name them."""
        return moment_of(self.table, self.table["acting"][0])

    async def roll(self, hold: tuple[int, ...] = ()) -> dict[str, Any]:
        """Roll in the turn that the view shows; return the answer."""
        return await self.ask("roll", **self.moment(), hold=hold)

    async def score(self, category: str, column: int = 0) -> dict[str, Any]:
        """Fill a box in the turn that the view shows; return the answer."""
        return await self.ask("score", **self.moment(), category=category, column=column)


def _differences(expected: dict[str, Any], shown: dict[str, Any] | None) -> str:
    """Return which fields of two views differ, for messages."""
    assert shown is not None
    names = [name for name in expected | shown if expected.get(name) != shown.get(name)]
    return f"{[(name, expected.get(name), shown.get(name)) for name in names]}"


def websocket_scope(
    path: str, cookie: str | None = None, headers: list[tuple[bytes, bytes]] | None = None
) -> dict[str, Any]:
    """Return what the application gets of a connection from the site's own pages.

    `headers`: instead of those that a browser sends.
    """
    path, _, query = path.partition("?")
    if headers is None:
        headers = [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode())]
    if cookie is not None:
        headers = [*headers, (b"cookie", f"sessionid={cookie}".encode())]
    return {
        "type": "websocket",
        "path": path,
        "query_string": query.encode(),
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": (HOST, 80),
        "subprotocols": [],
    }


class AsgiClient(Client):
    """A client of the ASGI application in this process."""

    def __init__(
        self,
        path: str,
        cookie: str | None = None,
        headers: list[tuple[bytes, bytes]] | None = None,
    ) -> None:
        super().__init__()
        self.scope = websocket_scope(path, cookie, headers)
        self.accepted = False
        self.may_send = asyncio.Event()
        self.may_send.set()
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> Self:
        """Connect, and wait for the welcome or for the end of the connection."""
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(websockets(self.scope, self._inbox.get, self._receive))
        self._task.add_done_callback(self._application_ended)
        await self._until(lambda: self.frames or self.closed is not None or None, "welcome")
        self._read = 0 if self.closed is not None else 1
        return self

    def _application_ended(self, task: asyncio.Task[None]) -> None:
        if self.closed is None:
            self.lost(None)

    async def _receive(self, message: Any) -> None:
        if not self.may_send.is_set():
            await self.may_send.wait()
        if message["type"] == "websocket.accept":
            self.accepted = True
        elif message["type"] == "websocket.send":
            self.take(message["text"])
        else:
            assert message["type"] == "websocket.close"
            self.lost(message["code"])
            self._inbox.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

    async def send(self, frame: str | bytes) -> None:
        kind = "text" if isinstance(frame, str) else "bytes"
        self._inbox.put_nowait({"type": "websocket.receive", kind: frame})

    async def leave(self) -> None:
        """Disconnect, and wait until the application has handled it."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
        assert self._task is not None
        async with asyncio.timeout(PATIENCE_S):
            await self._task


async def visit(
    room: Room, user: User | None = None, whole: bool | None = None, seen: str = ""
) -> AsgiClient:
    """Connect to the room as `user`, or without a session.

    `seen`: what the client says it has seen. `whole`: ask for whole views. Unless that is said,
    Alice does and nobody else, so that rooms have clients of both kinds.
    """
    cookie = None if user is None else await in_database(lambda: cookie_of(user))
    if whole is None:
        whole = user is not None and user.name.lower() == "alice"
    query = "?" + "&".join(["whole=1"] * whole + [f"seen={seen}"] * bool(seen))
    return await AsgiClient(f"/ws/v1/rooms/{room.code}/{query}", cookie).open()
