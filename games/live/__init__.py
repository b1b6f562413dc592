"""The live rooms of this process: their games, sockets and people, and the bus to other processes.

`current_hubs()` has all of them. They are a cache of the database.
"""

from games.live.allowed import AWAY_S
from games.live.bus import Bus
from games.live.game import LiveGame, find_earlier_answer
from games.live.listener import Listener
from games.live.lobby import LobbyHub
from games.live.registry import (
    Hubs,
    close_current_hubs,
    current_hubs,
    hubs_here,
    tell_hubs,
    use_hubs,
)
from games.live.room import RoomHub
from games.live.rounds import is_hidden_round
from games.live.tournaments import TournamentHub
from games.live.welcome import welcome

__all__ = [
    "AWAY_S",
    "Bus",
    "Hubs",
    "Listener",
    "LiveGame",
    "LobbyHub",
    "RoomHub",
    "TournamentHub",
    "close_current_hubs",
    "current_hubs",
    "find_earlier_answer",
    "hubs_here",
    "is_hidden_round",
    "tell_hubs",
    "use_hubs",
    "welcome",
]
