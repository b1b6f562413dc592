"""The first message to a new socket of a room."""

from games.clock import monotonic, now_ms
from games.engine import view
from games.live.room import RoomHub
from games.protocol import VERSION, Welcome, You


def welcome(hub: RoomHub, you: You) -> Welcome:
    """Return everything that a new socket, which belongs to `you`, needs."""
    shown = None if hub.game is None else view(hub.game.state, hub.seat_of(you.player))
    return Welcome(
        protocol=VERSION,
        time=now_ms(),
        you=you,
        rev=hub.room.rev,
        room=hub.room.view,
        game=shown.game if shown else None,
        seq=shown.seq if shown else None,
        view=shown,
        presence=hub.presence.message(hub.room.players, monotonic()),
        selection=hub.game.selection if hub.game else None,
        chat=hub.chat.all,
    )
