"""Actions of the host, and the choice of the next host."""

from collections.abc import Collection

from django.db.models import F, Q

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.authority.records import Action
from games.people.circles.models import Circle
from games.people.circles.together import place_in
from games.platform.clock import utc_now
from games.tables.rooms.changes import changing
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.permissions import (
    REMOVED_FOR_S,
    check_between_games,
    check_host,
    check_not_in_tournament,
    check_not_paired,
)
from games.tables.rooms.rated_eligibility import address_mark
from games.tables.rooms.seats import numbered_seat, vacate


def replace_host(room_id: int, host_id: int | None, here: Collection[int]) -> None:
    """Replace an absent host with the player among those `here` who has been seated longest.

    Raises Refused if `host_id` is no longer the host, or if nobody can replace them.
    """
    with changing(room_id) as room:
        check_between_games(room)
        seat = next_host(room, but=host_id, here=here)
        if room.host_id != host_id or seat is None or seat.player_id not in here:
            raise Refused(ErrorCode.FORBIDDEN, "The host stays the same.")
        Room.objects.filter(pk=room_id).update(host=seat.player_id)


def set_circle(room_id: int, player_id: int, circle: Circle | None) -> None:
    """Let the games of a table count for a circle of the host, or for none. Its table is private.
    Raises Refused.
    """
    with changing(room_id) as room:
        check_host(room, player_id)
        check_between_games(room)
        check_not_in_tournament(room)
        check_not_paired(room)
        if circle is not None:
            check_circle(circle, player_id)
            if room.public or room.strangers:
                raise Refused(ErrorCode.FORBIDDEN, "The table of a circle is private.")
        Room.objects.filter(pk=room_id).update(circle=circle)


def check_circle(circle: Circle, player_id: int) -> None:
    """Raise Refused unless the player may open a table for this circle."""
    if circle.archived_at is not None or place_in(circle.pk, player_id) is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such circle.")


def next_host(room: Room, but: int | None = None, here: Collection[int] = ()) -> Seat | None:
    """Return the seat of the person seated longest, or None. Prefers players who are `here`, and
    leaves out the player `but`.
    """
    # No bots: as host, a bot would never start a game.
    # Nobody connects as a player on somebody else's device.
    people = room.seats.filter(player__is_bot=False, operator=None).exclude(player_id=but)
    longest = list(people.order_by(F("seated_at").asc(nulls_last=True), "number"))
    return min(longest, key=lambda seat: seat.player_id not in here, default=None)


def set_closed(room_id: int, player_id: int, number: int, closed: bool) -> None:
    """Close a free seat, or open a closed one. Only the host may. Raises Refused."""
    with changing(room_id) as room:
        check_host(room, player_id)
        check_between_games(room)
        seat = numbered_seat(room, number)
        if seat.player_id is not None:
            raise Refused(ErrorCode.SEAT_TAKEN, "That seat is taken.")
        seat.closed = closed
        seat.save()


def remove(
    room_id: int,
    player_id: int,
    number: int,
    address: str = "",
    known: Collection[str] = (),
) -> None:
    """Remove the player of a seat from this table for good. Only the host may, between games.
    Raises Refused.

    A player on somebody's device only loses the seat; with the last one, who played for them is
    removed for good. For guests it also stores their addresses: those `known`, and the seat's.
    `address`: the host's own.
    """
    with changing(room_id) as room:
        check_host(room, player_id)
        check_between_games(room)
        # Paired players did not choose their host, who cannot remove them before the first game.
        check_not_paired(room)
        seat = numbered_seat(room, number)
        if seat.player is None:
            raise Refused(ErrorCode.NOT_FOUND, "That seat is empty.")
        check_host(room, player_id, Action.REMOVE, seat.player_id)
        marks = {seat.address, *(address_mark(each, room_id) for each in known)}
        # Not the host's own address: the two may share one connection.
        marks -= {"", address_mark(address, room_id)}
        if seat.operator is None:
            _turn_away(room, seat.player, marks)
            for other in room.seats.filter(operator_id=seat.player_id):
                vacate(other)
        elif _is_last_seat(room, seat) and seat.operator_id != player_id:
            # They have no seat of their own that the host could remove them from.
            _turn_away(room, seat.operator, marks)
        vacate(seat)


def _is_last_seat(room: Room, seat: Seat) -> bool:
    theirs = Q(player_id=seat.operator_id) | Q(operator_id=seat.operator_id)
    return not room.seats.filter(theirs).exclude(pk=seat.pk).exists()


def _turn_away(room: Room, player: User, marks: Collection[str]) -> None:
    """Keep a player from this table for good, and guests from their addresses for hours."""
    if not player.is_bot:
        room.removed.add(player)
    if player.is_guest:
        _kick_addresses(room, marks)


def _kick_addresses(room: Room, marks: Collection[str]) -> None:
    now = utc_now().timestamp()
    recent = {mark: at for mark, at in room.turned_away.items() if now - at < REMOVED_FOR_S}
    Room.objects.filter(pk=room.pk).update(turned_away=recent | dict.fromkeys(marks, now))
