"""The site's settings that hold now. A process reads the row at most every five seconds, when a
page asks; the event loop only gets what was read last.
"""

import asyncio
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError, transaction

from games.platform.clock import monotonic
from games.platform.encryption import DecryptionError, keyring
from games.platform.site_settings.models import MAIL_CONTEXT, ONLY_ROW, SiteSettings

logger = logging.getLogger(__name__)

DEFAULT_NAME = "Yacht"
LOGO_SIDE = 256
"""Pixels of the logo, which is square."""
AGE_S = 5.0
"""How long what was read holds."""


class Chosen(NamedTuple):
    """What the operator has chosen in the browser. Empty: nothing. `who`: "", "invited" or "sso".
    `logo`: the digest of it.
    """

    name: str = ""
    logo: str = ""
    language: str = ""
    who: str = ""
    mail_url: str = ""
    mail_from: str = ""
    terms: str = ""
    imprint: str = ""
    contact: str = ""
    privacy: str = ""
    long_clocks: bool = False


class _Kept:
    """What this process has read, and when."""

    def __init__(self) -> None:
        self.chosen = Chosen()
        self.until = 0.0
        self.changes = 0
        """How often this process has stored something."""
        self.lock = threading.Lock()

    def is_due(self) -> bool:
        """Whether the caller is to read the row now. Only one thread is told so."""
        with self.lock:
            now = monotonic()
            if now < self.until:
                return False
            self.until = now + AGE_S
            return True


KEPT = _Kept()


def chosen() -> Chosen:
    """Return what the operator has chosen, at most five seconds old. Without a database: what was
    read last.
    """
    if not _in_event_loop() and KEPT.is_due():
        changes = KEPT.changes
        try:
            found = read()
        except DatabaseError as error:
            logger.warning("The site's settings cannot be read: %s", error)
        else:
            # Another thread may have stored something since: then it is read again.
            if changes == KEPT.changes:
                KEPT.chosen = found
    return KEPT.chosen


@contextmanager
def changing() -> Iterator[Chosen]:
    """Let the block decide upon what is stored now, and store its changes: others wait."""
    with transaction.atomic():
        SiteSettings.objects.get_or_create(pk=ONLY_ROW)
        SiteSettings.objects.select_for_update().get(pk=ONLY_ROW)
        yield read()
    forget()


def save(**columns: Any) -> None:
    """Store some columns of the row. This process knows them at once. `mail_url` is plain text."""
    if "mail_url" in columns:
        url = columns["mail_url"]
        columns["mail_url"] = keyring().encrypt(url.encode(), MAIL_CONTEXT) if url else None
    SiteSettings.objects.update_or_create(pk=ONLY_ROW, defaults=columns)
    forget()


def forget() -> None:
    """Read the row again when somebody asks next."""
    with KEPT.lock:
        KEPT.until = 0.0
        KEPT.changes += 1


def site_name() -> str:
    """Return the name of this site."""
    return settings.SITE_NAME or chosen().name or DEFAULT_NAME


def site_language() -> str:
    """Return the language for visitors who have chosen none; "" for what their browser asks."""
    language: str = settings.SITE_LANGUAGE or chosen().language
    return language if language in dict(settings.LANGUAGES) else ""


def legal_texts() -> tuple[str, ...]:
    """Return the texts of the law that have pages of their own, written in the browser."""
    now = chosen()
    return now.imprint, now.terms, now.contact


def find_logo(digest: str) -> bytes | None:
    """Return the logo with this digest as a PNG, None if there is none (any more)."""
    if not digest:
        return None
    row = SiteSettings.objects.filter(pk=ONLY_ROW, logo_digest=digest)
    found = row.values_list("logo", flat=True).first()
    return None if found is None else bytes(found)


def read() -> Chosen:
    """Return what is stored now. Raises DatabaseError."""
    row = SiteSettings.objects.defer("logo").filter(pk=ONLY_ROW).first()
    if row is None:
        return Chosen(long_clocks=True)  # a new site
    return Chosen(
        row.name,
        row.logo_digest,
        row.language,
        row.who,
        _opened(row.mail_url),
        row.mail_from,
        row.terms,
        row.imprint,
        row.contact,
        row.privacy,
        row.long_clocks,
    )


def _opened(sealed: bytes | memoryview | None) -> str:
    if sealed is None:
        return ""
    try:
        return keyring().decrypt(bytes(sealed), MAIL_CONTEXT).decode()
    except DecryptionError as error:
        logger.error("The mail server of the site's settings is lost; set it again: %s", error)
        return ""


def _in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
