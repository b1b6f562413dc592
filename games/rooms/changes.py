"""One change of a room: a transaction that locks the row of the room."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection, transaction

from games.models import Room, Seat
from games.protocol import ErrorCode
from games.rooms.errors import Refused
from games.rooms.room_view import seats_of, with_newest_line
from games.store import Prepared, fetch, statements
from games.store.statements import Row, Statement


@dataclass(frozen=True, slots=True)
class Table:
    """A room under its lock, and all its seats. `writes` is written, in order, when the change
    ends, together with the count of the change.
    """

    room: Room
    seats: list[Seat]
    writes: list[tuple[Statement, Sequence[Row]]] = field(default_factory=list)


_lock = Prepared(lambda id_: Room.objects.only("pk").select_for_update().filter(pk=id_), 0)


_with_game = Prepared(lambda id_: with_newest_line(Room.objects.filter(pk=id_)), 0)


@contextmanager
def changing_table(room_id: int) -> Iterator[Table]:
    """Lock the room for one change, and count the change. Raises Refused if it is gone."""
    # Inside a transaction of somebody else's it is his to commit.
    commit = not connection.in_atomic_block
    with transaction.atomic():
        # In steps: PostgreSQL reads what is joined as it was before it waited for the lock.
        questions = (_lock, _with_game, seats_of)
        _, found, seats = fetch([(question.sql, [room_id]) for question in questions])
        if not found:
            raise Refused(ErrorCode.NOT_FOUND, "This room is gone.")
        table = Table(_with_game.models(found)[0], seats_of.models(seats))
        yield table
        statements.run_all([*table.writes, (statements.BUMP_ROOM, [(room_id,)])], commit)
    table.room.rev += 1


@contextmanager
def changing(room_id: int) -> Iterator[Room]:
    """Do as `changing_table`, for changes that look only at some of the seats."""
    with changing_table(room_id) as table:
        yield table.room
