"""The socket of a room: one per browser tab, across all games of the room."""

from functools import partial

from games.platform import parts
from games.tables.sockets import game_commands, seat_commands, talk_commands
from games.tables.sockets.connection import Receive, Scope, serve
from games.tables.sockets.outbox import Send, Wire
from games.tables.sockets.query import is_anonymous, seen_before, wants_whole_views
from games.tables.sockets.room_connection import RoomConnection
from games.tables.sockets.session import Visitor


class RoomSocket(RoomConnection):
    """One connection at `/ws/v1/rooms/<code>/`, with its commands."""

    COMMANDS = (
        game_commands,
        seat_commands,
        talk_commands,
        *parts.modules("commands"),
    )


async def room_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection to a room (ASGI 3)."""
    code: str = scope["url_route"]["kwargs"]["code"]
    query: bytes = scope["query_string"]
    asked = partial(RoomSocket, code, wants_whole_views(query), seen_before(query))

    def make(visitor: Visitor, wire: Wire) -> RoomSocket:
        return asked(visitor.as_nobody() if is_anonymous(query) else visitor, wire)

    await serve(make, scope, receive, send)
