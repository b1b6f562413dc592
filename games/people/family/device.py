"""The lock on a device: a signed cookie that holds a hash of the code.

It ends when the browser's cookies are deleted. The page says so.
"""

import hashlib
from collections.abc import Mapping

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from games.people.accounts.models import Session
from games.platform.clock import utc_now

COOKIE = "family"
SALT = "games.family.device"
# Browsers keep no cookie for longer (RFC 6265bis).
KEPT_S = 400 * 86_400
MIN_CODE = 4
MAX_CODE = 20


def is_locked(cookies: Mapping[str, str]) -> bool:
    return _stored(cookies) is not None


def is_code(cookies: Mapping[str, str], code: str) -> bool:
    stored = _stored(cookies)
    return stored is not None and constant_time_compare(stored, _hash(code))


def lock_of(cookies: Mapping[str, str]) -> str:
    """Return what tries count for; "" without a lock."""
    # A hash of the cookie: copies of it share their tries, and locks of others with the same code
    # do not.
    if not is_locked(cookies):
        return ""
    return hashlib.sha256(cookies[COOKIE].encode()).hexdigest()


def lock(response: HttpResponse, code: str) -> None:
    """Lock the browser that gets this response."""
    response.set_cookie(
        COOKIE,
        signing.dumps(_hash(code), salt=SALT),
        max_age=KEPT_S,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def unlock(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")


def is_locked_for(request: HttpRequest) -> bool:
    """Whether the family lock is on for a request: on the account, or on the device."""
    user = request.user
    return is_locked(request.COOKIES) or (user.is_authenticated and user.locked)


def is_locked_by_session(request: HttpRequest) -> bool:
    """The same for an answer that does not depend on the session otherwise."""
    # Shared caches may keep such an answer, because only the locked get another one.
    if is_locked(request.COOKIES):
        return True
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not key or "\0" in key:
        return False
    live = Session.objects.filter(pk=key, expire_date__gt=utc_now())
    return live.filter(player__locked=True).exists()


def _stored(cookies: Mapping[str, str]) -> str | None:
    try:
        found = signing.loads(cookies.get(COOKIE, ""), salt=SALT)
    except signing.BadSignature:
        return None
    return found if isinstance(found, str) else None


def _hash(code: str) -> str:
    return salted_hmac(SALT, code, algorithm="sha256").hexdigest()
