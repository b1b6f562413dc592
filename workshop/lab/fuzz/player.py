"""One player: visits rooms and the lobby, plays, and sends everything else between."""

import asyncio
import json
from collections import deque
from random import Random
from typing import Any

import msgspec
from picows import WSError

from games.core.protocol.errors import ErrorCode
from games.core.protocol.lobby_messages import LobbyMessage, Paired
from games.core.protocol.room_messages import RoomMessage
from games.core.protocol.room_view import RoomView
from tests.environment import ROOT
from workshop.lab.fuzz.http_client import new_guest
from workshop.lab.fuzz.oddities import broken
from workshop.lab.fuzz.record import Record
from workshop.lab.fuzz.site import Person, Site
from workshop.lab.loadtest.table import next_command
from workshop.lab.rfc6455 import frame
from workshop.lab.wire_player import WirePlayer, room_path

ANSWER_S = 30.0
"""A server that does not answer a ping for this long hangs."""
PAUSE_S = 0.03
UNREAD = 25
"""How many frames to send without waiting for the server: it closes when 64 wait."""
INTERNAL_ERROR = 1011
NEVER_SENT = (0, 1005, 1015)
"""Close codes that must not be in a close frame; 1006 stands for no close frame at all."""
ENDING = {"resign", "remove", "close", "stand"}
"""Commands that end games early: sent less often."""
LOBBY = "/ws/v1/lobby/"
QUERIES = ("&whole=1", "&whole", "&%ff=%00")
EXAMPLES = json.loads((ROOT / "docs" / "protocol.examples.json").read_text())


def next_step(player: int, room: RoomView, view: Any, random: Random) -> dict[str, Any] | None:
    """Return what brings a room forward, or None if it is for others to act."""
    if view is not None and view.status == "playing" and room.status == "playing":
        mine = next((seat for seat in view.seats if seat.player == player), None)
        if mine is not None and mine.auto:
            return {"type": "back", "game": view.game}
        is_mine = mine is not None and mine.seat in view.acting[:1]
        return next_command(view.game, view) if is_mine else None
    is_free = any(seat.player is None and not seat.closed for seat in room.seats)
    if all(seat.player != player for seat in room.seats):
        return {"type": "sit"} if is_free else None
    if room.status == "over":
        return {"type": "rematch"}
    if room.host != player:
        return {"type": "ready", "ready": True}
    return {"type": "fill" if is_free and random.random() < 0.5 else "start"}


class Visit:
    """One connection to a room or the lobby (`room` None)."""

    def __init__(self, player: "Player", room: str | None, path: str) -> None:
        self._player = player
        self._room = room
        self._newest: deque[str] = deque(maxlen=UNREAD)
        self._shown: RoomView | None = None
        self._examples = EXAMPLES["From the client" if room else "To the lobby"]
        self._pings = 0
        types: Any = RoomMessage if room else LobbyMessage
        self.wire = WirePlayer(
            f"ws://127.0.0.1:{player.port}",
            path,
            player.person.cookie if player.person else "",
            self,
            decode=msgspec.json.Decoder(types).decode,
        )

    # --- What the server says -------------------------------------------------------------

    def take(self, message: Any, payload: bytes) -> None:
        """Count a message, and keep what matters to play."""
        record, site = self._player.record, self._player.site
        tag = message.__struct_config__.tag
        record.messages[tag] += 1
        if tag == "error":
            record.errors[message.code] += 1
            if message.code == ErrorCode.SERVER_ERROR:
                self.problem(f"server_error: {message.message}")
        elif tag == "welcome":
            self._player.is_signed_in = message.you.player is not None
        if tag in ("welcome", "room", "people") and self._room:
            self._shown = message.room
        if isinstance(message, Paired):
            site.add_room(message.room)
        if self.wire.game:
            site.add_game(self.wire.game)

    def closed_with(self, code: int) -> None:
        """Report a code that no server may send."""
        self._player.record.closes[str(code)] += 1
        if code == INTERNAL_ERROR or code in NEVER_SENT:
            self.problem(f"a close with {code}")

    def problem(self, text: str) -> None:
        """Report a finding, with the newest frames: it may be the answer to any of them."""
        self._player.record.find(text, "\n".join(self._newest), text.partition(":")[0])

    # --- What is sent ---------------------------------------------------------------------

    async def chatter(self, frames: int) -> None:
        """Send this many frames, with pauses, until the server closes. Raises TimeoutError."""
        random = self._player.random
        for number in range(1, frames + 1):
            if self.wire.closed is not None:
                return
            if number % UNREAD == 0:
                await self.ask()
            self._send_one(random)
            await asyncio.sleep(random.random() * 2 * PAUSE_S)

    async def ask(self) -> None:
        """Send a ping, and wait for the answer or the close. Raises TimeoutError."""
        self._pings += 1
        id_ = f"ping-{self._pings}"
        self.wire.say({"type": "ping", "id": id_})
        async with asyncio.timeout(ANSWER_S):
            await self.wire.answer(id_)

    def _send_one(self, random: Random) -> None:
        """Send what a player would, something valid, something broken, or odd bytes."""
        chance, player, view = random.random(), self._player.person, self.wire.view
        step = None
        if chance < 0.5 and self._shown is not None and player is not None:
            step = next_step(player.id, self._shown, view, random)
        if step is not None:
            self._send("sensible", json.dumps(step | {"id": f"i{random.randrange(10**9)}"}))
        elif chance < 0.7:
            self._send("valid", json.dumps(self._valid(random)))
        elif chance < 0.995:
            self._send("broken", broken(self._valid(random), random))
        else:
            data = frame(random.randrange(256), random.randbytes(random.randrange(200)), b"odd!")
            self._note("odd bytes", repr(data))
            self.wire.send_frames(data)

    def _valid(self, random: Random) -> dict[str, Any]:
        """Return an example of the documents, mostly with values of the present state."""
        examples = [
            each for each in self._examples if each["type"] not in ENDING or random.random() < 0.03
        ]
        command: dict[str, Any] = dict(random.choice(examples))
        command["id"] = f"i{random.randrange(5 if random.random() < 0.2 else 10**9)}"
        view = self.wire.view
        if view is not None and random.random() < 0.8:
            turn = random.choice(view.seats).turn
            present = {"game": view.game, "turn": turn.number, "roll": turn.roll, "seq": view.seq}
            command |= {name: present[name] for name in present.keys() & command.keys()}
        return command

    def _send(self, kind: str, text: str) -> None:
        self._note(kind, text)
        self.wire.send(text.encode("utf-8", "surrogatepass"))

    def _note(self, kind: str, shown: str) -> None:
        self._newest.append(shown)
        where = f"{self._player.name} in {self._room or 'the lobby'}"
        self._player.record.send(kind, where, shown)


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

    async def live(self) -> None:
        """Visit one room after another until cancelled."""
        while True:
            if self.person is not None and not self.is_signed_in:
                # A request has ended the old session.
                made = await new_guest(self.port, self.person.name)
                if made is not None:
                    self.person.id, self.person.cookie = made
                    self.is_signed_in = True
            await self.visit(*self._place())
            await asyncio.sleep(self.random.random() * 0.2)

    def _place(self) -> tuple[str | None, str]:
        """Return the code of the room to visit (None: the lobby), and the address of its socket."""
        chance = self.random.random()
        if chance > 0.85:
            return None, LOBBY
        # The newest rooms, and a few old ones: people have to meet.
        rooms = self.site.rooms[:6] + self.site.rooms[-4:]
        code = self._home if chance < 0.75 else self.random.choice(rooms)
        return code, room_path(code) + self.random.choice(QUERIES) * (chance < 0.03)

    async def visit(self, room: str | None, path: str) -> None:
        """Open one connection, send frames, and close it."""
        visit = Visit(self, room, path)
        try:
            await visit.wire.open()
            await visit.chatter(self.random.choice((5, 50, 200, 600)))
            await visit.ask()
        except (OSError, WSError) as error:
            self.record.find(f"no handshake: {error!r}", path, "no handshake")
        except TimeoutError:
            visit.problem("a socket without an answer to a ping")
        finally:
            visit.wire.close()
