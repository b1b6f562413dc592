"""Answers that a browser need not fetch twice: ETags, and the headers that go with them."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from games.overrides.csp_exemption import exempt_from_csp
from games.views.shortcuts import player_of

HOUR = 3600


def not_modified(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Return the answer 304 if the browser has what `etag` (in quotes) names, else None."""
    answer = get_conditional_response(request, etag=etag)
    if answer is not None:
        # A browser that keeps its page must keep the page's policy too: it names the page's nonce.
        exempt_from_csp(answer)
    return answer


def page_etag(request: HttpRequest, fingerprint: str) -> str | None:
    """Return the ETag of a page, by what it shows and what stands around that.

    Around it: who is signed in, the token of his forms, and this version of the site. None for a
    page that is to be shown once: with messages, or while templates are being written.
    """
    if settings.DEBUG or len(get_messages(request)):
        return None
    me = player_of(request)
    viewer = None if me is None else (me.pk, me.name, me.is_guest, request.META.get("CSRF_COOKIE"))
    facts = repr((fingerprint, viewer, site_version()))
    return f'"{hashlib.sha256(facts.encode()).hexdigest()[:24]}"'


@lru_cache(maxsize=1)
def site_version() -> str:
    """Return a text that differs whenever templates or static files do."""
    version = hashlib.sha256(str(getattr(staticfiles_storage, "manifest_hash", "")).encode())
    for path in sorted(Path(settings.BASE_DIR, "templates").rglob("*.*")):
        version.update(path.read_bytes())
    return version.hexdigest()
