"""Cancel the start of a game whose players do not show their seeds."""

from collections.abc import Collection

from games.core.engine import IllegalAction
from games.core.protocol.errors import TRY_AGAIN, ErrorCode, Refused
from games.people.conduct import leavers
from games.record.log import batches, ending
from games.record.log.models import Game
from games.tables.rooms.changes import LockedRoom, changing_table
from games.tables.rooms.hosting import next_host
from games.tables.rooms.models import Room
from games.tables.rooms.seats import vacate

# Attempts, in case players show their seeds at the same time.
TRIES = 5


def cancel_start(room_id: int, game_id: int, seats: Collection[int], blamed: bool) -> None:
    """Cancel the start of the room's game, because these seats did not show their seeds.

    Their players lose their seats in the room. At a rated table it also counts as leaving a game
    if they are `blamed`. Raises Refused if the game has begun or ended, or the seeds are shown.
    """
    for _ in range(TRIES):
        try:
            with changing_table(room_id) as table:
                cancel_at(table, game_id, seats, blamed)
        except batches.Conflict:
            continue  # a player showed their seed meanwhile
        return
    raise Refused(ErrorCode.BUSY, TRY_AGAIN)


def cancel_at(table: LockedRoom, game_id: int, seats: Collection[int], blamed: bool) -> None:
    """Like `cancel_start`, at a table that is locked. Raises Refused, and Conflict if another event
    came first.
    """
    # The caller's transaction commits the log's last event together with the change of the room.
    room = table.room
    if room.game is None or room.game_id != game_id or room.game.status != Game.Status.PLAYING:
        raise Refused(ErrorCode.STALE, "The game has moved on.")
    try:
        players = ending.cancel_start(game_id, seats, blamed)
    except IllegalAction as refusal:
        raise Refused(ErrorCode.STALE, str(refusal)) from refusal
    for seat in room.seats.filter(player__in=players):
        vacate(seat)
    if room.host_id in players:
        host = next_host(room)
        # Without one, the next player to sit down becomes the host.
        Room.objects.filter(pk=room.pk).update(host=None if host is None else host.player_id)
    if room.rated and blamed:
        leavers.note_rated_game(players, ())
