"""The catalogues: `locale/<language>/LC_MESSAGES/django.po`, and the same compiled (`.mo`).

Both are committed, so that a server needs no tool to start.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings

from workshop.make.messages.extraction import Marked, of_javascript, of_python, of_templates
from workshop.make.messages.names import of_data

CATALOGUES = Path(settings.BASE_DIR) / "locale"
SOURCES = (of_templates, of_python, of_data, of_javascript)
SOME_DATE = datetime(2026, 1, 1, tzinfo=UTC)
# They would change with every update.
DATES = re.compile(r'^"(?:POT-Creation|PO-Revision)-Date: .*\n', re.M)


def languages() -> list[str]:
    """Return the languages that have catalogues, as their folders are called: ["de", "pt_BR"]."""
    return sorted(path.name for path in CATALOGUES.iterdir() if path.is_dir())


def po_path(language: str, root: Path = CATALOGUES) -> Path:
    """Return the path of a catalogue that translators edit."""
    return root / language / "LC_MESSAGES" / "django.po"


def marked_texts() -> Catalog:
    """Return a catalogue of all marked texts, without translations."""
    return _collected(chain.from_iterable(source() for source in SOURCES))


def _collected(texts: Iterable[Marked]) -> Catalog:
    catalogue = Catalog(fuzzy=False)
    for each in texts:
        text = (each.text, each.plural) if each.plural else each.text
        catalogue.add(text, locations=[(each.path, 0)], context=each.context or None)
    for message in catalogue:
        message.locations = sorted(set(message.locations))
    return catalogue


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of a language; without messages if it has none yet."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    # Else it would be the current time, and the compiled file never the same.
    catalogue.creation_date = catalogue.revision_date = SOME_DATE
    return catalogue


def update_language(language: str, wanted: Catalog) -> None:
    """Give the catalogue of a language the marked texts of `wanted`.

    Translations of texts that are still marked stay, others are removed.
    """
    catalogue = read_catalogue(language)
    catalogue.update(wanted, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    write_catalogue(language, catalogue)


def is_translated(message: Message) -> bool:
    """Return whether a message has a translation: of a plural, any form."""
    string = message.string or ""
    return bool(string) if isinstance(string, str) else any(string)


def write_catalogue(language: str, catalogue: Catalog) -> None:
    """Write the catalogue of a language, and the same compiled."""
    catalogue.header_comment = ""
    path = po_path(language)
    text = BytesIO()
    write_po(text, catalogue, width=100, include_lineno=False, sort_output=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(DATES.sub("", text.getvalue().decode()))
    path.with_suffix(".mo").write_bytes(compiled(read_catalogue(language)))


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue in the binary form that gettext reads."""
    binary = BytesIO()
    write_mo(binary, catalogue)
    return binary.getvalue()
