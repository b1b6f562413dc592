"""The socket of a room: one per browser tab, across all games of the room."""

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from games import protocol, rooms
from games.analysis.hints import hint_data
from games.clock import monotonic, now_ms
from games.engine import Back, Hint, PlayOn, Resign, Roll, Score
from games.engine.actions import Action
from games.live import RoomHub, current_hubs
from games.matchmaking import tickets
from games.protocol import CloseCode, Command, ErrorCode
from games.rooms import Refused, bot_seats, chat
from games.rules import Position
from games.sockets.connection import Connection, Handler, Receive, Scope, serve
from games.sockets.outbox import Send, Wire
from games.sockets.session import Visitor


class RoomSocket(Connection):
    """One connection at `/ws/v1/rooms/<code>/`."""

    LANGUAGE = protocol.ROOM
    HANDLERS: ClassVar[dict[type[Command], Handler]] = {}

    def __init__(self, code: str, visitor: Visitor, wire: Wire) -> None:
        super().__init__(visitor, wire)
        self.code = code
        self._hub: RoomHub | None = None

    @property
    def hub(self) -> RoomHub:
        """The room, once the connection is in it."""
        assert self._hub is not None
        return self._hub

    async def enter(self) -> bool:
        """Join the room's hub."""
        hub = await current_hubs().enter(self.code)
        if hub is None:
            self.drop(CloseCode.NO_SUCH_ROOM)
            return False
        self._hub = hub
        # No await lies between the truth and the place among the listeners: nothing is missed.
        self.welcome(**hub.truth())
        hub.add(self)
        return True

    def leave(self) -> None:
        """Leave the room's hub."""
        if self._hub is not None:
            self._hub.discard(self)

    # --- Commands of a game ---------------------------------------------------------------

    async def _act(self, game: str, action: Action, id_: str | None) -> int:
        """Have the room do `action` for my seat; resent commands get their old answer."""
        player = self.me()
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

    async def hint(self, command: protocol.Hint) -> int | None:
        """Tell the player what is best for his dice, and everybody that he has asked."""
        seat = self.hub.seat_of(self.me())
        position, told_before = self._moment_of(command, seat)
        if self.hub.room.view["rated"]:
            raise Refused(ErrorCode.FORBIDDEN, "There are no hints in rated games.")
        seq = None
        if not told_before:
            action = Hint(command.turn, command.roll)
            seq = await self._act(command.game, action, command.id)
        told = await asyncio.to_thread(hint_data, position)
        moment = {"game": command.game, "turn": command.turn, "roll": command.roll}
        self.say({"type": "hint", **moment, **told})
        return seq

    def _moment_of(self, command: protocol.Hint, seat: int | None) -> tuple[Position, bool]:
        """Return what lies before the seat, and whether it was given a hint for it; only at the
        moment that the command is about, or a hint could be had for another one. Raises Refused.
        """
        game = self.hub.game
        if game is None:
            raise Refused(ErrorCode.NOT_STARTED, "The game has not begun.")
        if seat is None:
            raise Refused(ErrorCode.NOT_SEATED, "You have no seat in this game.")
        if seat not in game.state.acting:
            raise Refused(ErrorCode.NOT_YOUR_TURN, "It is not your turn.")
        card, turn = game.state.seats[seat].card, game.state.seats[seat].turn
        now = (game.state.code, turn.number, turn.rolls)
        if (command.game, command.turn, command.roll) != now:
            raise Refused(ErrorCode.STALE, "That moment of the game has passed.")
        if turn.dice is None:
            raise Refused(ErrorCode.MUST_ROLL_FIRST, "Roll the dice first.")
        return Position(card.variant, card, turn.dice, turn.rolls), turn.hint == turn.rolls

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
        seat = hub.seat_of(self.me())
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

    async def _change(self, work: Callable[[], object]) -> None:
        """Do a change of the room. Raises Refused."""
        # Each is a transaction, and everybody gets the whole room anew.
        self.spend("change", ErrorCode.RATE_LIMITED)
        await self.hub.change(work)

    async def sit(self, command: protocol.Sit) -> None:
        """Take a seat."""
        me, room = self.me(), self.hub.room.id

        def sit() -> None:
            rooms.sit(room, me, command.seat, command.seed, self.address)
            # He has found a table himself.
            tickets.cancel(me)

        await self._change(sit)

    async def stand(self, command: protocol.Stand) -> None:
        """Leave one's seat."""
        me, room = self.me(), self.hub.room.id
        here, _ = self.hub.presence.here(monotonic())
        await self._change(lambda: rooms.stand(room, me, here))

    async def ready(self, command: protocol.Ready) -> None:
        """Show whether one is ready."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: rooms.set_ready(room, me, command.ready))

    async def seed(self, command: protocol.SetSeed) -> None:
        """Change one's seed."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: rooms.set_seed(room, me, command.seed, self.address))

    async def start(self, command: protocol.Start) -> None:
        """Begin the game."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: rooms.start(room, me))

    async def close(self, command: protocol.Close) -> None:
        """Close a seat."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: rooms.set_closed(room, me, command.seat, True))

    async def open(self, command: protocol.Open) -> None:
        """Open a seat."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: rooms.set_closed(room, me, command.seat, False))

    async def remove(self, command: protocol.Remove) -> None:
        """Send somebody away."""
        me, hub = self.me(), self.hub
        seats = {seat["seat"]: seat["player"] for seat in hub.room.view["seats"]}
        player = seats.get(command.seat)
        known = {each.address for each in hub.listeners if each.player == player}
        await self._change(lambda: rooms.remove(hub.room.id, me, command.seat, self.address, known))

    async def add_bot(self, command: protocol.AddBot) -> None:
        """Give a bot a seat."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: bot_seats.add_bot(room, me, command.bot, command.seat))

    async def fill(self, command: protocol.Fill) -> None:
        """Give every free seat to a bot."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: bot_seats.fill(room, me))

    async def stand_ins(self, command: protocol.StandIns) -> None:
        """Say whether a bot plays for whoever leaves."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: bot_seats.set_stand_ins(room, me, command.on))

    async def rematch(self, command: protocol.Rematch) -> None:
        """Ask for another game."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: rooms.rematch(room, me, command.seed, self.address))

    async def chat(self, command: protocol.Chat) -> None:
        """Say something."""
        me, room = self.me(), self.hub.room.id
        key = command.id or secrets.token_hex(8)
        await self._change(lambda: chat.say(room, me, key, command.text, self.address))

    async def mute(self, command: protocol.Mute) -> None:
        """Ask somebody to be quiet, or not any more."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: chat.mute(room, me, command.player, command.muted))

    # --- Upkeep ---------------------------------------------------------------------------

    async def sync(self, command: protocol.Sync) -> None:
        """Send what is missing."""
        await self.hub.catch_up_to(command.game, command.seq)
        message = self.hub.missing(command.game, command.seq)
        if message is not None:
            self.say(message)

    async def ping(self, command: protocol.Ping) -> None:
        """Answer, and heal what the client has missed without knowing."""
        hub = self.hub
        await hub.catch_up_to(command.game, command.seq)
        state = hub.game.state if hub.game else None
        pong = {"type": "pong", "time": now_ms(), "rev": hub.room.rev}
        if state is not None:
            pong["seq"] = state.seq
        self.say(pong)
        if command.seq is not None and state is not None:
            behind = hub.missing(command.game, command.seq)
            if behind is not None:
                self.say(behind)
        if command.rev is not None and command.rev < hub.room.rev:
            self.say({"type": "room", "rev": hub.room.rev, "room": hub.room.view})


RoomSocket.HANDLERS = {
    protocol.Roll: RoomSocket.roll,
    protocol.Score: RoomSocket.score,
    protocol.Hint: RoomSocket.hint,
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
    protocol.AddBot: RoomSocket.add_bot,
    protocol.Fill: RoomSocket.fill,
    protocol.StandIns: RoomSocket.stand_ins,
    protocol.Rematch: RoomSocket.rematch,
    protocol.Select: RoomSocket.select,
    protocol.Chat: RoomSocket.chat,
    protocol.Mute: RoomSocket.mute,
    protocol.Sync: RoomSocket.sync,
    protocol.Ping: RoomSocket.ping,
}


async def room_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection to a room (ASGI 3)."""
    code: str = scope["url_route"]["kwargs"]["code"]
    await serve(partial(RoomSocket, code), scope, receive, send)
