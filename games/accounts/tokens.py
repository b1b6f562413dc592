"""Sessions without a browser: a program sends the session's key itself, as a token."""

from types import SimpleNamespace
from typing import NamedTuple

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.db import SessionStore

from games.models import User

SCHEME = "bearer"


class Session(NamedTuple):
    """A session that is valid, and who is signed in there."""

    key: str
    user: User


def do_begin_session(player: User) -> str:
    """Sign the player in without a browser. Returns the session's key, which is as good as a
    password: anyone who has it is this player.
    """
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = f"{ModelBackend.__module__}.{ModelBackend.__qualname__}"
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key


def find_session(key: str) -> Session | None:
    """Return the session with this key, None if there is none or it has ended."""
    # No session has another key, and PostgreSQL raises an error for a NUL.
    if not key or not (key.isascii() and key.isalnum()):
        return None
    session = SessionStore(key)
    # Django's check of the session hash needs nothing else of a request.
    user = get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]
    if not isinstance(user, User) or session.session_key is None:
        return None
    return Session(session.session_key, user)


def bearer_token(header: str) -> str | None:
    """Return the token of an `Authorization` header, such as "Bearer abc"; None if it has none.

    No browser sends this header by itself, so no other site can act for its visitors with it.
    """
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == SCHEME else None
