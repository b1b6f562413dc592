"""Load a room as browsers get it, with a next game whose commitment is in the public log."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction

from games.core.rules import is_readable
from games.platform.clock import utc_now
from games.platform.database.prepared import Prepared, fetch
from games.record.log.starting import prepare_next_game, remember_published
from games.tables.rooms import changes
from games.tables.rooms.changes import changing_table
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.room_view import LoadedRoom, loaded, with_newest_line
from games.tables.rooms.table_names import with_names

# A room that somebody only looks at counts as last changed this long ago: too long for the list of
# open tables, and too short for its commitment to be closed again soon.
OPENED_AGO = timedelta(hours=1)

_rooms = Prepared(lambda code: with_newest_line(Room.objects.filter(code=code)), "")
_seats = Prepared(lambda code: with_names(Seat.objects.filter(room__code=code)), "")


def load_room(code: str) -> LoadedRoom | None:
    """Return the room with this code as committed, or None if there is none, or if another version
    made its rules.
    """
    # It writes only if the room has lost its next game, because it was idle for long.
    found, seats = fetch([(_rooms.sql, [code]), (_seats.sql, [code])])
    if not found:
        return None
    room = _rooms.models(found)[0]
    if not room.next_code:
        give_next_game(room.pk)
        return load_room(code)
    return loaded(room, _seats.models(seats)) if is_readable(room.variant) else None


def load_rooms(codes: Sequence[str]) -> dict[str, LoadedRoom]:
    """Return the rooms with these codes that exist, with three queries."""
    # `load_room` loads a room that needs a next game, because that writes.
    found = list(with_newest_line(Room.objects.filter(code__in=codes)))
    seats: dict[int, list[Seat]] = {room.pk: [] for room in found}
    for seat in with_names(Seat.objects.filter(room__in=seats)).order_by("number"):
        seats[seat.room_id].append(seat)
    remember_published([room.next_code for room in found if room.next_code])
    rooms = {}
    for room in found:
        if not room.next_code:
            again = load_room(room.code)
            if again is not None:
                rooms[room.code] = again
        elif is_readable(room.variant):
            rooms[room.code] = loaded(room, seats[room.pk])
    return rooms


def give_next_game(room_id: int) -> None:
    """Give the room a next game if it has none. Seeds and seals for the old one are cleared."""
    with transaction.atomic():
        with changing_table(room_id) as table:
            if table.room.next_code:
                return
            code = prepare_next_game()
            table.writes.extend(
                [
                    (changes.CLEAR_SEATS, [(room_id,)]),
                    (changes.SET_NEXT_CODE, [(code, room_id)]),
                ]
            )
        # Opening an old table is not a change: nobody is waiting there for players.
        unchanged = max(table.room.active_at, utc_now() - OPENED_AGO)
        Room.objects.filter(pk=room_id).update(active_at=unchanged)
