"""Where sessions are stored: in the database, each with its player (SESSION_ENGINE)."""

from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession

from games.people.accounts.models import Session

NAMELESS_S = 86_400
"""How long a session of nobody lasts: a visitor who was invited, or who is between a password and a
code.
"""


class SessionStore(db.SessionStore):
    """Django's session store, with the column `player`. Its name is part of the signature of stored
    sessions, so it must not change.
    """

    def get_session_cookie_age(self) -> int:
        """Return how many seconds a session lasts: not long before somebody has a name."""
        age: int = settings.SESSION_COOKIE_AGE
        return age if SESSION_KEY in self else min(age, NAMELESS_S)

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the table."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row of a session with this content."""
        return _with_player(super().create_model_instance(data), data)

    async def acreate_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row of a session with this content."""
        return _with_player(await super().acreate_model_instance(data), data)


def _with_player(session: AbstractBaseSession, data: dict[str, Any]) -> Session:
    assert isinstance(session, Session)
    player = data.get(SESSION_KEY)
    session.player_id = None if player is None else int(player)
    return session
