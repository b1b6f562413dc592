"""The translations for the browser: one script for each language."""

import hashlib
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.views.i18n import JavaScriptCatalog

ENGLISH = "en"


class Messages(JavaScriptCatalog):
    """The translations of the browser's texts, as Django's script that defines `django.gettext`."""

    packages = ["games"]
    domain = "django"

    def get_paths(self, packages: list[str]) -> list[str]:
        """Return only our own folders: Django's has the texts of its admin."""
        return [str(path) for path in settings.LOCALE_PATHS]


@lru_cache(maxsize=32)
def script_of(language: str) -> tuple[bytes, str]:
    """Return the script of a language and its hash."""
    with translation.override(language):
        response = Messages().get(HttpRequest())
    return response.content, hashlib.sha256(response.content).hexdigest()[:12]


def script_address(language: str) -> str | None:
    """Return the address of a language's script, which changes with its content.

    None for English, which needs no translations.
    """
    if language == ENGLISH:
        return None
    if settings.DEBUG:
        script_of.cache_clear()
    return reverse("messages", args=[language, script_of(language)[1]])
