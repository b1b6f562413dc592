"""The operator's own texts: Markdown files in LEGAL_DIR, one for each language; without it, what
they have written in the browser.
"""

from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_noop
from markdown_it import MarkdownIt

from games.platform.site_settings.current import chosen, site_language

NAMES = {
    "terms": gettext_noop("Terms"),
    "imprint": gettext_noop("Imprint"),
    "contact": gettext_noop("Contact"),
}
"""The pages, in the order of the footer, and their titles."""
MOST_BYTES = 200_000

# No raw HTML, no images, and links only to what `validateLink` allows: no scripts.
_markdown = MarkdownIt("commonmark", {"html": False}).disable("image")


class Text(NamedTuple):
    """A text of the operator. `language`: of the file that was found."""

    language: str
    html: SafeString


def find_text(name: str, language: str) -> Text | None:
    """Return the operator's text in this language, else in another one; None if there is none."""
    if not settings.LEGAL_DIR:
        written = written_in_browser(name)
        return _text(site_language() or settings.LANGUAGE_CODE, written) if written else None
    for each in _languages(language):
        path = _path(name, each)
        if path is not None and path.is_file():
            source = path.read_bytes()[:MOST_BYTES].decode(errors="replace")
            return _text(each, source)
    return None


def written_in_browser(name: str) -> str:
    """Return the text that the operator has written in the browser; "" if LEGAL_DIR decides."""
    return "" if settings.LEGAL_DIR else str(getattr(chosen(), name))


def _text(language: str, source: str) -> Text:
    return Text(language, mark_safe(_markdown.render(source)))  # noqa: S308 - raw HTML is off


def existing_names() -> list[str]:
    """Return the pages for which the operator has written a text."""
    if not settings.LEGAL_DIR:
        return [name for name in NAMES if written_in_browser(name)]
    return [name for name in NAMES if any(_exists(name, code) for code, _ in settings.LANGUAGES)]


def files() -> list[Path]:
    found = [_path(name, code) for name in (*NAMES, "privacy") for code, _ in settings.LANGUAGES]
    return [path for path in found if path is not None and path.is_file()]


def _exists(name: str, language: str) -> bool:
    path = _path(name, language)
    return path is not None and path.is_file()


def _path(name: str, language: str) -> Path | None:
    return Path(settings.LEGAL_DIR) / f"{name}.{language}.md" if settings.LEGAL_DIR else None


def _languages(wanted: str) -> list[str]:
    codes = [code for code, _ in settings.LANGUAGES]
    return sorted(codes, key=lambda code: code != wanted)
