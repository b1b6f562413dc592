"""Sessions without a browser: a program sends the session's key itself, as a token."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.backends import ModelBackend
from django.utils.crypto import constant_time_compare

from games.people.accounts.models import Session as SessionRow
from games.people.accounts.models import User
from games.people.accounts.sessions import SessionStore
from games.platform.clock import utc_now

SCHEME = "bearer"
OUR_BACKEND = f"{ModelBackend.__module__}.{ModelBackend.__qualname__}"


class Session(NamedTuple):
    """A session that is valid, and who is signed in there."""

    key: str
    user: User


def begin_session(player: User) -> str:
    """Sign the player in without a browser. Returns the session's key, which is as good as a
    password: anyone who has it is this player.
    """
    session = SessionStore()
    # What Django's `login` stores, which needs a request.
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = OUR_BACKEND
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key


def find_session(key: str) -> Session | None:
    """Return the session with this key, None if there is none or it has ended."""
    if not _is_possible(key):
        return None
    session = SessionStore(key)
    # Django's check of the session hash needs nothing else of a request.
    user = get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]
    if not isinstance(user, User) or session.session_key is None:
        return None
    return Session(session.session_key, user)


def find_sessions(keys: Iterable[str]) -> dict[str, Session]:
    """Return the valid sessions with these keys, usually with two queries.

    The checks are Django's. A session that does not pass them in the usual form goes to
    `find_session`, which ends it, or accepts it by the rules for old keys.
    """
    rows = SessionRow.objects.filter(
        pk__in=[key for key in keys if _is_possible(key)], expire_date__gt=utc_now()
    )
    contents = {row.pk: SessionStore(row.pk).decode(row.session_data) for row in rows}
    ids = {key: _user_id(content) for key, content in contents.items()}
    users = User.objects.in_bulk([id_ for id_ in ids.values() if id_ is not None])
    found = {}
    for key, content in contents.items():
        user = users.get(ids[key] or 0)
        if user is not None and _belongs_to(content, user):
            found[key] = Session(key, user)
        elif SESSION_KEY in content and (session := find_session(key)) is not None:
            found[key] = session
    return found


def _is_possible(key: str) -> bool:
    # Sessions have no other keys, and PostgreSQL raises an error for a NUL.
    return bool(key) and key.isascii() and key.isalnum()


def _user_id(content: dict[str, Any]) -> int | None:
    try:
        return int(content[SESSION_KEY])
    except (KeyError, ValueError):
        return None


def _belongs_to(content: dict[str, Any], user: User) -> bool:
    return (
        user.is_active
        and content.get(BACKEND_SESSION_KEY) == OUR_BACKEND
        and OUR_BACKEND in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(content.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    )


def bearer_token(header: str) -> str | None:
    """Return the token of an `Authorization` header, such as "Bearer abc"; None if it has none."""
    # Browsers never send this header by themselves, so other sites cannot use it to act for their
    # visitors.
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == SCHEME else None
