"""Conditional requests: ETags of pages and 304 answers."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from games.people.accounts.models import User
from games.platform.site_settings.current import chosen, legal_texts, site_name
from games.site.shared.pages.shortcuts import player_of

HOUR = 3600
VERSION_DIGITS = 12


def not_modified(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Return a 304 answer if the browser already has `etag` (in quotes), else None."""
    return get_conditional_response(request, etag=etag)


def page_etag(request: HttpRequest, fingerprint: str) -> str | None:
    """Return the ETag of a page, or None if the page must not be cached.

    It covers the `fingerprint` of the content, the signed-in player, their CSRF token, the
    language and the version of the site. Pages with messages, and all pages with DEBUG, are not
    cached.
    """
    if settings.DEBUG or len(get_messages(request)):
        return None
    me = player_of(request)
    viewer = None if me is None else _facts(me, request.META.get("CSRF_COOKIE"))
    facts = repr((fingerprint, viewer, get_language(), site_version()))
    return f'"{hashlib.sha256(facts.encode()).hexdigest()[:24]}"'


def _facts(player: User, token: str | None) -> tuple[object, ...]:
    """Return what every page shows of the player, in its menu and its settings."""
    return (player.pk, player.name, player.is_guest, player.avatar, player.preferences, token)


def site_version() -> str:
    """Return a text that changes whenever templates, translations or static files change, or what
    the operator shows on every page.
    """
    shown = repr((site_name(), chosen().logo, [bool(text) for text in legal_texts()]))
    return hashlib.sha256(f"{_files_version()}{shown}".encode()).hexdigest()


@lru_cache(maxsize=1)
def _files_version() -> str:
    version = hashlib.sha256(str(getattr(staticfiles_storage, "manifest_hash", "")).encode())
    for folder in ("templates", "locale"):
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*.*")):
            version.update(path.read_bytes())
    return version.hexdigest()


def short_version() -> str:
    return site_version()[:VERSION_DIGITS]


def version_for_templates(request: HttpRequest) -> dict[str, str]:
    return {"site_version": short_version(), "release": settings.RELEASE}
