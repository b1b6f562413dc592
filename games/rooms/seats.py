"""Find and free the seats of a room."""

from games.protocol.errors import ErrorCode, Refused
from games.rooms.changes import LockedRoom
from games.rooms.models import Room, Seat


def seat_of(room: Room, player_id: int) -> Seat:
    """Return the player's seat. Raises Refused if they have none."""
    seat = room.seats.filter(player_id=player_id).first()
    if seat is None:
        raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
    return seat


def seat_at(table: LockedRoom, player_id: int) -> Seat:
    """Return the player's seat at a locked table. Raises Refused if they have none."""
    seat = next((seat for seat in table.seats if seat.player_id == player_id), None)
    if seat is None:
        raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
    return seat


def numbered_seat(room: Room, number: int) -> Seat:
    """Return the seat with this number. Raises Refused if there is none."""
    seat = room.seats.filter(number=number).first()
    if seat is None:
        raise Refused(ErrorCode.NOT_FOUND, "That seat does not exist.")
    return seat


def free_seat(room: Room, number: int | None) -> Seat:
    """Return the free seat with this number (None: the first one). Raises Refused."""
    free = room.seats.filter(player=None, closed=False)
    seat = free.first() if number is None else free.filter(number=number).first()
    if seat is not None:
        return seat
    if number is None:
        raise Refused(ErrorCode.ROOM_FULL, "All seats are taken, but you can watch.")
    raise Refused(ErrorCode.SEAT_TAKEN, "That seat is taken.")


def vacate(seat: Seat) -> None:
    """Free the seat, and clear its seed and its seal."""
    seat.player = seat.seated_at = None
    seat.ready = seat.sealing = False
    seat.seed = seat.address = seat.seal = ""
    seat.save()
