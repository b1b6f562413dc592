"""Where sessions are stored: in the database, each with its player (SESSION_ENGINE).
Their owner sees a list of them, by the names of browsers.
"""

import hashlib
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.http import HttpRequest

from games.people.accounts.models import Session, User
from games.platform.clock import utc_now

NAMELESS_S = 86_400
"""How long a session of nobody lasts: a visitor who was invited, or who is between a password and a
code.
"""
MOST_SHOWN = 50


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
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        return _with_player(super().create_model_instance(data), data)

    async def acreate_model_instance(self, data: dict[str, Any]) -> Session:
        return _with_player(await super().acreate_model_instance(data), data)


def _with_player(session: AbstractBaseSession, data: dict[str, Any]) -> Session:
    assert isinstance(session, Session)
    player = data.get(SESSION_KEY)
    session.player_id = None if player is None else int(player)
    return session


# In this order: most browsers also name others.
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"))
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android")),
    *(("Windows", "Windows"), ("Mac OS", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)
UNKNOWN = "?"


def browser_of(agent: str) -> str:
    """Return such as "Firefox, Linux"; "?" for what is unknown."""
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    if not browser and "Safari" in agent:
        browser = "Safari"
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return ", ".join(filter(None, (browser, system))) or UNKNOWN


BROWSER, SINCE = "browser", "since"


class Opened(NamedTuple):
    """A session. `id` says nothing of its key. `since`: None for one from before this was noted."""

    id: str
    browser: str
    since: datetime | None
    is_mine: bool


def note_browser(request: HttpRequest) -> None:
    """Note in a new session what its owner will know it by. No address is stored."""
    request.session[BROWSER] = browser_of(request.headers.get("User-Agent", ""))
    request.session[SINCE] = utc_now().isoformat()


def sessions_of(player: User, key: str | None) -> list[Opened]:
    """Return the sessions of the account, the newest first. `key`: of the one that asks."""
    rows = Session.objects.filter(player=player, expire_date__gt=utc_now())
    found = []
    for row in rows.order_by("-expire_date")[:MOST_SHOWN]:
        content = SessionStore(row.pk).decode(row.session_data)
        since = content.get(SINCE)
        found.append(
            Opened(
                _id(row.pk),
                content.get(BROWSER, UNKNOWN),
                None if since is None else datetime.fromisoformat(since),
                row.pk == key,
            )
        )
    return found


def end_session_of(player: User, id_: str, but: str | None) -> bool:
    """End one session of the account, never the one with the key `but`. Return whether it did."""
    for key in Session.objects.filter(player=player).values_list("pk", flat=True):
        if _id(key) == id_ and key != but:
            return Session.objects.filter(pk=key).delete()[0] > 0
    return False


def _id(key: str) -> str:
    return hashlib.sha256(f"session|{key}".encode()).hexdigest()[:16]
