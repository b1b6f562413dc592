"""Which rooms and games have changed in the database: asked for all live rooms together.

The database compares: it gets what this process knows as one text, and returns what is newer.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection

from games.store.statements import BulkStatement, bulk

Known = Sequence[tuple[int, int]]
"""Rows of an id, and the revision or seq that is known."""

NEWER_ROOMS = bulk(
    'SELECT room."id", room."rev" FROM {new} JOIN games_room AS room ON room."id" = new."id"'
    ' WHERE room."rev" > new."known"',
    {"id": "bigint", "known": "int"},
)
NEWER_GAMES = bulk(
    'SELECT event."game_id", MAX(event."seq") FROM {new} JOIN games_gameevent AS event'
    ' ON event."game_id" = new."id" AND event."seq" > new."known" GROUP BY event."game_id"',
    {"id": "bigint", "known": "int"},
)
NEWEST_LINES = bulk(
    'SELECT line."room_id", MAX(line."id") FROM games_chatmessage AS line WHERE line."id" > %s'
    ' AND line."room_id" IN (SELECT new."id" FROM {new}) GROUP BY line."room_id"',
    {"id": "bigint"},
)


class Changes(NamedTuple):
    """The newest revisions of rooms, seqs of games, and lines of chat of rooms, by id."""

    rooms: dict[int, int]
    games: dict[int, int]
    lines: dict[int, int]


def read_changes(rooms: Known, games: Known, line: int) -> Changes:
    """Return which of these rooms and games are newer than known, and the newest lines of chat
    above `line` of these rooms.
    """
    return Changes(
        _pairs(NEWER_ROOMS, rooms),
        _pairs(NEWER_GAMES, games),
        _pairs(NEWEST_LINES, [(id_,) for id_, _ in rooms], line),
    )


def _pairs(
    statement: BulkStatement, rows: Sequence[tuple[int, ...]], *values: int
) -> dict[int, int]:
    """Run a statement with some values and these rows; return its answer, of two columns."""
    if not rows:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, [*values, statement.parameter(rows)])
        return dict(cursor.fetchall())
