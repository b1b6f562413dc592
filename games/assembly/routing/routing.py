"""The sockets' addresses, and the socket of a room: one per browser tab, across all games.

Only the site's own pages may open a socket: others would act with the visitor's cookie.
"""

import re
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from channels.routing import URLRouter
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.urls import re_path

from games.platform import parts
from games.platform.limits.connection_limit import ConnectionLimit
from games.platform.limits.page_limit import ASGIApp
from games.platform.limits.proxies import BehindProxies
from games.site.events.tournaments.socket import tournament_socket
from games.tables.sockets import game_commands, seat_commands, talk_commands
from games.tables.sockets.connection import Receive, Scope, no_such_socket, serve
from games.tables.sockets.lobby import lobby_socket
from games.tables.sockets.outbox import Send, Wire
from games.tables.sockets.room_connection import RoomConnection
from games.tables.sockets.session import Visitor


class SameOrigin:
    """Middleware that refuses, with HTTP 403, sockets with another origin or none."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if is_own_origin(scope):
            await self.inner(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 4403})


def is_own_origin(scope: dict[str, Any]) -> bool:
    """Whether the Origin header names the scheme, host and port of the request, or a trusted
    origin. Django checks forms in the same way.
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin1")
    host = headers.get(b"host", b"").decode("latin1")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # "http://[", for example: no browser sends it, but anybody can
        return False
    if parts.scheme != page_scheme(scope) or parts.netloc.lower() != host.lower():
        return False
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def page_scheme(scope: dict[str, Any]) -> str:
    """Return "https" if a trusted proxy or the server says that the handshake came over TLS, else
    "http". `HttpRequest.scheme` does the same for pages.
    """
    return "https" if scope.get("scheme") == "wss" else "http"


SEEN = re.compile(rb"seen=([a-z0-9]{1,32})\.([0-9]{1,9})")


def wants_whole_views(query: bytes) -> bool:
    return b"whole=1" in query.split(b"&")


def seen_before(query: bytes) -> tuple[str, int] | None:
    """Return the game that a returning client has seen, and its newest seq, or None."""
    for field in query.split(b"&"):
        if found := SEEN.fullmatch(field):
            return found[1].decode(), int(found[2])
    return None


def is_anonymous(query: bytes) -> bool:
    """Return whether a client asks to be nobody, even if it has a session."""
    # A visitor of the home page watches the game there without being named as a spectator, and a
    # screen shows a table to everybody in front of it, so it has no seat. A family lock holds all
    # the same.
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

websockets = BehindProxies(SameOrigin(ConnectionLimit(URLRouter(urls))))
