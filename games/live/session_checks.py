"""Finds the open sockets whose sessions have ended.

The database compares many at once, as it does for rooms in games/live/reconciler.py.
"""

from collections.abc import Sequence
from datetime import timedelta

from django.db import connection

from games.accounts.models import User
from games.clock import utc_now
from games.database.bulk import bulk, stored

SEEN_EVERY = timedelta(seconds=45)
"""How often a player's last visit is stored, which costs a write. The lobby counts for longer."""

ENDED = bulk(
    'SELECT new."number" FROM {new} LEFT JOIN games_user AS player ON player."id" = new."player"'
    ' LEFT JOIN games_session AS session ON session."session_key" = new."session"'
    ' AND session."expire_date" > %s WHERE player."id" IS NULL OR NOT player."is_active"'
    ' OR player."password" <> new."password" OR session."session_key" IS NULL',
    {"number": "int", "player": "bigint", "session": "text", "password": "text"},
)


def check_sessions(opened: Sequence[tuple[int, str, str]]) -> list[int]:
    """Return the numbers of the sessions that have ended, or whose password has changed.

    `opened`: the player, the session's key, and the player's hashed password when it was opened.
    Marks these players as seen now.
    """
    rows = [(number, *session) for number, session in enumerate(opened)]
    now = utc_now()
    with connection.cursor() as cursor:
        cursor.execute(ENDED.sql, [ENDED.parameter(rows), stored(now)])
        ended = sorted(number for (number,) in cursor.fetchall())
    players = {player for player, _, _ in opened}
    User.objects.filter(pk__in=players, seen_at__lt=now - SEEN_EVERY).update(seen_at=now)
    return ended
