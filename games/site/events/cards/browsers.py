"""Which browser plays a card: a random number that it keeps, of which a card stores only a hash."""

import hashlib
import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "browser"
# Browsers keep no cookie for longer (RFC 6265bis).
KEPT_S = 400 * 86_400
KNOWN = re.compile("[0-9a-f]{32}")


def number_of(request: HttpRequest) -> str:
    """Return the browser's number, a new one if it has none."""
    kept = request.COOKIES.get(COOKIE, "")
    return kept if KNOWN.fullmatch(kept) else secrets.token_hex(16)


def mark_of(number: str, code: str) -> str:
    """Return `CardEntry.browser` of a browser. Entries of two cards have nothing in common."""
    return hashlib.sha256(f"{code}|{number}".encode()).hexdigest()


def keep(response: HttpResponse, number: str) -> None:
    response.set_cookie(
        COOKIE,
        number,
        max_age=KEPT_S,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
