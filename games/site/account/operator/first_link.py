"""The link that the console of an empty site prints: it makes one person the site's operator.

It works once, for an hour, and only while nobody works for the site. The first browser that opens
it, and says so, has it from then on. A newer link ends the older one, opened or not. Only hashes
are stored: each server can make the same link again, from its end and SECRET_KEY.
"""

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac

from games.people.accounts.facts import STAFF
from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.site.account.desk import audit
from games.site.account.operator.models import ONLY_ROW, FirstLink
from games.site.shared.pages.invitations import note_invited

LASTS = timedelta(hours=1)
KEY = "first_link"
ROLE = "superuser"


class LinkGone(Exception):
    """The link is not this session's, it has ended, or somebody works for the site already."""


def has_staff() -> bool:
    """Whether somebody works for the site, or did: closed accounts count, too."""
    return User.objects.filter(STAFF).exists()


class Link(NamedTuple):
    """A link that nobody has opened: its path, and when it ends."""

    path: str
    ends_at: datetime


def new_link() -> Link | None:
    """Return a new link, which ends the one before; None if the site has staff."""
    if has_staff():
        return None
    ends_at = utc_now() + LASTS
    FirstLink.objects.update_or_create(pk=ONLY_ROW, defaults=_columns(ends_at))
    return _link(ends_at)


def shared_link() -> Link | None:
    """Return the link that another server has just printed, else a new one. None if the site has
    staff, or somebody has opened a link that still holds: a server that starts ends no other's.
    """
    if has_staff():
        return None
    now = utc_now()
    with transaction.atomic():
        rows = FirstLink.objects.select_for_update()
        row, _ = rows.get_or_create(pk=ONLY_ROW, defaults=_columns(now + LASTS))
        if row.session_hash and row.ends_at > now:
            return None
        is_ours = row.token_hash == _hash(_token(row.ends_at))
        if is_ours and not row.session_hash and row.ends_at > now + LASTS / 2:
            return _link(row.ends_at)
        rows.filter(pk=ONLY_ROW).update(**_columns(now + LASTS))
    return _link(now + LASTS)


def _columns(ends_at: datetime) -> dict[str, Any]:
    return {"token_hash": _hash(_token(ends_at)), "ends_at": ends_at, "session_hash": ""}


def _link(ends_at: datetime) -> Link:
    return Link(reverse("first-link", args=[_token(ends_at)]), ends_at)


def _token(ends_at: datetime) -> str:
    """Return the token of the link that ends then. Without SECRET_KEY nobody can guess it."""
    moment = ends_at.astimezone(UTC).isoformat()
    return salted_hmac("first_link", moment, algorithm="sha256").hexdigest()


def fits(token: str) -> bool:
    """Whether this is the link, and nobody has opened it."""
    rows = FirstLink.objects.filter(token_hash=_hash(token), session_hash="", ends_at__gt=utc_now())
    return rows.exists() and not has_staff()


def claim(request: HttpRequest, token: str) -> bool:
    """Open the link for this session. Return False if it does not fit (any more)."""
    if not fits(token):
        return False
    word = secrets.token_urlsafe(32)
    # Two browsers may ask at once: the condition lets one of them have it.
    unused = FirstLink.objects.filter(
        token_hash=_hash(token), session_hash="", ends_at__gt=utc_now()
    )
    if unused.update(session_hash=_hash(word)) != 1:
        return False
    request.session[KEY] = word
    # They may sign up with a provider, too, where others need an invitation.
    note_invited(request)
    return True


def is_held(request: HttpRequest) -> bool:
    """Whether this session has opened the link, which still holds."""
    word = request.session.get(KEY)
    if not isinstance(word, str):
        return False
    rows = FirstLink.objects.filter(session_hash=_hash(word), ends_at__gt=utc_now())
    return rows.exists() and not has_staff()


@contextmanager
def making_operator(request: HttpRequest, player: User) -> Iterator[None]:
    """Make the player a superuser after the block, which gives them a second factor, and end the
    link, all in one transaction. Raises LinkGone.
    """
    with transaction.atomic():
        # Who makes staff here locks this row: nobody else can between the question and the act.
        list(FirstLink.objects.select_for_update())
        if not is_held(request):
            raise LinkGone
        yield
        User.objects.filter(pk=player.pk).update(is_staff=True, is_superuser=True)
        audit.note("role", None, player=player.pk, role=ROLE)
        FirstLink.objects.all().delete()
    request.session.pop(KEY, None)
    player.refresh_from_db()


def _hash(word: str) -> str:
    return hashlib.sha256(f"first|{word}".encode()).hexdigest()
