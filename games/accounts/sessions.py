"""Where sessions are stored: in the database, each with its player (SESSION_ENGINE)."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession

from games.accounts.models import Session


class SessionStore(db.SessionStore):
    """Django's session store, with the column `player`. Its name is part of the signature of stored
    sessions, so it must not change.
    """

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
