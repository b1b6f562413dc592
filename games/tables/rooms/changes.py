"""Change a room: one transaction, which locks the room's row and bumps its revision.

Here is also the SQL that writes rooms and seats.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection, transaction

from games.core.protocol.errors import ErrorCode, Refused
from games.platform.database import bulk
from games.platform.database.bulk import RowStatement, SqlRow, Statement
from games.platform.database.prepared import Prepared, fetch
from games.record.log.loading import LoadedGame
from games.tables.rooms.models import Room, Seat
from games.tables.rooms.room_view import seats_of, with_newest_line

BUMP_ROOM = RowStatement(
    'UPDATE games_room SET "rev" = "rev" + 1, "active_at" = CURRENT_TIMESTAMP WHERE "id" = %s'
)
MAKE_READY = RowStatement(
    'UPDATE games_seat SET "ready" = TRUE, "seed" = %s, "address" = %s, "seal" = %s,'
    ' "sealing" = %s, "terms" = %s WHERE "id" = %s'
)
# Clear the seeds: one that is known before the next commitment is made must not be used again.
CLEAR_SEATS = RowStatement(
    """UPDATE games_seat SET "ready" = FALSE, "seed" = '', "address" = '', "seal" = ''"""
    """ WHERE "room_id" = %s"""
)
KEEP_SEAL = RowStatement(
    'INSERT INTO games_usedseal ("seal", "at") VALUES (%s, %s) ON CONFLICT DO NOTHING'
)
SET_NEXT_CODE = RowStatement('UPDATE games_room SET "next_code" = %s WHERE "id" = %s')
# The room's current game, and the code of the next one.
SET_GAME = RowStatement(
    'UPDATE games_room SET "game_id" = %s, "next_code" = %s, "begins_by" = NULL WHERE "id" = %s'
)


@dataclass(slots=True)
class LockedRoom:
    """A locked room and all its seats.

    `writes`: statements that run in order at the end of the change, with the one that bumps the
    room's revision. `started`: the game that this change has started.
    """

    room: Room
    seats: list[Seat]
    writes: list[tuple[Statement, Sequence[SqlRow]]] = field(default_factory=list)
    started: LoadedGame | None = None

    def write_now(self) -> None:
        """Run the statements now, so that later reads see their effects."""
        bulk.run_all(self.writes)
        self.writes.clear()


_lock = Prepared(lambda id_: Room.objects.only("pk").select_for_update().filter(pk=id_), 0)


_with_game = Prepared(lambda id_: with_newest_line(Room.objects.filter(pk=id_)), 0)


@contextmanager
def changing_table(room_id: int) -> Iterator[LockedRoom]:
    """Lock the room for one change, and bump its revision. Raises Refused if it is gone."""
    # If a transaction is open, its owner commits.
    commit = not connection.in_atomic_block
    with transaction.atomic():
        # Lock first, then read in another query: a query that waits for a lock reads its joined
        # rows as they were before the wait (PostgreSQL).
        queries = (_lock, _with_game, seats_of)
        _, found, seats = fetch([(query.sql, [room_id]) for query in queries])
        if not found:
            raise Refused(ErrorCode.NOT_FOUND, "This table no longer exists.")
        table = LockedRoom(_with_game.models(found)[0], seats_of.models(seats))
        yield table
        bulk.run_all([*table.writes, (BUMP_ROOM, [(room_id,)])], commit)
    table.room.rev += 1


@contextmanager
def changing(room_id: int) -> Iterator[Room]:
    """Like `changing_table`, for changes that need only some of the seats."""
    with changing_table(room_id) as table:
        yield table.room
