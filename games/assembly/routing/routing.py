"""The URLs of the sockets."""

from typing import Any

from channels.routing import URLRouter
from django.urls import re_path

from games.assembly.routing.room import room_socket
from games.platform.limits.connection_limit import ConnectionLimit
from games.site.events.tournaments.socket import tournament_socket
from games.tables.sockets.connection import no_such_socket
from games.tables.sockets.lobby import lobby_socket
from games.tables.sockets.origin import SameOrigin

urls: list[Any] = [
    re_path(r"^ws/v1/rooms/(?P<code>[a-z0-9]{1,16})/$", room_socket),  # type: ignore[arg-type]
    re_path(r"^ws/v1/tournaments/(?P<code>[a-z0-9]{1,16})/$", tournament_socket),  # type: ignore[arg-type]
    re_path(r"^ws/v1/lobby/$", lobby_socket),  # type: ignore[arg-type]
    re_path(r"", no_such_socket),  # type: ignore[arg-type]
]

websockets = SameOrigin(ConnectionLimit(URLRouter(urls)))
