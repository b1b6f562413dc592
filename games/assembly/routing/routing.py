"""The sockets' addresses, and the socket of a room: one per browser tab, across all games."""

import re
from functools import partial
from typing import Any

from channels.routing import URLRouter
from django.urls import re_path

from games.platform import parts
from games.platform.limits.connection_limit import ConnectionLimit
from games.site.events.tournaments.socket import tournament_socket
from games.tables.sockets import game_commands, seat_commands, talk_commands
from games.tables.sockets.connection import Receive, Scope, no_such_socket, serve
from games.tables.sockets.lobby import lobby_socket
from games.tables.sockets.origin import SameOrigin
from games.tables.sockets.outbox import Send, Wire
from games.tables.sockets.room_connection import RoomConnection
from games.tables.sockets.session import Visitor

SEEN = re.compile(rb"seen=([a-z0-9]{1,32})\.([0-9]{1,9})")


def wants_whole_views(query: bytes) -> bool:
    """Return whether a client asks for the whole view with each message about a game."""
    return b"whole=1" in query.split(b"&")


def seen_before(query: bytes) -> tuple[str, int] | None:
    """Return the game that a returning client has seen, and its newest seq, or None."""
    for field in query.split(b"&"):
        if found := SEEN.fullmatch(field):
            return found[1].decode(), int(found[2])
    return None


def is_anonymous(query: bytes) -> bool:
    """Return whether a client asks to be nobody, even if it has a session: a visitor of the home
    page watches the game there without being named as a spectator, and a screen shows a table to
    everybody in front of it, so it has no seat. A family lock holds all the same.
    """
    return b"anonymous=1" in query.split(b"&")


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


urls: list[Any] = [
    re_path(r"^ws/v1/rooms/(?P<code>[a-z0-9]{1,16})/$", room_socket),  # type: ignore[arg-type]
    re_path(r"^ws/v1/tournaments/(?P<code>[a-z0-9]{1,16})/$", tournament_socket),  # type: ignore[arg-type]
    re_path(r"^ws/v1/lobby/$", lobby_socket),  # type: ignore[arg-type]
    re_path(r"", no_such_socket),  # type: ignore[arg-type]
]

websockets = SameOrigin(ConnectionLimit(URLRouter(urls)))
