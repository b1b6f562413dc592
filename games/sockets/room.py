"""The socket of a room: one per browser tab, across all games of the room."""

import asyncio
import secrets
from collections.abc import Callable
from functools import partial

from msgspec import UNSET

from games import metrics, protocol
from games.analysis.hints import MAX_HINTS, position_value
from games.clock import monotonic, now_ms
from games.database.threads import in_database
from games.engine import AutoPlay, Back, Hint, IllegalAction, Resign, Reveal, Roll, Score, view
from games.engine.actions import Action
from games.learning.aims import aims_of
from games.live.game import find_earlier_answer
from games.live.registry import current_hubs
from games.live.room import RoomHub
from games.live.rounds import is_hidden_round
from games.log.loading import find_number
from games.matchmaking import tickets
from games.protocol import (
    CloseCode,
    ErrorCode,
    HintMessage,
    Pong,
    Reaction,
    Selection,
    Welcome,
)
from games.rooms import bot_seats, chat, hosting, sealing, seating, starting
from games.rooms.errors import Refused
from games.rules import Position
from games.sockets.connection import Connection, Receive, Scope, serve
from games.sockets.handlers import handles
from games.sockets.outbox import Send, Wire
from games.sockets.query import anonymous_headers, is_anonymous, wants_whole_views
from games.sockets.session import Visitor
from games.sockets.turns import CHANGES, READS


class RoomSocket(Connection):
    """One connection at `/ws/v1/rooms/<code>/`."""

    KIND = "room"
    DECODER = protocol.ROOM_DECODER

    def __init__(self, code: str, whole: bool, visitor: Visitor, wire: Wire) -> None:
        super().__init__(visitor, wire)
        self.code = code
        self.whole = whole
        self._hub: RoomHub | None = None

    @property
    def hub(self) -> RoomHub:
        """The room, once the connection is in it."""
        assert self._hub is not None
        return self._hub

    async def enter(self) -> bool:
        """Join the room's hub."""
        hub = await current_hubs().enter(self.code)
        if hub is None or hub.is_hidden_from(self.player):
            self.drop(CloseCode.NO_SUCH_ROOM)
            return False
        self._hub = hub
        # No await between the state and the place among the listeners: no update is missed.
        self.send(self._welcome(hub))
        hub.add(self)
        return True

    def _welcome(self, hub: RoomHub) -> Welcome:
        """Return everything that the browser needs to show the room."""
        game = hub.game
        shown = None if game is None else view(game.state, hub.seat_of(self.player))
        return Welcome(
            protocol=protocol.VERSION,
            time=now_ms(),
            you=self.you(),
            rev=hub.room.rev,
            room=hub.room.view,
            game=shown.game if shown else None,
            seq=shown.seq if shown else None,
            view=shown,
            presence=hub.presence.message(hub.room.players, monotonic()),
            selection=game.selection if game else None,
            chat=hub.chat.all,
        )

    def leave(self) -> None:
        """Leave the room's hub."""
        if self._hub is not None:
            self._hub.discard(self)

    # Commands of a game

    async def _request_action(self, code: str, action: Action, id_: str | None) -> int:
        """Submit `action` of the player's seat to game `code`. Return the seq it led to.

        A command that is sent again gets its old answer.
        """
        player = self.me()
        # When the outcome of a commit is unknown, even a command without an id must be recognised.
        by = f"{player}:{id_ or '.' + secrets.token_hex(8)}"
        if self.hub.game is None or self.hub.game.state.code != code:
            done = await find_earlier_answer(code, by)
            if done is not None:
                return await in_database(partial(find_number, code, done, player))
            # Another process may have started that game without this one having heard of it.
            await self.hub.refresh()
        game, seat = self.hub.game, self.hub.seat_of(player)
        if game is None:
            raise Refused(ErrorCode.NOT_STARTED, "The game has not started yet.")
        if code != game.state.code:
            raise Refused(ErrorCode.STALE, "That game is over.")
        if seat is None:
            raise Refused(ErrorCode.NOT_SEATED, "You have no seat in this game.")
        return await game.submit(seat, action, by)

    @handles(protocol.Roll)
    async def roll(self, command: protocol.Roll) -> int:
        """Roll the dice."""
        action = Roll(command.turn, command.roll, command.hold)
        return await self._request_action(command.game, action, command.id)

    @handles(protocol.Score)
    async def score(self, command: protocol.Score) -> int:
        """Fill a box."""
        action = Score(command.turn, command.roll, command.category, command.column)
        return await self._request_action(command.game, action, command.id)

    @handles(protocol.Hint)
    async def hint(self, command: protocol.Hint) -> int | None:
        """Send the player the best choices for their dice, and tell everybody that they asked."""
        seat = self.hub.seat_of(self.me())
        position, was_given = self._position_of(command, seat)
        if self.hub.room.view.rated:
            raise Refused(ErrorCode.FORBIDDEN, "Rated games have no hints.")
        if self.hub.game is not None and self.hub.game.state.share:
            raise Refused(ErrorCode.FORBIDDEN, "Games that share their dice have no hints.")
        seq = None
        if not was_given:
            action = Hint(command.turn, command.roll)
            seq = await self._request_action(command.game, action, command.id)
        async with CHANGES.turn_of(self.address):
            value = await asyncio.to_thread(position_value, position)
            keep = value.options[0].keep if command.explain else None
            aims = UNSET if keep is None else await asyncio.to_thread(aims_of, position, keep)
        self.send(
            HintMessage(
                game=command.game,
                turn=command.turn,
                roll=command.roll,
                exact=value.exact,
                options=value.options[:MAX_HINTS],
                aims=aims,
            )
        )
        return seq

    def _position_of(self, command: protocol.Hint, seat: int | None) -> tuple[Position, bool]:
        """Return the seat's position, and whether the player got a hint for it before.

        Raises Refused, also if the command is not about the present moment.
        """
        game = self.hub.game
        if game is None:
            raise Refused(ErrorCode.NOT_STARTED, "The game has not started yet.")
        if seat is None:
            raise Refused(ErrorCode.NOT_SEATED, "You have no seat in this game.")
        if seat not in game.state.acting:
            raise Refused(ErrorCode.NOT_YOUR_TURN, "It is not your turn.")
        card, turn = game.state.seats[seat].card, game.state.seats[seat].turn
        now = (game.state.code, turn.number, turn.rolls)
        if (command.game, command.turn, command.roll) != now:
            raise Refused(ErrorCode.STALE, "The game has moved on.")
        if turn.dice is None:
            raise Refused(ErrorCode.MUST_ROLL_FIRST, "Roll the dice first.")
        return Position(card.variant, card, turn.dice, turn.rolls), turn.hint == turn.rolls

    @handles(protocol.Resign)
    async def resign(self, command: protocol.Resign) -> int:
        """Give up the game."""
        return await self._request_action(command.game, Resign(), command.id)

    @handles(protocol.AutoPlay)
    async def auto_play(self, command: protocol.AutoPlay) -> int:
        """Have an absent player's seat played automatically."""
        return await self._request_action(command.game, AutoPlay(command.seat), command.id)

    @handles(protocol.Back)
    async def back(self, command: protocol.Back) -> int:
        """End the automatic play of the player's seat."""
        return await self._request_action(command.game, Back(), command.id)

    @handles(protocol.Select)
    async def select(self, command: protocol.Select) -> None:
        """Show the others which dice the player may hold."""
        hub = self.hub
        seat = hub.seat_of(self.me())
        game = hub.game
        if game is not None and game.state.mode == "rounds":
            raise Refused(ErrorCode.FORBIDDEN, "In rounds nobody sees your dice before the end.")
        if game is None or seat not in game.state.acting or game.state.code != command.game:
            raise Refused(ErrorCode.NOT_YOUR_TURN, "It is not your turn.")
        if game.state.seats[seat].turn.number != command.turn:
            raise Refused(ErrorCode.STALE, "The game has moved on.")
        hold = tuple(sorted(set(command.hold)))
        hub.select(Selection(game=command.game, seat=seat, turn=command.turn, hold=hold))

    # Commands of a room

    async def _change(self, work: Callable[[], object]) -> None:
        """Change the room. Raises Refused."""
        # Limited: each change is a transaction, and everybody gets the whole room again.
        async with self.one_change():
            next_game = self.hub.room.view.next.game
            await self.hub.change(work)
            self.hub.addresses.note(next_game, (self,))

    @handles(protocol.Sit)
    async def sit(self, command: protocol.Sit) -> None:
        """Take a seat."""
        me, room = self.me(), self.hub.room.id

        def sit() -> None:
            seal = _seal_of(command)
            seating.sit(room, me, command.seat, command.seed, self.address, seal)
            # Sitting down ends the search.
            tickets.cancel(me)

        await self._change(sit)

    @handles(protocol.Stand)
    async def stand(self, command: protocol.Stand) -> None:
        """Leave the seat."""
        me, room = self.me(), self.hub.room.id
        here, _ = self.hub.presence.here(monotonic())
        await self._change(lambda: seating.stand(room, me, here))

    @handles(protocol.Ready)
    async def ready(self, command: protocol.Ready) -> None:
        """Show whether the player is ready."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: seating.set_ready(room, me, command.ready))

    @handles(protocol.SetSeed)
    async def seed(self, command: protocol.SetSeed) -> None:
        """Change the player's seed."""
        me, room, here = self.me(), self.hub.room.id, self.hub.connected()
        await self._change(lambda: seating.set_seed(room, me, command.seed, self.address, here))

    @handles(protocol.SetSeal)
    async def seal(self, command: protocol.SetSeal) -> None:
        """Seal a seed for the next game."""
        me, room, here = self.me(), self.hub.room.id, self.hub.connected()
        seal = sealing.Seal(command.game, command.seal)
        await self._change(lambda: seating.set_seal(room, me, seal, self.address, here))

    @handles(protocol.Reveal)
    async def reveal(self, command: protocol.Reveal) -> int | None:
        """Show the seed that the player sealed. Done already by another tab, it is acknowledged."""
        action = Reveal(command.salt, command.text)
        try:
            return await self._request_action(command.game, action, command.id)
        except IllegalAction:
            if self._has_revealed(command):
                return None
            raise

    def _has_revealed(self, command: protocol.Reveal) -> bool:
        game, seat = self.hub.game, self.hub.seat_of(self.player)
        if game is None or seat is None or game.state.code != command.game:
            return False
        return game.state.seeds[seat] == command.salt + command.text

    @handles(protocol.Start)
    async def start(self, command: protocol.Start) -> None:
        """Start the game."""
        me, room = self.me(), self.hub.room.id
        here = await current_hubs().find_connected(self.hub)
        await self._change(lambda: starting.start(room, me, here))

    @handles(protocol.Close)
    async def close(self, command: protocol.Close) -> None:
        """Close a seat."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: hosting.set_closed(room, me, command.seat, True))

    @handles(protocol.Open)
    async def open(self, command: protocol.Open) -> None:
        """Open a seat."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: hosting.set_closed(room, me, command.seat, False))

    @handles(protocol.Remove)
    async def remove(self, command: protocol.Remove) -> None:
        """Remove a player from the room."""
        me, hub = self.me(), self.hub
        seats = {seat.seat: seat.player for seat in hub.room.view.seats}
        player = seats.get(command.seat)
        known = {each.address for each in hub.listeners if each.player == player}
        await self._change(
            lambda: hosting.remove(hub.room.id, me, command.seat, self.address, known)
        )

    @handles(protocol.AddBot)
    async def add_bot(self, command: protocol.AddBot) -> None:
        """Give a bot a seat."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: bot_seats.add_bot(room, me, command.bot, command.seat))

    @handles(protocol.Fill)
    async def fill(self, command: protocol.Fill) -> None:
        """Give every free seat to a bot."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: bot_seats.fill(room, me))

    @handles(protocol.StandIns)
    async def stand_ins(self, command: protocol.StandIns) -> None:
        """Set whether a bot replaces anyone who leaves."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: bot_seats.set_stand_ins(room, me, command.on))

    @handles(protocol.Rematch)
    async def rematch(self, command: protocol.Rematch) -> None:
        """Ask for another game."""
        me, room, here = self.me(), self.hub.room.id, self.hub.connected()
        seal, address = _seal_of(command), self.address
        if seal is not None and self._replaces_seal(seal):
            # On its own: the player's other device must see the new seal before a start locks it.
            await self._change(partial(seating.set_seal, room, me, seal, address, here))
            seal = None
        await self._change(lambda: starting.rematch(room, me, command.seed, address, seal, here))

    def _replaces_seal(self, seal: sealing.Seal) -> bool:
        seats = self.hub.room.view.seats
        mine = next((seat.seal for seat in seats if seat.player == self.player), "")
        return mine not in ("", seal.seal)

    def _check_may_talk(self) -> None:
        """Raise Refused while a round is played: a hint at hidden dice would reach the others."""
        game = self.hub.game
        if game is not None and is_hidden_round(game.state, now_ms()):
            raise Refused(ErrorCode.FORBIDDEN, "You can write again when the round is over.")

    @handles(protocol.Chat)
    async def chat(self, command: protocol.Chat) -> None:
        """Write a line of chat."""
        me, room = self.me(), self.hub.room.id
        self._check_may_talk()
        key = command.id or secrets.token_hex(8)
        async with self.one_change(paced=False):
            # Everybody in the room gets each line.
            self.spend_for_address("chat-address", ErrorCode.RATE_LIMITED)
            self.spend("chat-room", ErrorCode.RATE_LIMITED, room)
            await self.hub.say(partial(chat.say, room, me, key, command.text, self.address))

    @handles(protocol.React)
    async def react(self, command: protocol.React) -> None:
        """Show everybody how the player reacts. Spectators may do so less often."""
        me, hub = self.me(), self.hub
        self._check_may_talk()
        seated = me in hub.room.players or hub.seat_of(me) is not None
        self.spend("reaction" if seated else "reaction-watching", ErrorCode.RATE_LIMITED)
        async with READS.turn_of(self.address):
            # Everybody in the room gets each reaction.
            self.spend_for_address("chat-address", ErrorCode.RATE_LIMITED)
            self.spend("chat-room", ErrorCode.RATE_LIMITED, hub.room.id)
            await in_database(partial(chat.check_may_react, hub.room.id, me, self.address))
        hub.show_reaction(
            Reaction(player=me, name=self.name or "", guest=self.guest, reaction=command.reaction)
        )

    @handles(protocol.Mute)
    async def mute(self, command: protocol.Mute) -> None:
        """Mute somebody, or undo it."""
        me, room = self.me(), self.hub.room.id
        await self._change(lambda: chat.mute(room, me, command.player, command.muted))

    # Synchronisation

    @handles(protocol.Sync)
    async def sync(self, command: protocol.Sync) -> None:
        """Send what is missing."""
        async with READS.turn_of(self.address):
            await self.hub.catch_up_to(command.game, command.seq, self.player)
            message = self.hub.changes_since(command.game, command.seq, self.player)
            if message is not None:
                metrics.GAPS.add(of="client")
                self.send(message)

    @handles(protocol.Ping)
    async def ping(self, command: protocol.Ping) -> None:
        """Answer, and send what the client has missed."""
        await self.hub.catch_up_to(command.game, command.seq, self.player)
        self._pong(command)

    def do_at_once(self, command: protocol.Command) -> bool:
        """Answer a ping of a client that has seen no more of the game than this process."""
        if not isinstance(command, protocol.Ping) or command.id is not None:
            return False
        known = self.hub.seq_for(self.player)
        if command.seq is not None and known is not None and command.seq > known:
            return False
        self._pong(command)
        return True

    def _pong(self, command: protocol.Ping) -> None:
        hub = self.hub
        known = hub.seq_for(self.player)
        self.send(Pong(time=now_ms(), rev=hub.room.rev, seq=UNSET if known is None else known))
        if command.seq is not None:
            message = hub.changes_since(command.game, command.seq, self.player)
            if message is not None:
                metrics.GAPS.add(of="client")
                self.send(message)
        if command.rev is not None and command.rev < hub.room.rev:
            self.send(hub.room_message())


def _seal_of(command: protocol.Sit | protocol.Rematch) -> sealing.Seal | None:
    """Return the seal that comes with a command, or None."""
    if command.game is None or command.seal is None:
        return None
    return sealing.Seal(command.game, command.seal)


async def room_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection to a room (ASGI 3)."""
    code: str = scope["url_route"]["kwargs"]["code"]
    query: bytes = scope["query_string"]
    if is_anonymous(query):
        scope = {**scope, "headers": anonymous_headers(scope["headers"])}
    await serve(partial(RoomSocket, code, wants_whole_views(query)), scope, receive, send)
