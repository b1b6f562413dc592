"""What staff do: ban a player, let him in again, end a room."""

from functools import partial

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction

from games import rooms
from games.clock import utc_now
from games.live import Hubs, tell_hubs
from games.membership.tables import leave_tables
from games.models import Game, Room, User
from games.ratings import refresh_eligibility
from games.store import abort_game

ENDED = "ended by staff"


def ban(player: User) -> None:
    """Keep the player out: nobody can sign in as him, his sessions end, his sockets close.

    What he has played stays; a running game goes on without him, by the clock.
    """
    with transaction.atomic():
        leave_tables(player.pk)
        User.objects.filter(pk=player.pk).update(is_active=False)
        end_sessions(player.pk)
        refresh_eligibility(player.pk)
        transaction.on_commit(partial(tell_hubs, Hubs.sessions_ended))


def unban(player: User) -> None:
    """Let the player in again; he has to sign in."""
    with transaction.atomic():
        User.objects.filter(pk=player.pk).update(is_active=True)
        refresh_eligibility(player.pk)


def end_sessions(player_id: int) -> None:
    """Sign the player out everywhere. Reads every session there is: for rare use."""
    ours = [
        session.pk
        for session in Session.objects.filter(expire_date__gt=utc_now()).iterator()
        if session.get_decoded().get(SESSION_KEY) == str(player_id)
    ]
    Session.objects.filter(pk__in=ours).delete()


def end_room(room: Room) -> bool:
    """Abort the room's running game, its secret revealed, and close the room for good: nobody
    plays there any more, by its link neither.

    Returns whether there was a game to abort. Raises Conflict or StoreUnavailable if the game
    could not be aborted; then nothing has changed.
    """
    aborted = _abort_running(room)
    rooms.close_room(room.pk)
    # The next one may have begun in between; from now on none can.
    aborted = _abort_running(room) or aborted
    transaction.on_commit(partial(tell_hubs, partial(Hubs.room_changed, room_id=room.pk)))
    return aborted


def _abort_running(room: Room) -> bool:
    playing = Game.objects.filter(room=room, status=Game.Status.PLAYING).first()
    return playing is not None and abort_game(playing.pk, ENDED)
