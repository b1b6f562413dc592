"""Ends rooms for good, when staff decide so."""

from functools import partial

from django.db import transaction

from games.record.log.ending import abort_game
from games.record.log.models import Game
from games.tables.live.registry import Hubs, tell_hubs
from games.tables.rooms import opening
from games.tables.rooms.models import Room

ENDED = "ended by staff"


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
