"""Privacy, terms, imprint, contact, and security.txt."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from games.platform.clock import utc_now
from games.platform.server.site_url import site_url
from games.record.ratings.jobs import UNUSED_ADDRESS_AFTER
from games.site.account.desk.jobs import KEPT
from games.site.account.legal.stored import COOKIES, GROUPS, SCRIPTS, tables_of
from games.site.account.legal.texts import NAMES, existing_names, find_text
from games.site.account.membership.deletion import IDLE_GUEST_AFTER
from games.site.account.membership.renaming import SHOWN_FOR
from games.site.shared.pages.shortcuts import page
from games.tables.rooms.jobs import CHAT_KEPT, UNUSED_ROOM_AFTER

EXPIRES_AFTER = timedelta(days=180)


def periods() -> dict[str, int]:
    """Return how long things are kept, from the constants of the jobs that delete them."""
    return {
        "guest_days": IDLE_GUEST_AFTER.days,
        "name_days": SHOWN_FOR.days,
        "session_days": settings.SESSION_COOKIE_AGE // 86_400,
        "room_days": UNUSED_ROOM_AFTER.days,
        "chat_days": CHAT_KEPT.days,
        "address_hours": round(UNUSED_ADDRESS_AFTER / timedelta(hours=1)),
        "case_days": KEPT.days,
    }


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    known = periods()
    groups = [
        {
            "name": group.name,
            "words": group.words,
            "kept": gettext(group.kept) % known,
            "tables": tables_of(group.id),
        }
        for group in GROUPS
    ]
    return page(
        request,
        "legal/privacy.html",
        groups=groups,
        cookies=COOKIES,
        scripts=SCRIPTS,
        own=_text("privacy"),
        has_contact="contact" in existing_names(),
    )


@require_safe
def text(request: HttpRequest, name: str) -> HttpResponse:
    found = _text(name)
    if found is None:
        raise Http404
    return page(request, "legal/text.html", title=NAMES[name], text=found)


def _text(name: str) -> Any:
    return find_text(name, get_language() or settings.LANGUAGE_CODE)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Tell where to report a vulnerability (RFC 9116)."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (utc_now() + EXPIRES_AFTER).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires.strftime('%Y-%m-%dT%H:%M:%SZ')}",
        f"Preferred-Languages: {', '.join(code for code, _ in settings.LANGUAGES)}",
        f"Canonical: {site_url()}/.well-known/security.txt",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
