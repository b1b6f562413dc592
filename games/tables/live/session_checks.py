"""Reads who opens a socket, and finds the open sockets whose sessions or contacts have changed.

The database compares many at once, as it does for rooms in games/tables/live/reconciler.py.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db import connection

from games.people.accounts.models import User
from games.people.accounts.tokens import Session, find_sessions
from games.people.conduct.contact import Contact, read_contacts
from games.platform.clock import utc_now
from games.platform.database.bulk import bulk, stored

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
