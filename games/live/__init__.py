"""Live rooms of this process: cached games, the sockets here, and the link to other processes."""

from games.live.bus import Link
from games.live.listener import Listener
from games.live.lobby import LobbyHub
from games.live.registry import Hubs, close_current_hubs, current_hubs, tell_hubs, use_hubs
from games.live.room import AWAY_S, RoomHub

__all__ = [
    "AWAY_S",
    "Hubs",
    "Link",
    "Listener",
    "LobbyHub",
    "RoomHub",
    "close_current_hubs",
    "current_hubs",
    "tell_hubs",
    "use_hubs",
]
