"""One person of a soak: a guest with a socket, who seals seeds and shows them by themselves."""

import asyncio
import hashlib
import random
import secrets
from collections import Counter
from typing import Any

import msgspec
from picows import WSCloseCode, WSError

from workshop.lab.connection import Connection
from workshop.lab.loadtest.messages import View
from workshop.lab.soak import web_client

ANSWER_S = 30.0
PING_S = 10.0
Json = dict[str, Any]


class Refused(Exception):
    """The server refused a command. `code`: its error code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Gone(Exception):
    """The connection is closed, or the server did not answer."""


class Person:
    """A visitor. Without `token` they only watch.

    game, seq, view: the newest game seen. room: the room as last sent. paired: the code of the
    room that the lobby named. path: of the newest socket. counts: what happened, by
    name, for all people together.
    """

    def __init__(self, url: str, counts: Counter[str]) -> None:
        self.url = url
        self.counts = counts
        self.address = random_address()
        self.player: int | None = None
        self.token = ""
        self.room: Json = {}
        self.game: str | None = None
        self.seq = 0
        self.view: View | None = None
        self.paired: str | None = None
        self.path = ""
        self._sealed: Json = {}
        self._connection = Connection(self)
        self._changed = asyncio.Event()
        self._answers: dict[str, asyncio.Future[int | None]] = {}
        self._pings: asyncio.Task[None] | None = None

    async def become_guest(self) -> None:
        """Get a name and a token. Raises OSError, TimeoutError and RuntimeError."""
        name = f"Soaker {random.randrange(10**6)}"
        made = await web_client.post(self.url, "/api/v1/guests", {"name": name}, self.address)
        self.player, self.token = made["player"], made["token"]
        self.counts["guests"] += 1

    async def open_room(self, **settings: Any) -> str:
        """Open a room and return its code. Raises OSError, TimeoutError and RuntimeError."""
        made = await web_client.post(
            self.url, "/api/v1/rooms", settings, self.address, token=self.token
        )
        self.counts["rooms"] += 1
        return str(made["code"])

    # --- The connection -----------------------------------------------------------------------

    @property
    def is_connected(self) -> bool:
        """Whether the socket is open."""
        return self._connection.is_open

    async def connect(self, path: str) -> None:
        """Open a socket and wait for the welcome. Raises Gone."""
        self.room, self.game, self.seq, self.view = {}, None, 0, None
        self.path = path
        self._connection = Connection(self)
        headers = {"Origin": self.url}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        address = self.url.replace("http", "ws", 1) + path
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._connection.open(address, headers, (self.address, 0))
        except (OSError, WSError, TimeoutError) as error:
            self.counts[f"no connection: {type(error).__name__}"] += 1
            raise Gone from error
        self.counts["connections"] += 1
        self._pings = asyncio.create_task(self._ping())
        await self.wait_until(lambda: bool(self.room))

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(PING_S)
            self._send({"type": "ping"})

    def leave(self) -> None:
        """Close the socket, if it is open, as a browser does when its tab is closed."""
        self._connection.close(WSCloseCode.GOING_AWAY)
        self._end()

    def closed_with(self, code: int) -> None:
        """Count that the server has closed the socket."""
        self.counts[f"closed with {code}"] += 1

    def disconnected(self, connection: Connection) -> None:
        """Note the end of the newest connection."""
        if self._connection is connection:
            self.counts["connections lost"] += 1
            self._end()

    def _end(self) -> None:
        if self._pings is not None:
            self._pings.cancel()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Gone())
                answer.exception()
        self._answers.clear()
        self._changed.set()

    # --- Commands and messages ----------------------------------------------------------------

    async def ask(self, type_: str, **fields: Any) -> int | None:
        """Send a command; return the number of its event, if it has one. Raises Refused, Gone."""
        id_ = f"{random.getrandbits(48):x}"
        answer = self._answers[id_] = asyncio.get_running_loop().create_future()
        self._send({"type": type_, "id": id_, **fields})
        try:
            async with asyncio.timeout(ANSWER_S):
                seq: int | None = await answer
                return seq
        except TimeoutError:
            self.counts["commands without an answer"] += 1
            raise Gone from None
        finally:
            self._answers.pop(id_, None)

    async def seal(self, type_: str = "seal") -> None:
        """Seal a seed for the next game, with a command that takes a seal. Raises Refused, Gone."""
        game, salt, text = self.room["next"]["game"], secrets.token_hex(16), secrets.token_hex(8)
        self._sealed = {"game": game, "salt": salt, "text": text}
        sealed = hashlib.sha256(f"seal|{game}|{self.player}|{salt}|{text}".encode()).hexdigest()
        await self.ask(type_, game=game, seal=sealed)

    def _send(self, command: Json) -> None:
        if not self._connection.is_open:
            raise Gone
        self._connection.send(msgspec.json.encode(command))

    async def wait_until(self, is_so: Any, seconds: float = ANSWER_S) -> None:
        """Wait for messages until `is_so()`. Raises Gone if they do not come."""
        try:
            async with asyncio.timeout(seconds):
                while not is_so():
                    if not self._connection.is_open:
                        raise Gone
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise Gone from None

    def receive(self, payload: bytes) -> None:
        """Take a message."""
        message = msgspec.json.decode(payload)
        match message["type"]:
            case "welcome" | "room" if "room" in message:
                self.room = message["room"]
                if message.get("view"):
                    self._see(message)
            case "welcome":
                self.room = {"lobby": True}
            case "update" | "snapshot" if "view" in message:
                self._see(message)
            case "paired":
                self.paired = message["room"]
            case "ack":
                self._settle(message["id"], lambda answer: answer.set_result(message.get("seq")))
            case "error":
                self.counts[f"refused: {message['code']}"] += 1
                refusal = Refused(message["code"])
                self._settle(message.get("id", ""), lambda answer: answer.set_exception(refusal))
        self._changed.set()

    def _settle(self, id_: str, settle: Any) -> None:
        answer = self._answers.get(id_)
        if answer is not None and not answer.done():
            settle(answer)

    def _see(self, message: Json) -> None:
        self.game, self.seq = message["game"], message["seq"]
        self.view = msgspec.convert(message["view"], View)
        if self._sealed.get("game") == self.game:
            self._send({"type": "reveal", **self._sealed})
            self._sealed = {}


def random_address() -> str:
    """Return an address of this machine: nobody else's, most of the time."""
    return f"127.{random.randrange(1, 255)}.{random.randrange(256)}.{random.randrange(1, 255)}"
