"""What staff do: ban and unban players, and end rooms."""

from functools import partial

from django.db import transaction

from games.people.accounts.models import Session, User
from games.record.log.ending import abort_game
from games.record.log.models import Game
from games.record.ratings.listing import refresh_eligibility
from games.site.account.membership.leaving import leave_tables
from games.tables.live.registry import Hubs, tell_hubs
from games.tables.rooms import opening
from games.tables.rooms.models import Room

ENDED = "ended by staff"


def ban(player: User) -> None:
    """Ban the player: they cannot sign in, their sessions end, and their sockets close.

    Their games stay. In a running game the server plays for them when their time is up.
    """
    with transaction.atomic():
        leave_tables(player.pk)
        User.objects.filter(pk=player.pk).update(is_active=False)
        # This waited for the player to sit down, if they were just about to. Now nobody can.
        leave_tables(player.pk)
        end_sessions(player.pk)
        refresh_eligibility(player.pk)
        transaction.on_commit(partial(tell_hubs, Hubs.people_changed))


def unban(player: User) -> None:
    """Unban the player, who has to sign in again."""
    with transaction.atomic():
        User.objects.filter(pk=player.pk).update(is_active=True)
        refresh_eligibility(player.pk)


def end_sessions(player_id: int) -> None:
    """Sign the player out everywhere."""
    Session.objects.filter(player=player_id).delete()


def end_room(room: Room) -> bool:
    """Abort the room's running game, which reveals its secret, and close the room for good.

    Return whether there was a game to abort. Raises Conflict or StoreUnavailable if a game could
    not be aborted: the room is then as it was, or closed with a game that began just before. Try
    again.
    """
    aborted = _abort_running(room)
    opening.close_room(room.pk)
    # Another game may have started just before the room was closed.
    aborted = _abort_running(room) or aborted
    transaction.on_commit(partial(tell_hubs, partial(Hubs.room_changed, room_id=room.pk)))
    return aborted


def _abort_running(room: Room) -> bool:
    playing = Game.objects.filter(room=room, status=Game.Status.PLAYING).first()
    return playing is not None and abort_game(playing.pk, ENDED)
