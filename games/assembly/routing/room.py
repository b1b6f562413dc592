"""The socket of a room: one per browser tab, across all games of the room."""

from functools import partial
from importlib import import_module

from msgspec import UNSET

from games.assembly.features import WITH_COMMANDS
from games.core.protocol import frames, room_commands
from games.core.protocol.room_messages import Pong
from games.platform import metrics
from games.platform.clock import now_ms
from games.platform.limits.turns import READS
from games.tables.sockets import game_commands, seat_commands, talk_commands
from games.tables.sockets.connection import Receive, Scope, serve
from games.tables.sockets.handlers import handles
from games.tables.sockets.outbox import Send, Wire
from games.tables.sockets.query import is_anonymous, seen_before, wants_whole_views
from games.tables.sockets.room_connection import RoomConnection
from games.tables.sockets.session import Visitor


class RoomSocket(RoomConnection):
    """One connection at `/ws/v1/rooms/<code>/`: its commands, and what keeps it up to date."""

    COMMANDS = (
        game_commands,
        seat_commands,
        talk_commands,
        *(import_module(f"games.{feature}.commands") for feature in WITH_COMMANDS),
    )

    @handles(room_commands.Sync)
    async def sync(self, command: room_commands.Sync) -> None:
        """Send what is missing."""
        async with READS.turn_of(self.address):
            await self.hub.catch_up_to(command.game, command.seq, self.player)
            message = self.hub.changes_since(command.game, command.seq, self.player)
            if message is not None:
                metrics.GAPS.add(of="client")
                self.send(message)

    @handles(room_commands.Ping)
    async def ping(self, command: room_commands.Ping) -> None:
        """Answer, and send what the client has missed."""
        await self.hub.catch_up_to(command.game, command.seq, self.player)
        self._pong(command)

    def do_at_once(self, command: frames.Command) -> bool:
        """Answer a ping of a client that has seen no more of the game than this process."""
        if not isinstance(command, room_commands.Ping) or command.id is not None:
            return False
        known = self.hub.seq_for(self.player)
        if command.seq is not None and known is not None and command.seq > known:
            return False
        self._pong(command)
        return True

    def _pong(self, command: room_commands.Ping) -> None:
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


async def room_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection to a room (ASGI 3)."""
    code: str = scope["url_route"]["kwargs"]["code"]
    query: bytes = scope["query_string"]
    asked = partial(RoomSocket, code, wants_whole_views(query), seen_before(query))

    def make(visitor: Visitor, wire: Wire) -> RoomSocket:
        return asked(visitor.as_nobody() if is_anonymous(query) else visitor, wire)

    await serve(make, scope, receive, send)
