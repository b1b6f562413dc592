"""Merge a guest into an account."""

from django.db import transaction
from django.db.models import Q

from games import rooms
from games.matchmaking import tickets
from games.models import Game, Room, Scorecard, Seat, SeatAnalysis, User
from games.rooms import Refused


class StillPlaying(Exception):
    """The guest sits in a running game, in the room with the code `room`."""

    def __init__(self, room: str) -> None:
        super().__init__(room)
        self.room = room


def find_running_room(player_id: int) -> str | None:
    """Return the code of a room where a game runs that the player is in, or None."""
    playing = Seat.objects.filter(player_id=player_id, room__game__status=Game.Status.PLAYING)
    return playing.values_list("room__code", flat=True).first()


def do_merge_guest(guest: User, account: User) -> None:
    """Give the guest's seats and finished games to the account, all of them or none.

    Where the account is already at the table, or was in the game, it keeps its own and the guest
    his. Raises StillPlaying: a log cannot change its players in the middle of the game.
    """
    with transaction.atomic():
        tickets.cancel(guest.pk)
        for room_id in rooms_to_lock(guest.pk):
            _merge_room(room_id, guest.pk, account.pk)
        # No game can begin now for the guest: all rooms where he sits are locked.
        over = Scorecard.objects.filter(player=guest).exclude(game__status=Game.Status.PLAYING)
        theirs = Scorecard.objects.filter(player=account).values("game")
        # First, while the scorecards still tell which games were the account's before.
        analyses = SeatAnalysis.objects.filter(player=guest).exclude(game__in=theirs)
        analyses.update(player=account)
        over.exclude(game__in=theirs).update(player=account)


def rooms_to_lock(player_id: int) -> list[int]:
    """The rooms to lock, in the order in which everybody locks them."""
    mine = Room.objects.filter(Q(host=player_id) | Q(seats__player=player_id))
    return list(mine.order_by("pk").distinct().values_list("pk", flat=True))


def _merge_room(room_id: int, guest_id: int, account_id: int) -> None:
    with rooms.changing(room_id) as room:
        seat = room.seats.filter(player_id=guest_id).first()
        if seat is not None:
            try:
                rooms.check_between_games(room)
            except Refused as refused:
                raise StillPlaying(room.code) from refused
            here = room.seats.filter(player_id=account_id).exists()
            banned = room.removed.filter(pk=account_id).exists()
            seat.player_id = None if here or banned else account_id
            seat.save()
        if room.host_id == guest_id:
            Room.objects.filter(pk=room_id).update(host=account_id)
