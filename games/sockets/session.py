"""The user who opens a socket: read from the session once, on connecting."""

from http.cookies import CookieError
from types import SimpleNamespace
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http.cookie import parse_cookie

from games.models import User
from games.rate_limits import socket_address
from games.store.database import in_database


class Visitor(NamedTuple):
    """A session and its user, both None for somebody without a name. `address` is the internet
    address that limits count.
    """

    session: str | None
    user: User | None
    address: str


async def visitor_of(scope: dict[str, Any]) -> Visitor:
    """Return the visitor to whom the cookies of this websocket handshake belong."""
    address = socket_address(scope)
    nobody = Visitor(None, None, address)
    cookies = dict(scope["headers"]).get(b"cookie", b"").decode("latin1")
    try:
        key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return nobody
    # No session has another key, and PostgreSQL raises an error for a NUL.
    if not key or not (key.isascii() and key.isalnum()):
        return nobody
    session, user = await in_database(lambda: _signed_in(key))
    return Visitor(session, user, address)


def _signed_in(key: str) -> tuple[str | None, User | None]:
    session = SessionStore(key)
    # Django's check of the session hash needs nothing else of a request.
    user = get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]
    return (session.session_key, user) if isinstance(user, User) else (None, None)
