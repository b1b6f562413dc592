"""Rooms in the admin. Staff end them for good, which all processes must hear of at once."""

from functools import partial

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from games.people.accounts.facts import actor_in_admin
from games.people.authority.answers import objection
from games.people.authority.records import Action
from games.platform.admin.checked import ReadOnly
from games.record.log.batches import Conflict, StoreUnavailable
from games.record.log.ending import abort_game
from games.record.log.models import Game
from games.record.reveals.visibility import hidden_from
from games.tables.live.registry import Hubs, tell_hubs
from games.tables.rooms import opening
from games.tables.rooms.models import Room
from games.tables.rooms.permissions import place_of

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


@admin.register(Room)
class RoomAdmin(ReadOnly):
    """Rooms."""

    list_display = ("code", "variant", "host", "public", "rated", "created_at", "active_at")
    list_filter = ("variant", "public", "rated", "game__status")
    search_fields = ("code", "host__name", "=games__code", "seats__player__name")
    list_select_related = ("host",)
    actions = ("end",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        """Return the rooms, except those that would tell whether somebody has finished a game whose
        dice others may still play.
        """
        rooms: QuerySet[Room] = super().get_queryset(request)
        return rooms.exclude(game__in=hidden_from(request.user.pk))

    @admin.action(description="End: abort the running game and hide the room", permissions=["end"])
    def end(self, request: HttpRequest, chosen: QuerySet[Room]) -> None:
        actor = actor_in_admin(request.user)
        for room in chosen:
            refusal = objection(actor, Action.END, place_of(actor, room))
            if refusal is not None:
                self.message_user(request, f"{room.code}: {refusal}", messages.ERROR)
                continue
            try:
                aborted = end_room(room)
            except (Conflict, StoreUnavailable):
                text = f"{room.code} could not be ended. Please try again."
                self.message_user(request, text, messages.ERROR)
                continue
            self.log_change(request, room, "ended")
            what = "its game was aborted" if aborted else "no game was running"
            self.message_user(request, f"{room.code} was ended: {what}.")

    def has_end_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_room")
