"""The socket of a room: one per browser tab, across all games of the room."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from django.conf import settings

from games import protocol, rooms
from games.engine import Back, IllegalAction, PlayOn, Resign, Roll, Score
from games.engine.actions import Action
from games.hub import RoomHub, current_hubs
from games.protocol import CloseCode, Command, ErrorCode, ProtocolError
from games.rooms import Refused
from games.sockets.bucket import TokenBucket
from games.sockets.outbox import Outbox
from games.sockets.session import Visitor, visitor_of

logger = logging.getLogger(__name__)

# Refused so often for haste, a socket is closed.
MOST_STRIKES = 100
# No command takes longer, unless the database hangs: then the player is told to try again.
COMMAND_S = 15.0
# So long may the last frames take to a client that is closed.
CLOSE_S = 2.0

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Handler = Callable[["RoomSocket", Any], Awaitable[int | None]]


class RoomSocket:
    """One connection at `/ws/v1/rooms/<code>/`."""

    HANDLERS: ClassVar[dict[type[Command], Handler]] = {}

    def __init__(self, code: str, visitor: Visitor, send: Send) -> None:
        user = visitor.user
        self.code = code
        self.player: int | None = None if user is None else user.pk
        self.name: str | None = None if user is None else user.name
        self.guest = user is not None and user.is_guest
        self.session = visitor.session
        self.heard_at = time.monotonic()
        self._outbox = Outbox(send, on_failure=self._abandon)
        self._bucket = TokenBucket(settings.SOCKET_RATE, settings.SOCKET_BURST)
        self._strikes = 0
        self._hub: RoomHub | None = None
        self._task: asyncio.Task[Any] | None = None
        self._abandoned = False

    # --- What the room sees ---------------------------------------------------------------

    def post(self, text: str) -> None:
        """Send one frame, soon and in order."""
        self._outbox.post({"type": "websocket.send", "text": text})

    def drop(self, code: int) -> None:
        """Close with this code and leave the room."""
        self._outbox.close(code)
        self._leave()

    def _abandon(self) -> None:
        """The client is gone, or does not read: end, or the server would keep the connection."""
        self._leave()
        # In its own task `_serve` sees by itself that the outbox is closed.
        if self._task is not None and self._task is not asyncio.current_task():
            self._abandoned = True
            self._task.cancel()

    def _leave(self) -> None:
        if self._hub is not None:
            self._hub.discard(self)

    @property
    def hub(self) -> RoomHub:
        """The room, once the connection is in it."""
        assert self._hub is not None
        return self._hub

    # --- The connection -------------------------------------------------------------------

    async def run(self, receive: Receive) -> None:
        """Serve the connection until it ends."""
        self._task = asyncio.current_task()
        try:
            await self._serve(receive)
        except asyncio.CancelledError:
            if not self._abandoned:
                raise
        finally:
            self._task = None
            self._leave()
            await self._outbox.finish(CLOSE_S)

    async def _serve(self, receive: Receive) -> None:
        await receive()
        self._outbox.post({"type": "websocket.accept"})
        self._hub = await current_hubs().enter(self.code)
        if self._hub is None:
            self.drop(CloseCode.NO_SUCH_ROOM)
            return
        self._welcome(self._hub)
        while not self._outbox.closed:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                break
            await self._hear(message.get("text"))

    def _welcome(self, hub: RoomHub) -> None:
        # No await lies between the truth and the place among the listeners: nothing is missed.
        self._say(
            {
                "type": "welcome",
                "protocol": protocol.VERSION,
                "time": time.time_ns() // 1_000_000,
                "you": {"player": self.player, "name": self.name, "guest": self.guest},
                **hub.truth(),
            }
        )
        hub.add(self)

    def _say(self, message: dict[str, Any]) -> None:
        self.post(protocol.encode(message))

    async def _hear(self, text: str | None) -> None:
        self.heard_at = time.monotonic()
        if not self._bucket.take():
            self._strikes += 1
            if self._strikes > MOST_STRIKES:
                self.drop(CloseCode.FLOODING)
            else:
                self._refuse(ErrorCode.RATE_LIMITED, "Slow down a little.", None)
            return
        if text is None:
            self._refuse(ErrorCode.BAD_MESSAGE, "Text frames only, please.", None)
            return
        try:
            command = protocol.parse(text)
        except ProtocolError as error:
            self._refuse(error.code, str(error), protocol.id_of(text))
            return
        await self._obey(command)

    async def _obey(self, command: Command) -> None:
        try:
            async with asyncio.timeout(COMMAND_S):
                seq = await self.HANDLERS[type(command)](self, command)
        except (Refused, IllegalAction) as refusal:
            self._refuse(refusal.code, str(refusal), command.id)
        except TimeoutError:
            self._refuse(ErrorCode.BUSY, "The server is busy. Please try again.", command.id)
        except Exception:  # our own fault: told, logged, and the connection lives on
            incident = secrets.token_hex(4)
            logger.exception("incident %s: a command failed", incident)
            message = f"Something went wrong here (incident {incident})."
            self._refuse(ErrorCode.SERVER_ERROR, message, command.id)
        else:
            if command.id is not None:
                self._say(protocol.ack(command.id, seq))

    def _refuse(self, code: str, message: str, id_: str | None) -> None:
        self._say(protocol.error(code, message, id_))

    # --- Commands of a game ---------------------------------------------------------------

    def _me(self) -> int:
        if self.player is None:
            raise Refused(ErrorCode.SIGN_IN_FIRST, "Tell us your name first.")
        return self.player

    async def _act(self, game: str, action: Action, id_: str | None) -> int:
        """Have the room do `action` for my seat; resent commands get their old answer."""
        player = self._me()
        hub = self.hub
        if hub.game is None:
            raise Refused(ErrorCode.NOT_STARTED, "The game has not begun.")
        # Even a command without an id must be recognised when a commit's outcome is in doubt.
        by = f"{player}:{id_ or '.' + secrets.token_hex(8)}"
        if game != hub.game.state.code:
            done = await hub.old_answer(game, by)
            if done is None:
                raise Refused(ErrorCode.STALE, "That game is over.")
            return done
        seat = hub.seat_of(player)
        if seat is None:
            raise Refused(ErrorCode.NOT_SEATED, "You have no seat in this game.")
        return await hub.act(seat, action, by)

    async def roll(self, command: protocol.Roll) -> int:
        """Throw the dice."""
        action = Roll(command.turn, command.roll, command.hold)
        return await self._act(command.game, action, command.id)

    async def score(self, command: protocol.Score) -> int:
        """Fill a box."""
        action = Score(command.turn, command.roll, command.category, command.column)
        return await self._act(command.game, action, command.id)

    async def resign(self, command: protocol.Resign) -> int:
        """Give the game up."""
        return await self._act(command.game, Resign(), command.id)

    async def play_on(self, command: protocol.PlayOn) -> int:
        """Have an absent player's seat played automatically."""
        return await self._act(command.game, PlayOn(command.seat), command.id)

    async def back(self, command: protocol.Back) -> int:
        """Play one's own seat again."""
        return await self._act(command.game, Back(), command.id)

    async def select(self, command: protocol.Select) -> None:
        """Show the others what I think of holding."""
        hub = self.hub
        seat = hub.seat_of(self._me())
        game = hub.game
        if game is None or seat not in game.state.acting or game.state.code != command.game:
            raise Refused(ErrorCode.NOT_YOUR_TURN, "It is not your turn.")
        if game.state.seats[seat].turn.number != command.turn:
            raise Refused(ErrorCode.STALE, "That moment of the game has passed.")
        hub.select(
            {
                "type": "selection",
                "game": command.game,
                "seat": seat,
                "turn": command.turn,
                "hold": sorted(set(command.hold)),
            }
        )

    # --- Commands of a room ---------------------------------------------------------------

    async def sit(self, command: protocol.Sit) -> None:
        """Take a seat."""
        me, room = self._me(), self.hub.room.id
        await self.hub.change(lambda: rooms.sit(room, me, command.seat, command.seed))

    async def stand(self, command: protocol.Stand) -> None:
        """Leave one's seat."""
        me, room = self._me(), self.hub.room.id
        await self.hub.change(lambda: rooms.stand(room, me))

    async def ready(self, command: protocol.Ready) -> None:
        """Show whether one is ready."""
        me, room = self._me(), self.hub.room.id
        await self.hub.change(lambda: rooms.set_ready(room, me, command.ready))

    async def seed(self, command: protocol.SetSeed) -> None:
        """Change one's seed."""
        me, room = self._me(), self.hub.room.id
        await self.hub.change(lambda: rooms.set_seed(room, me, command.seed))

    async def start(self, command: protocol.Start) -> None:
        """Begin the game."""
        me, room = self._me(), self.hub.room.id
        await self.hub.change(lambda: rooms.start(room, me))

    async def close(self, command: protocol.Close) -> None:
        """Close a seat."""
        me, room = self._me(), self.hub.room.id
        await self.hub.change(lambda: rooms.set_closed(room, me, command.seat, True))

    async def open(self, command: protocol.Open) -> None:
        """Open a seat."""
        me, room = self._me(), self.hub.room.id
        await self.hub.change(lambda: rooms.set_closed(room, me, command.seat, False))

    async def remove(self, command: protocol.Remove) -> None:
        """Send somebody away."""
        me, room = self._me(), self.hub.room.id
        await self.hub.change(lambda: rooms.remove(room, me, command.seat))

    async def rematch(self, command: protocol.Rematch) -> None:
        """Ask for another game."""
        me, room = self._me(), self.hub.room.id
        await self.hub.change(lambda: rooms.rematch(room, me, command.seed))

    async def chat(self, command: protocol.Chat) -> None:
        """Say something."""
        me, room = self._me(), self.hub.room.id
        key = command.id or secrets.token_hex(8)
        await self.hub.change(lambda: rooms.say(room, me, key, command.text))

    # --- Upkeep ---------------------------------------------------------------------------

    async def sync(self, command: protocol.Sync) -> None:
        """Send what is missing."""
        await self.hub.catch_up_to(command.game, command.seq)
        message = self.hub.missing(command.game, command.seq)
        if message is not None:
            self._say(message)

    async def ping(self, command: protocol.Ping) -> None:
        """Answer, and heal what the client has missed without knowing."""
        hub = self.hub
        await hub.catch_up_to(command.game, command.seq)
        state = hub.game.state if hub.game else None
        pong = {"type": "pong", "time": time.time_ns() // 1_000_000, "rev": hub.room.rev}
        if state is not None:
            pong["seq"] = state.seq
        self._say(pong)
        if command.seq is not None and state is not None:
            behind = hub.missing(command.game, command.seq)
            if behind is not None:
                self._say(behind)
        if command.rev is not None and command.rev < hub.room.rev:
            self._say({"type": "room", "rev": hub.room.rev, "room": hub.room.view})


RoomSocket.HANDLERS = {
    protocol.Roll: RoomSocket.roll,
    protocol.Score: RoomSocket.score,
    protocol.Resign: RoomSocket.resign,
    protocol.PlayOn: RoomSocket.play_on,
    protocol.Back: RoomSocket.back,
    protocol.Sit: RoomSocket.sit,
    protocol.Stand: RoomSocket.stand,
    protocol.Ready: RoomSocket.ready,
    protocol.SetSeed: RoomSocket.seed,
    protocol.Start: RoomSocket.start,
    protocol.Close: RoomSocket.close,
    protocol.Open: RoomSocket.open,
    protocol.Remove: RoomSocket.remove,
    protocol.Rematch: RoomSocket.rematch,
    protocol.Select: RoomSocket.select,
    protocol.Chat: RoomSocket.chat,
    protocol.Sync: RoomSocket.sync,
    protocol.Ping: RoomSocket.ping,
}


async def room_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve one connection to a room (ASGI 3)."""
    code: str = scope["url_route"]["kwargs"]["code"]
    await RoomSocket(code, await visitor_of(scope), send).run(receive)


async def no_such_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Answer sockets at addresses that do not exist, without a traceback a visitor can cause."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": CloseCode.NO_SUCH_ROOM})
