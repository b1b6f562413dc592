"""A player's seats when they leave the site, merge into an account, or change their name."""

from django.db.models import F, Q

from games.record.log.models import Game
from games.tables.rooms.changes import changing
from games.tables.rooms.hosting import next_host
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.seats import vacate


class StillPlaying(Exception):
    """The guest sits in a running game, in the room with the code `room`."""

    def __init__(self, room: str) -> None:
        super().__init__(room)
        self.room = room


def leave_rooms(player_id: int) -> None:
    """Free the player's seats where no game runs, and replace them as host.

    In a running game they keep their seat, which is played automatically. If no person is left in a
    room, the next player to sit down becomes its host. Call it in a transaction.
    """
    for room_id in _rooms_to_lock(player_id):
        with changing(room_id) as room:
            seat = room.seats.filter(player_id=player_id).first()
            if not _is_playing(room):
                for each in (*([seat] if seat else ()), *room.seats.filter(operator=player_id)):
                    vacate(each)
            if room.host_id == player_id:
                successor = next_host(room, but=player_id)
                host = None if successor is None else successor.player_id
                Room.objects.filter(pk=room_id).update(host=host)


def transfer_seats(guest_id: int, account_id: int) -> None:
    """Give the guest's seats and rooms to the account. Call it in a transaction.

    Where the account already sits, the guest's seat becomes free; where a host has removed it, the
    guest leaves. Raises StillPlaying: a log cannot change its players during a game.
    """
    for room_id in _rooms_to_lock(guest_id):
        with changing(room_id) as room:
            if room.removed.filter(pk=account_id).exists():
                _leave(room, guest_id)
                continue
            seat = room.seats.filter(player_id=guest_id).first()
            if seat is not None:
                if _is_playing(room):
                    raise StillPlaying(room.code)
                if room.seats.filter(player_id=account_id).exists():
                    vacate(seat)
                else:
                    seat.player_id = account_id
                    # The seal names the guest, so it would not fit the account.
                    seat.seal = ""
                    seat.save()
            room.seats.filter(operator_id=guest_id).update(operator=account_id)
            room.seats.filter(lender_id=guest_id).update(lender=account_id)
            if room.host_id == guest_id:
                Room.objects.filter(pk=room_id).update(host=account_id)


def _leave(room: Room, guest_id: int) -> None:
    """Have a guest leave a table with all whom they act for. Raises StillPlaying."""
    mine = list(room.seats.filter(Q(player=guest_id) | Q(operator=guest_id)))
    if mine and _is_playing(room):
        raise StillPlaying(room.code)
    for seat in mine:
        vacate(seat)
    if room.host_id == guest_id:
        successor = next_host(room, but=guest_id)
        host = None if successor is None else successor.player_id
        Room.objects.filter(pk=room.pk).update(host=host)


def separate(blocker_id: int, blocked_id: int) -> None:
    """Have one of two players leave each table where both sit, unless a game runs there: the
    blocker, or if it is the blocker's table, the other.
    """
    # All rooms of both are locked, so that nobody who is just sitting down is overlooked.
    for room_id in sorted({*_rooms_to_lock(blocker_id), *_rooms_to_lock(blocked_id)}):
        with changing(room_id) as room:
            seats = {seat.player_id: seat for seat in room.seats.exclude(player=None)}
            if not {blocker_id, blocked_id} <= seats.keys() or _is_playing(room):
                continue
            vacate(seats[blocked_id if room.host_id == blocker_id else blocker_id])


def bump_rooms(player_id: int) -> None:
    # The revision tells all at those tables that there is a new name to show.
    # One transaction per room, so that it never waits for one room while it locks another.
    for room_id in list(Seat.objects.filter(player_id=player_id).values_list("room", flat=True)):
        Room.objects.filter(pk=room_id).update(rev=F("rev") + 1)


def find_running_room(player_id: int) -> str | None:
    playing = Seat.objects.filter(player_id=player_id, room__game__status=Game.Status.PLAYING)
    return playing.values_list("room__code", flat=True).first()


def _rooms_to_lock(player_id: int) -> list[int]:
    # A fixed order avoids deadlocks.
    mine = Room.objects.filter(
        Q(host=player_id) | Q(seats__player=player_id) | Q(seats__operator=player_id)
    )
    return list(mine.order_by("pk").distinct().values_list("pk", flat=True))


def _is_playing(room: Room) -> bool:
    return room.game is not None and room.game.status == Game.Status.PLAYING
