"""The host's rights, and who becomes the next host."""

from collections.abc import Collection

from django.db.models import F

from games.clock import utc_now
from games.models import Room, Seat
from games.protocol import ErrorCode
from games.rooms.changes import changing
from games.rooms.errors import Refused
from games.rooms.permissions import REMOVED_FOR_S, check_between_games, check_host, check_not_paired
from games.rooms.rated_eligibility import address_mark
from games.rooms.seats import numbered_seat, vacate


def replace_host(room_id: int, host_id: int | None, here: Collection[int]) -> None:
    """Hand the room of an absent host to whoever of those `here` has sat at the table longest.

    Raises Refused if `host_id` is the host no longer, or if there is nobody to take his place.
    """
    with changing(room_id) as room:
        check_between_games(room)
        heir = next_host(room, but=host_id, here=here)
        if room.host_id != host_id or heir is None or heir.player_id not in here:
            raise Refused(ErrorCode.FORBIDDEN, "The room keeps its host.")
        Room.objects.filter(pk=room_id).update(host=heir.player_id)


def next_host(room: Room, but: int | None = None, here: Collection[int] = ()) -> Seat | None:
    """Return the seat of the person who has sat at the table longest, apart from the player `but`,
    or None. The players `here` come before all others.
    """
    # A bot would never use a host's rights.
    people = room.seats.filter(player__is_bot=False).exclude(player_id=but)
    longest = list(people.order_by(F("seated_at").asc(nulls_last=True), "number"))
    return min(longest, key=lambda seat: seat.player_id not in here, default=None)


def set_closed(room_id: int, player_id: int, number: int, closed: bool) -> None:
    """Close a free seat, or open a closed one; the host's right."""
    with changing(room_id) as room:
        check_host(room, player_id)
        check_between_games(room)
        seat = numbered_seat(room, number)
        if seat.player_id is not None:
            raise Refused(ErrorCode.SEAT_TAKEN, "Somebody sits there.")
        seat.closed = closed
        seat.save()


def remove(
    room_id: int,
    player_id: int,
    number: int,
    address: str = "",
    known: Collection[str] = (),
) -> None:
    """Send the player of a seat away from this table; the host's right, not during a game.

    Nobody chose the host of a paired table: there he sends nobody away before the game. A guest is
    remembered by his addresses, too (those `known`, and his seat's), unless the host's own
    `address` is the same: he may be of the same house.
    """
    with changing(room_id) as room:
        check_host(room, player_id)
        check_between_games(room)
        check_not_paired(room)
        seat = numbered_seat(room, number)
        if seat.player is None:
            raise Refused(ErrorCode.NOT_FOUND, "Nobody sits there.")
        if seat.player_id == player_id:
            raise Refused(ErrorCode.FORBIDDEN, "Stand up if you want to leave your seat.")
        if not seat.player.is_bot:
            room.removed.add(seat.player)
        if seat.player.is_guest:
            marks = {seat.address, *(address_mark(each, room_id) for each in known)}
            _ban_addresses(room, marks - {"", address_mark(address, room_id)})
        vacate(seat)


def _ban_addresses(room: Room, marks: set[str]) -> None:
    now = utc_now().timestamp()
    recent = {mark: at for mark, at in room.turned_away.items() if now - at < REMOVED_FOR_S}
    turned_away = recent | dict.fromkeys(marks, now)
    Room.objects.filter(pk=room.pk).update(turned_away=turned_away)
