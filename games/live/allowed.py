"""What a room does not allow in its running game, though the rules do."""

from msgspec import UNSET

from games.clock import monotonic
from games.engine import AutoPlay, GameState, Resign
from games.engine.actions import Action
from games.live.presence import Presence
from games.protocol import ErrorCode, RoomView
from games.rooms.errors import Refused

# After this long without its player, others may have a seat played automatically.
AWAY_S = 30.0


def check_allowed(room: RoomView, presence: Presence, state: GameState, action: Action) -> None:
    """Raise Refused for automatic play of a player who has not been away long enough, and for
    resigning in a duplicate event: with one seat left its table would end before the others.
    """
    match action:
        case Resign() if state.share and room.tournament is not UNSET:
            raise Refused(ErrorCode.FORBIDDEN, "You can leave: the server plays on for you.")
        case AutoPlay(seat=seat):
            if seat >= len(state.seats):
                raise Refused(ErrorCode.NOT_FOUND, "That seat does not exist.")
            if presence.away_for(state.seats[seat].player, monotonic()) < AWAY_S:
                raise Refused(ErrorCode.FORBIDDEN, "Please give them a little more time.")
