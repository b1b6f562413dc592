"""What players may do in the game of a room, beside what its rules allow (`games.core.engine`).
Pure.

Each check raises Refused.
"""

from collections.abc import Callable

from msgspec import UNSET

from games.core.engine import AutoPlay, GameState, Resign
from games.core.engine.actions import Action
from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.room_view import RoomView

# Once a player is away for this long, others may have the server play their seat.
AWAY_S = 30.0


def check_action(
    room: RoomView, state: GameState, action: Action, away_for: Callable[[int], float]
) -> None:
    """Refuse automatic play of a player who has not been away long enough, and resigning in a
    duplicate event. `away_for`: returns for how many seconds a player has been away.
    """
    match action:
        # With one seat left, its table would end before the others.
        case Resign() if state.share and room.tournament is not UNSET:
            raise Refused(ErrorCode.FORBIDDEN, "You can leave: the server plays on for you.")
        case AutoPlay(seat=seat):
            if seat >= len(state.seats):
                raise Refused(ErrorCode.NOT_FOUND, "That seat does not exist.")
            if away_for(state.seats[seat].player) < AWAY_S:
                raise Refused(ErrorCode.FORBIDDEN, "Please give them a little more time.")


def check_hint(room: RoomView, state: GameState) -> None:
    """Refuse hints where games count, or share their dice."""
    if room.rated:
        raise Refused(ErrorCode.FORBIDDEN, "Rated games have no hints.")
    if room.tournament is not UNSET:
        raise Refused(ErrorCode.FORBIDDEN, "Games of tournaments have no hints.")
    if state.share:
        raise Refused(ErrorCode.FORBIDDEN, "Games that share their dice have no hints.")


def check_selection(state: GameState | None, code: str, seat: int | None, turn: int) -> None:
    """Refuse to show which dice this seat may hold in its turn of game `code`, except in the turn
    that everybody sees.
    """
    if state is not None and state.mode == "rounds":
        raise Refused(ErrorCode.FORBIDDEN, "In rounds nobody sees your dice before the end.")
    if state is None or seat not in state.acting or state.code != code:
        raise Refused(ErrorCode.NOT_YOUR_TURN, "It is not your turn.")
    if state.seats[seat].turn.number != turn:
        raise Refused(ErrorCode.STALE, "The game has moved on.")
