"""Which rooms and games have changed in the database: asked for all live rooms together.

The database compares: it gets what this process knows as one text, and returns what is newer.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db import connection

from games.database.bulk import BulkStatement, bulk

KnownRooms: TypeAlias = Sequence[tuple[int, int]]
"""Rows of an id and the revision that is known."""
KnownGames: TypeAlias = Sequence[tuple[int, int, str]]
"""Rows of an id, and the seq and hash of the newest event that is known."""

NEWER_ROOMS = bulk(
    'SELECT room."id", room."rev" FROM {new} JOIN games_room AS room ON room."id" = new."id"'
    ' WHERE room."rev" > new."known"',
    {"id": "bigint", "known": "int"},
)
# Games from before logs were chained have no head: their events are looked at.
CHANGED_GAMES = bulk(
    'SELECT game."id", game."head" FROM {new} JOIN games_game AS game ON game."id" = new."id"'
    ' WHERE game."head" <> new."head" OR (game."head" = \'\' AND EXISTS (SELECT 1 FROM'
    ' games_gameevent AS event WHERE event."game_id" = new."id" AND event."seq" > new."seq"))',
    {"id": "bigint", "seq": "int", "head": "text"},
)
NEWEST_LINES = bulk(
    'SELECT line."room_id", MAX(line."id") FROM games_chatmessage AS line WHERE line."id" > %s'
    ' AND line."room_id" IN (SELECT new."id" FROM {new}) GROUP BY line."room_id"',
    {"id": "bigint"},
)


class Changes(NamedTuple):
    """The newest revisions of rooms, heads of games, and lines of chat of rooms, by id."""

    rooms: dict[int, int]
    games: dict[int, str]
    lines: dict[int, int]


def read_changes(rooms: KnownRooms, games: KnownGames, line: int) -> Changes:
    """Return which of these rooms and games differ from what is known, and the newest lines of chat
    above `line` of these rooms.
    """
    return Changes(
        _pairs(NEWER_ROOMS, rooms),
        _pairs(CHANGED_GAMES, games),
        _pairs(NEWEST_LINES, [(id_,) for id_, _ in rooms], line),
    )


def _pairs(
    statement: BulkStatement, rows: Sequence[tuple[object, ...]], *values: int
) -> dict[int, Any]:
    """Run a statement with some values and these rows; return its answer, of two columns."""
    if not rows:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, [*values, statement.parameter(rows)])
        return dict(cursor.fetchall())
