"""Find and free the seats of a room."""

from games.core.protocol.errors import ErrorCode, Refused
from games.tables.rooms.changes import LockedRoom
from games.tables.rooms.models import Room, Seat


def seat_of(room: Room, player_id: int) -> Seat:
    """Return the player's seat. Raises Refused if they have none."""
    seat = room.seats.filter(player_id=player_id).first()
    if seat is None:
        raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
    return seat


def seat_at(table: LockedRoom, player_id: int, number: int | None = None) -> Seat:
    """Return the player's seat at a locked table; with a `number` that one, if they sit there or
    operate it. Raises Refused.
    """
    if number is not None:
        return operated_seat(table, player_id, number)
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


def operated_seat(table: LockedRoom, operator_id: int, number: int) -> Seat:
    """Return the seat with this number at a locked table. Raises Refused unless the player sits
    there or operates it.
    """
    seat = next((seat for seat in table.seats if seat.number == number), None)
    if seat is None or seat.player_id is None:
        raise Refused(ErrorCode.NOT_FOUND, "That seat does not exist.")
    if not is_played_by(seat, operator_id):
        raise Refused(ErrorCode.FORBIDDEN, "Somebody else plays this seat.")
    return seat


def free_seat(room: Room, number: int | None) -> Seat:
    """Return the free seat with this number (None: the first one). Raises Refused."""
    free = room.seats.filter(player=None, closed=False)
    seat = free.first() if number is None else free.filter(number=number).first()
    if seat is not None:
        return seat
    if number is None:
        raise Refused(ErrorCode.ROOM_FULL, "All seats are taken. You can watch.")
    raise Refused(ErrorCode.SEAT_TAKEN, "That seat is taken.")


def vacate(seat: Seat) -> None:
    """Free the seat, and clear its seed, its seal, and who operates it."""
    seat.player = seat.seated_at = None
    seat.operator = seat.lender = seat.offer_until = seat.handed_at = None
    seat.ready = seat.sealing = False
    seat.terms = 0
    seat.seed = seat.address = seat.seal = seat.offer = ""
    seat.save()


def is_played_by(seat: Seat, player_id: int) -> bool:
    return player_id in (seat.player_id, seat.operator_id)


def seats_played_by(table: LockedRoom, player_id: int) -> list[Seat]:
    """Return the seats in which the player sits, or which they operate. Raises Refused if there
    are none.
    """
    found = [seat for seat in table.seats if is_played_by(seat, player_id)]
    if not found:
        raise Refused(ErrorCode.NOT_SEATED, "Take a seat first.")
    return found
