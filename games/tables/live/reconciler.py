"""Compares live rooms and open sockets with the database, to find changes whose hints were lost.

Three queries compare all rooms, another one all sockets: with their sessions, and with whom their
players hear. Each sends the database what this process knows, as one text, and gets back what is
newer. `find_entrances` reads who opens a socket.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple, TypeAlias

from django.db import connection

from games.people.accounts.models import User
from games.people.accounts.tokens import Session, find_sessions
from games.people.conduct.contact import Contact, read_contacts
from games.platform import metrics
from games.platform.clock import utc_now
from games.platform.database.bulk import BulkStatement, bulk, stored
from games.platform.database.threads import in_database
from games.tables.live.process import Process
from games.tables.live.room import RoomHub

SEEN_EVERY = timedelta(seconds=45)
"""How often a player's last visit is stored, which costs a write. The lobby counts for longer."""

CHANGED = bulk(
    'SELECT new."number", CASE WHEN player."id" IS NULL OR NOT player."is_active"'
    ' OR player."password" <> new."password" OR session."session_key" IS NULL'
    ' THEN NULL ELSE player."id" END'
    ' FROM {new} LEFT JOIN games_user AS player ON player."id" = new."player"'
    ' LEFT JOIN games_session AS session ON session."session_key" = new."session"'
    ' AND session."expire_date" > %s WHERE player."id" IS NULL OR NOT player."is_active"'
    ' OR player."password" <> new."password" OR session."session_key" IS NULL'
    ' OR player."contact_rev" <> new."contact_rev"',
    {
        "number": "int",
        "player": "bigint",
        "session": "text",
        "password": "text",
        "contact_rev": "int",
    },
)
# Rooms whose hints begin to come within this time are compared together.
GATHER_S = 0.1


class Entrance(NamedTuple):
    """A valid session, and whom its player hears."""

    session: Session
    contact: Contact


class OpenSession(NamedTuple):
    """The session of an open socket: its player, its key, and their hashed password and
    `contact_rev` as the socket knows them.
    """

    player: int
    key: str
    password: str
    contact_rev: int


def find_entrances(keys: Iterable[str]) -> dict[str, Entrance]:
    """Return the valid sessions with these keys, and whom their players hear."""
    found = find_sessions(keys)
    contacts = read_contacts([session.user for session in found.values()])
    return {key: Entrance(each, contacts[each.user.pk]) for key, each in found.items()}


def check_sessions(opened: Sequence[OpenSession]) -> dict[int, tuple[int, Contact] | None]:
    """Return the sessions that have changed, by number: None for those that have ended, or whose
    password has changed, else the new `contact_rev` and contact of their player.

    Marks these players as seen now.
    """
    rows = [(number, *session) for number, session in enumerate(opened)]
    now = utc_now()
    with connection.cursor() as cursor:
        cursor.execute(CHANGED.sql, [CHANGED.parameter(rows), stored(now)])
        changed: dict[int, int | None] = dict(sorted(cursor.fetchall()))
    everybody = {session.player for session in opened}
    User.objects.filter(pk__in=everybody, seen_at__lt=now - SEEN_EVERY).update(seen_at=now)
    players = User.objects.in_bulk([id_ for id_ in changed.values() if id_ is not None])
    contacts = read_contacts(players.values()) if players else {}
    return {
        number: None
        if id_ is None or id_ not in players
        else (players[id_].contact_rev, contacts[id_])
        for number, id_ in changed.items()
    }


KnownRooms: TypeAlias = Sequence[tuple[int, int]]
"""Rows of an id and the revision that is known."""
KnownGames: TypeAlias = Sequence[tuple[int, int, str]]
"""Rows of an id, and the seq and hash of the newest event that is known."""

NEWER_ROOMS = bulk(
    'SELECT room."id", room."rev" FROM {new} JOIN games_room AS room ON room."id" = new."id"'
    ' WHERE room."rev" > new."known"',
    {"id": "bigint", "known": "int"},
)
# Games from before logs were chained have no head: compare the seq of their events.
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
    """Return the rooms and games that differ from what is known, and each room's newest line of
    chat above `line`.
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


class Reconciler:
    """Compares the rooms of this process, which are given by their ids."""

    def __init__(self, rooms: Mapping[int, RoomHub], process: Process) -> None:
        self._rooms = rooms
        self._process = process
        # The newest line of chat that each of the last two comparisons of all rooms found.
        self._chat_read = (0, 0)
        # Rooms whose hints have just begun to come.
        self._joined: set[int] = set()

    async def compare_all(self) -> None:
        newest = await self._compare(list(self._rooms.values()))
        # Lag one pass behind: a line with a lower id may be committed after one with a higher id.
        self._chat_read = (self._chat_read[1], max(self._chat_read[1], newest))

    def compare_soon(self, room_id: int) -> None:
        """Compare a room, together with others that this process has just begun to follow."""
        if not self._joined:
            self._process.spawn(self._compare_joined())
        self._joined.add(room_id)

    async def _compare_joined(self) -> None:
        await asyncio.sleep(GATHER_S)
        joined, self._joined = self._joined, set()
        await self._compare([self._rooms[id_] for id_ in joined if id_ in self._rooms])

    async def _compare(self, rooms: Sequence[RoomHub]) -> int:
        """Have the rooms that changed read again. Return the id of the newest line of chat."""
        hubs = {hub.room.id: hub for hub in rooms}
        games = {hub.game.id: hub for hub in rooms if hub.game is not None}
        if not hubs:
            return 0
        known_rooms = [(id_, hub.room.rev) for id_, hub in hubs.items()]
        known_games = [
            (id_, hub.game.state.seq, hub.game.head)
            for id_, hub in games.items()
            if hub.game is not None
        ]
        after = self._chat_read[0]
        changes = await in_database(lambda: read_changes(known_rooms, known_games, after))
        # Each room catches up in its own task, so that a slow one does not delay the others.
        for room_id, rev in changes.rooms.items():
            if rev > hubs[room_id].room.rev:
                self._process.spawn(hubs[room_id].refresh())
        heads = {game_id: head for game_id, _, head in known_games}
        for game_id in changes.games:
            game = games[game_id].game
            # The game may have caught up during the query.
            if game is not None and game.id == game_id and game.head == heads[game_id]:
                metrics.GAPS.add(of="process")
                self._process.spawn(games[game_id].catch_up())
        lines = {id_: line for id_, line in changes.lines.items() if id_ in hubs}
        for room_id, line in lines.items():
            if line > hubs[room_id].chat.newest:
                self._process.spawn(hubs[room_id].read_chat())
        return max(lines.values(), default=0)
