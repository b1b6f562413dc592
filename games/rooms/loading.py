"""Load a room as browsers get it, with a next game whose commitment is in the public log."""

from django.conf import settings

from games.models import Room, Seat
from games.rooms.changes import changing_table
from games.rooms.room_view import LoadedRoom, loaded, with_newest_line
from games.store import Prepared, fetch, prepare_next_game, published, statements

_rooms = Prepared(lambda code: with_newest_line(Room.objects.filter(code=code)), "")
_seats = Prepared(lambda code: Seat.objects.select_related("player").filter(room__code=code), "")


def load_room(code: str) -> LoadedRoom | None:
    """Return the room with this code as committed, or None if there is none.

    Writes only if the room needs a next game, because it was idle for long.
    """
    found, seats = fetch([(_rooms.sql, [code]), (_seats.sql, [code])])
    if not found:
        return None
    room = _rooms.models(found)[0]
    if needs_next_game(room):
        give_next_game(room.pk)
        return load_room(code)
    return loaded(room, _seats.models(seats))


def needs_next_game(room: Room) -> bool:
    """Return whether the room has no next game, or one whose commitment is not in the public log:
    the previous release prepared it.
    """
    if not room.next_code or settings.WRITE_OLD_FORMS:
        return not room.next_code
    return published(room.next_code).entry is None


def give_next_game(room_id: int) -> None:
    """Give the room a next game if it needs one. Seeds and seals for another one are cleared."""
    with changing_table(room_id) as table:
        if needs_next_game(table.room):
            code = prepare_next_game()
            table.writes.extend(
                [
                    (statements.CLEAR_SEATS, [(room_id,)]),
                    (statements.SET_NEXT_CODE, [(code, room_id)]),
                ]
            )
