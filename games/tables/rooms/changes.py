"""Change a room: one transaction, which locks the room's row and bumps its revision.

Here is also the SQL that writes rooms and seats.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection, transaction
from django.db.models import OuterRef, Subquery

from games.core.protocol.errors import ErrorCode, Refused
from games.platform.database import bulk
from games.platform.database.bulk import RowStatement, SqlRow, Statement
from games.platform.database.chained import Parts
from games.platform.database.prepared import Prepared, fetch
from games.record.fairness.models import DiceSecret
from games.record.log.loading import LoadedGame
from games.record.log.starting import BegunGame
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
# The room's current game, which has just begun, and the code of the next one. It bumps the room.
SET_GAME = RowStatement(
    'UPDATE games_room SET "game_id" = {id}, "next_code" = %s, "begins_by" = NULL,'
    ' "rev" = "rev" + 1, "active_at" = CURRENT_TIMESTAMP WHERE "id" = %s'
)


@dataclass(slots=True)
class LockedRoom:
    """A locked room and all its seats.

    `secret`: that of the next game's dice, as stored. `writes`: statements that run in order at
    the end of the change, with the one that bumps the room's revision. `begun`: the game that
    begins there, with what is written together with it. `started`: that game, once it is stored.
    """

    room: Room
    seats: list[Seat]
    secret: bytes | None = None
    writes: list[tuple[Statement, Sequence[SqlRow]]] = field(default_factory=list)
    begun: tuple[BegunGame, Parts] | None = None
    started: LoadedGame | None = None

    def write_now(self) -> None:
        """Write all now, and bump the revision, so that later reads see the effects."""
        self._write(commit=False)

    def finish(self, commit: bool) -> None:
        """Write what is left. `commit`: whether PostgreSQL may commit in the same round trip."""
        if self.started is None:
            self._write(commit)
        elif self.writes:
            bulk.run_all(self.writes, commit)

    def _write(self, commit: bool) -> None:
        if self.begun is None:
            bulk.run_all([*self.writes, (BUMP_ROOM, [(self.room.pk,)])], commit)
            return
        if self.writes:
            bulk.run_all(self.writes)
        game, parts = self.begun
        self.started = game.store(parts, commit)
        # Again, now that it has an id.
        self.room.game = game.game
        self.writes.clear()


lock_room = Prepared(lambda id_: Room.objects.only("pk").select_for_update().filter(pk=id_), 0)
_secret = DiceSecret.objects.filter(code=OuterRef("next_code")).values("secret")
_with_game = Prepared(
    lambda id_: with_newest_line(Room.objects.filter(pk=id_)).annotate(
        # Here, not when a game starts: that saves a round trip.
        next_secret=Subquery(_secret)
    ),
    0,
)


@contextmanager
def changing_table(room_id: int) -> Iterator[LockedRoom]:
    """Lock the room for one change, and bump its revision. Raises Refused if it is gone."""
    # If a transaction is open, its owner commits.
    commit = not connection.in_atomic_block
    with transaction.atomic():
        # Lock first, then read in another query: a query that waits for a lock reads its joined
        # rows as they were before the wait (PostgreSQL).
        queries = (lock_room, _with_game, seats_of)
        _, found, seats = fetch([(query.sql, [room_id]) for query in queries])
        if not found:
            raise Refused(ErrorCode.NOT_FOUND, "This table no longer exists.")
        room = _with_game.models(found)[0]
        secret: bytes | None = room.next_secret  # type: ignore[attr-defined]  # annotated
        table = LockedRoom(room, seats_of.models(seats), secret)
        yield table
        table.finish(commit)
    table.room.rev += 1


@contextmanager
def changing(room_id: int) -> Iterator[Room]:
    """Like `changing_table`, for changes that need only some of the seats."""
    with changing_table(room_id) as table:
        yield table.room
