"""Live rooms of this process: cached games, the sockets here, and the link to other processes."""

from games.hub.listener import Listener
from games.hub.registry import Hubs, close_current_hubs, current_hubs, tell_hubs, use_hubs
from games.hub.room import RoomHub

__all__ = [
    "Hubs",
    "Listener",
    "RoomHub",
    "close_current_hubs",
    "current_hubs",
    "tell_hubs",
    "use_hubs",
]
