"""One player: visits rooms and the lobby, plays, and sends everything else between."""

import asyncio
from collections import deque
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from games.core.engine import GameView
from games.core.protocol.errors import ErrorCode
from games.core.protocol.frames import Error
from games.core.protocol.lobby_commands import LOBBY_DECODER
from games.core.protocol.lobby_messages import LobbyMessage, LobbyPong, LobbyWelcome, Paired
from games.core.protocol.room_commands import ROOM_DECODER
from games.core.protocol.room_messages import (
    Delta,
    Pong,
    RoomMessage,
    RoomUpdate,
    Snapshot,
    Update,
    Welcome,
)
from tests.support.oracles.changed_view import changed_view
from workshop.lab.fuzz.commands import CommandMaker, Known
from workshop.lab.fuzz.frames import allowed, forbidden, fragments, frame
from workshop.lab.fuzz.http_client import new_guest
from workshop.lab.fuzz.oddities import broken, dumps
from workshop.lab.fuzz.policy import Memory, next_command
from workshop.lab.fuzz.record import Record
from workshop.lab.fuzz.site import Person, Site
from workshop.lab.fuzz.wire import LOST, RefusedError, Wire
from workshop.lab.rfc6455 import TEXT

ANSWER_S = 30.0
"""A server that does not answer a ping for this long hangs."""
PAUSE_S = 0.03
UNREAD = 25
"""How many frames to send without waiting for the server: it closes when 64 wait."""
INTERNAL_ERROR = 1011
NEVER_SENT = (0, 1005, 1015)
"""Close codes that must not be in a close frame; 1006 stands for no close frame at all."""
ENDING = frozenset({"resign", "remove", "close", "stand"})
"""Commands that end games early: sent less often."""
QUERIES = ("", "?whole=1", "?whole=0", "?whole=1&whole=1", "?whole", "?%ff=%00")
QUERY_WEIGHTS = (50, 43, 1, 1, 1, 1)
ROOM_MAKER = CommandMaker(ROOM_DECODER.commands)
LOBBY_MAKER = CommandMaker(LOBBY_DECODER.commands)


def as_json(message: Any) -> Any:
    """Return a message, or a part of one, as plain JSON."""
    return msgspec.to_builtins(message)


class Visit:
    """One connection to a room or the lobby."""

    def __init__(self, player: "Player", wire: Wire, room: str | None) -> None:
        self.player = player
        self.wire = wire
        self.room = room
        self.memory = player.memory_of(room) if room else None
        self.closed: int | None = None
        self.answered = asyncio.Event()
        self._newest: deque[str] = deque(maxlen=UNREAD)
        types: Any = RoomMessage if room else LobbyMessage
        self._decoder = msgspec.json.Decoder(types)
        self._maker = ROOM_MAKER if room else LOBBY_MAKER
        self._random = player.random

    async def read(self) -> None:
        """Take the server's messages until the end of the connection."""
        while self.closed is None:
            message = await self.wire.receive()
            if isinstance(message, int):
                self.closed = message
            else:
                self._take(message)
        self.answered.set()

    def _take(self, text: bytes) -> None:
        record = self.player.record
        try:
            message = self._decoder.decode(text)
        except msgspec.MsgspecError as error:
            record.find(f"a message that its own type refuses: {error}", text)
            return
        name = type(message).__name__
        record.messages[name] += 1
        if isinstance(message, Error):
            self._refused(message)
        elif isinstance(message, Pong | LobbyPong):
            self.answered.set()
        elif isinstance(message, Paired):
            self.player.site.add_room(message.room)
        if isinstance(message, Welcome | LobbyWelcome):
            self.player.is_signed_in = message.you.player is not None
        if self.memory is not None:
            self._remember(self.memory, message)

    def _refused(self, error: Error) -> None:
        record = self.player.record
        record.errors[error.code] += 1
        if error.code == ErrorCode.SERVER_ERROR:
            record.find(f"server_error: {error.message}", self.newest, "server_error")

    def _remember(self, memory: Memory, message: Any) -> None:
        if isinstance(message, Welcome | RoomUpdate):
            memory.room = message.room
        if isinstance(message, Update | Snapshot):
            self._compare(memory.view, message)
        if isinstance(message, Delta):
            self._apply(memory, message)
        elif isinstance(message, Welcome | Update | Snapshot):
            memory.view = message.view
        if memory.view is not None:
            self.player.site.add_game(memory.view.game)

    def _apply(self, memory: Memory, delta: Delta) -> None:
        """Change the view by a delta. A wrong base is a finding."""
        try:
            changed = changed_view(as_json(memory.view), as_json(delta))
            memory.view = msgspec.convert(changed, GameView)
        except (KeyError, TypeError, ValueError) as error:
            self.player.record.find(f"a delta that does not fit: {error}", self.newest, "delta")

    def _compare(self, known: GameView | None, message: Update | Snapshot) -> None:
        """Compare a whole view with what deltas made of older ones."""
        now = (message.game, message.seq)
        if known is not None and (known.game, known.seq) == now and known != message.view:
            what = "a view that differs from the one known"
            self.player.record.find(what, f"{as_json(known)}\n{as_json(message.view)}")

    async def chatter(self, frames: int) -> None:
        """Send this many frames, with pauses, until the server closes. Raises TimeoutError."""
        for number in range(1, frames + 1):
            if self.closed is not None:
                return
            if number % UNREAD == 0:
                await self.ask()
            kind, data, shown = self._next()
            self._newest.append(shown)
            self.player.record.send(
                kind, f"{self.player.name} in {self.room or 'the lobby'}", shown
            )
            await self.wire.send(data)
            await asyncio.sleep(self._random.random() * 2 * PAUSE_S)

    def _next(self) -> tuple[str, bytes, str]:
        """Return the kind of the next frame, its bytes, and how to show it."""
        random = self._random
        chance = random.random()
        if self.memory is not None and chance < 0.5:
            command = next_command(self.memory, random)
            if command is not None:
                return self._text("sensible", dumps(command | self._id(), random))
        if chance < 0.7:
            return self._text("valid", dumps(self._valid() | self._id(), random))
        if chance < 0.93:
            return self._text("broken", broken(self._valid() | self._id(), random))
        if chance < 0.995:
            data = allowed(random)
            return "control and binary", data, repr(data)
        data = forbidden(random)
        return "forbidden", data, repr(data)

    def _text(self, kind: str, text: str) -> tuple[str, bytes, str]:
        payload = text.encode("utf-8", "surrogatepass")
        if self._random.random() < 0.05:
            return f"{kind}, in fragments", fragments(payload, self._random), text
        return kind, frame(TEXT, payload, self._random), text

    def _valid(self) -> dict[str, Any]:
        known = self.memory.known() if self.memory else self.player.known_in_lobby()
        skip = ENDING if self._random.random() < 0.97 else frozenset()
        return self._maker.choose(known, self._random, skip)

    def _id(self) -> dict[str, str]:
        """Return a new id, an old one, or none."""
        chance = self._random.random()
        if chance < 0.4:
            return {}
        return {"id": f"i{self._random.randrange(5 if chance < 0.5 else 10**9)}"}

    @property
    def newest(self) -> str:
        """The newest frames, one on each line: the answer may be to any of them."""
        return "\n".join(self._newest)

    async def ask(self) -> None:
        """Send a ping, and wait for the answer or the close. Raises TimeoutError."""
        self.answered.clear()
        if self.closed is None:
            await self.wire.send(frame(TEXT, b'{"type":"ping"}', self._random))
            async with asyncio.timeout(ANSWER_S):
                await self.answered.wait()


class Player:
    """A person, or (`person` None) a spectator without a name."""

    def __init__(
        self, person: Person | None, random: Random, port: int, site: Site, record: Record
    ) -> None:
        """Take the person, who sits most of the time with one other in the room of one of both."""
        self.person = person
        number = site.people.index(person) if person else 0
        self._home = site.rooms[number // 2 * 2]
        self.name = person.name if person else "a spectator"
        self.random = random
        self.port = port
        self.site = site
        self.record = record
        # Whether the last welcome knew the player.
        self.is_signed_in = True
        self._memories: dict[str, Memory] = {}
        self._seals_seeds = random.random() < 0.6

    def memory_of(self, room: str) -> Memory:
        """Return what the player keeps about a room."""
        id_ = self.person.id if self.person else 0
        return self._memories.setdefault(room, Memory(id_, self._seals_seeds))

    def known_in_lobby(self) -> Known:
        """Return values for commands of the lobby."""
        return {
            "name": [person.name for person in self.site.people],
            "challenge": list(range(1, 30)),
            "switches": [{}],
        }

    async def live(self) -> None:
        """Visit one room after another until cancelled."""
        while True:
            if self.person is not None and not self.is_signed_in:
                await self._become_guest(self.person)
            await self.visit()
            await asyncio.sleep(self.random.random() * 0.2)

    async def _become_guest(self, person: Person) -> None:
        """Get a new name and session: a request has ended the old one."""
        made = await new_guest(self.port, person.name)
        if made is not None:
            person.id, person.cookie = made
            self._memories.clear()
            self.is_signed_in = True

    def _place(self) -> tuple[str | None, str]:
        """Return the code of the room to visit (None: the lobby), and the address of its socket."""
        code, path = self._room_or_lobby()
        return code, path + self.random.choices(QUERIES, QUERY_WEIGHTS)[0]

    def _room_or_lobby(self) -> tuple[str | None, str]:
        chance = self.random.random()
        if chance < 0.75:
            return self._home, f"/ws/v1/rooms/{self._home}/"
        if chance < 0.9:
            return None, "/ws/v1/lobby/"
        if chance < 0.92:
            return "none", self.random.choice(("/ws/v1/rooms/none/", "/ws/v1/rooms//", "/ws/"))
        # The newest rooms, and a few old ones: people have to meet.
        rooms = self.site.rooms[:6] + self.site.rooms[-4:]
        code = self.random.choice(rooms)
        return code, f"/ws/v1/rooms/{code}/"

    async def visit(self) -> None:
        """Open one connection, send frames, and close it."""
        room, path = self._place()
        cookie = f"sessionid={self.person.cookie}" if self.person else ""
        try:
            wire = await Wire.open(self.port, path, cookie, self.random.randbytes(16))
        except (OSError, TimeoutError) as error:
            self.record.find(f"no handshake: {error!r}", path, "no handshake")
            return
        except RefusedError as refused:
            self.record.find(str(refused), path)
            return
        visit = Visit(self, wire, room)
        reading = asyncio.create_task(visit.read())
        try:
            await visit.chatter(self.random.choice((5, 50, 200, 600)))
            await visit.ask()
        except TimeoutError:
            self.record.find("a socket without an answer to a ping", visit.newest)
        finally:
            self._end(visit)
            wire.close()
            reading.cancel()
            with suppress(asyncio.CancelledError):
                await reading

    def _end(self, visit: Visit) -> None:
        code = visit.closed
        self.record.closes["by us" if code is None else "lost" if code == LOST else str(code)] += 1
        if code == INTERNAL_ERROR or code in NEVER_SENT:
            self.record.find(f"a close with {code}", visit.newest)
