"""What becomes of a player's seats and games when he signs in, takes a new name, or leaves."""

from django.db import transaction
from django.db.models import F, Q

from games import challenges, rooms, tickets
from games.models import Game, Room, Scorecard, Seat, SeatAnalysis, Ticket, User
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


def do_hand_over(guest: User, account: User) -> None:
    """Give the guest's seats and finished games to the account, all of them or none.

    Where the account is already at the table, or was in the game, it keeps its own and the guest
    his. Raises StillPlaying: a log cannot change its players in the middle of the game.
    """
    with transaction.atomic():
        tickets.cancel(guest.pk)
        for room_id in _rooms_of(guest.pk):
            _hand_over_room(room_id, guest.pk, account.pk)
        # No game can begin now for the guest: all rooms where he sits are locked.
        over = Scorecard.objects.filter(player=guest).exclude(game__status=Game.Status.PLAYING)
        theirs = Scorecard.objects.filter(player=account).values("game")
        # First, while the scorecards still tell which games were the account's before.
        analyses = SeatAnalysis.objects.filter(player=guest).exclude(game__in=theirs)
        analyses.update(player=account)
        over.exclude(game__in=theirs).update(player=account)


def _rooms_of(player_id: int) -> list[int]:
    """The rooms to lock, in the order in which everybody locks them."""
    mine = Room.objects.filter(Q(host=player_id) | Q(seats__player=player_id))
    return list(mine.order_by("pk").distinct().values_list("pk", flat=True))


def _hand_over_room(room_id: int, guest_id: int, account_id: int) -> None:
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


def leave_tables(player_id: int) -> None:
    """Free the player's seats where no game runs, pass the rooms that he hosts on, and end what he
    asked others for.

    A running game keeps its seat: the clock, or the others, have it played automatically.
    """
    Ticket.objects.filter(player_id=player_id).delete()
    challenges.end_all(player_id)
    for room_id in _rooms_of(player_id):
        with rooms.changing(room_id) as room:
            seat = room.seats.filter(player_id=player_id).first()
            if seat is not None and not _is_playing(room):
                Seat.objects.filter(pk=seat.pk).update(
                    player=None, ready=False, seed="", address=""
                )
            if room.host_id == player_id:
                heir = rooms.find_heir(room, but=player_id)
                # Without a host, the next to sit becomes it.
                Room.objects.filter(pk=room_id).update(host=heir and heir.player_id)


def touch_tables(player_id: int) -> None:
    """Count a change of each room where the player sits, so that all see his new name.

    One statement a room, each its own transaction: nobody waits for two of these at once.
    """
    for room_id in list(Seat.objects.filter(player_id=player_id).values_list("room", flat=True)):
        Room.objects.filter(pk=room_id).update(rev=F("rev") + 1)


def _is_playing(room: Room) -> bool:
    return room.game is not None and room.game.status == Game.Status.PLAYING
