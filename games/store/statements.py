"""The statements that write games, each for many rows at once.

PostgreSQL gets all rows of a statement as arrays, one for each column: one prepared statement, one
plan, one round trip, whatever the number of rows. SQLite has no round trips to save.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection
from psycopg import Cursor as ServerSideCursor

Row = tuple[Any, ...]


class Statement(NamedTuple):
    """What to run for each row (SQLite), and for all of them together (PostgreSQL)."""

    each: str
    together: str


INSERT_EVENTS = Statement(
    each='INSERT INTO games_gameevent ("game_id", "seq", "type", "seat", "at", "data", "by")'
    " VALUES (%s, %s, %s, %s, %s, %s, %s)",
    together='INSERT INTO games_gameevent ("game_id", "seq", "type", "seat", "at", "data", "by")'
    " SELECT * FROM unnest(%s::bigint[], %s::int[], %s::text[], %s::smallint[], %s::bigint[],"
    " %s::text[], %s::text[])",
)
# Values: seq, deadline, status, finished_at, id.
UPDATE_GAMES = Statement(
    each='UPDATE games_game SET "seq" = %s, "deadline" = %s, "status" = %s, "finished_at" = %s'
    ' WHERE "id" = %s',
    together='UPDATE games_game SET "seq" = new."seq", "deadline" = new."deadline",'
    ' "status" = new."status", "finished_at" = new."finished_at"'
    " FROM unnest(%s::int[], %s::timestamptz[], %s::text[], %s::timestamptz[], %s::bigint[])"
    ' AS new("seq", "deadline", "status", "finished_at", "id")'
    ' WHERE games_game."id" = new."id"',
)
# The end of a game changes what its room offers. Value: the game's id.
UPDATE_ROOMS = Statement(
    each='UPDATE games_room SET "rev" = "rev" + 1'
    ' WHERE "id" = (SELECT "room_id" FROM games_game WHERE "id" = %s)',
    together='UPDATE games_room SET "rev" = "rev" + 1'
    ' WHERE "id" IN (SELECT "room_id" FROM games_game WHERE "id" = ANY(%s::bigint[]))',
)
# Values: snapshot, id.
UPDATE_SNAPSHOTS = Statement(
    each='UPDATE games_game SET "snapshot" = %s WHERE "id" = %s',
    together='UPDATE games_game SET "snapshot" = new."snapshot"'
    ' FROM unnest(%s::text[], %s::bigint[]) AS new("snapshot", "id")'
    ' WHERE games_game."id" = new."id"',
)
# Values: position, total, place, resigned, game, seat.
UPDATE_SCORECARDS = Statement(
    each='UPDATE games_scorecard SET "position" = %s, "total" = %s, "place" = %s, "resigned" = %s'
    ' WHERE "game_id" = %s AND "seat" = %s',
    together='UPDATE games_scorecard SET "position" = new."position", "total" = new."total",'
    ' "place" = new."place", "resigned" = new."resigned"'
    " FROM unnest(%s::text[], %s::int[], %s::smallint[], %s::bool[], %s::bigint[], %s::smallint[])"
    ' AS new("position", "total", "place", "resigned", "game_id", "seat")'
    ' WHERE games_scorecard."game_id" = new."game_id" AND games_scorecard."seat" = new."seat"',
)
# A room's change, counted. Value: the room's id.
COUNT_CHANGE = Statement(
    each='UPDATE games_room SET "rev" = "rev" + 1, "active_at" = CURRENT_TIMESTAMP WHERE "id" = %s',
    together='UPDATE games_room SET "rev" = "rev" + 1, "active_at" = CURRENT_TIMESTAMP'
    ' WHERE "id" = ANY(%s::bigint[])',
)
# A seed serves once: the next commitment is made after it has become known. Value: the room's id.
CLEAR_SEATS = Statement(
    each="""UPDATE games_seat SET "ready" = FALSE, "seed" = '', "address" = ''"""
    ' WHERE "room_id" = %s',
    together="""UPDATE games_seat SET "ready" = FALSE, "seed" = '', "address" = ''"""
    ' WHERE "room_id" = ANY(%s::bigint[])',
)
# Values: the game that has begun, the code of the one to come, the room's id.
TAKE_GAME = Statement(
    each='UPDATE games_room SET "game_id" = %s, "next_code" = %s, "begins_by" = NULL'
    ' WHERE "id" = %s',
    together='UPDATE games_room SET "game_id" = new."game", "next_code" = new."code",'
    ' "begins_by" = NULL FROM unnest(%s::bigint[], %s::text[], %s::bigint[])'
    ' AS new("game", "code", "id") WHERE games_room."id" = new."id"',
)


def run_all(work: Sequence[tuple[Statement, Sequence[Row]]]) -> None:
    """Run each statement for its rows, in order, in the transaction that is open.

    Of two rows for the same target only the last may be given. Raises Django's database errors.
    """
    if connection.vendor == "postgresql":
        _run_together(work)
    else:
        with connection.cursor() as cursor:
            for statement, rows in work:
                cursor.executemany(statement.each, rows)


def _run_together(work: Sequence[tuple[Statement, Sequence[Row]]]) -> None:
    raw = connection.connection
    # Not Django's cursor: that binds on the client, and prepares nothing. Nor are its errors
    # Django's, hence the wrapper.
    with connection.wrap_database_errors, raw.pipeline(), ServerSideCursor(raw) as cursor:
        for statement, rows in work:
            columns = [list(column) for column in zip(*rows, strict=True)]
            cursor.execute(statement.together, columns, prepare=True)
