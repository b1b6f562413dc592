"""The catalogues: `locale/<language>/LC_MESSAGES/<domain>.po`, and the same compiled (`.mo`).

Both are committed, so that a server needs no tool to start. The domain `django` is for templates
and Python, `djangojs` for the browser.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings

from make.messages.extraction import Marked, of_javascript, of_python, of_templates
from make.messages.names import of_data, of_sheets

CATALOGUES = Path(settings.BASE_DIR) / "locale"
SOURCES: dict[str, tuple[Callable[[], Iterator[Marked]], ...]] = {
    "django": (of_templates, of_python, of_data),
    "djangojs": (of_javascript, of_sheets),
}
DOMAINS = tuple(SOURCES)
SOME_DATE = datetime(2026, 1, 1, tzinfo=UTC)
# They would change with every update.
DATES = re.compile(r'^"(?:POT-Creation|PO-Revision)-Date: .*\n', re.M)


def languages() -> list[str]:
    """Return the languages that have catalogues, as their folders are called: ["de", "pt_BR"]."""
    return sorted(path.name for path in CATALOGUES.iterdir() if path.is_dir())


def po_path(language: str, domain: str, root: Path = CATALOGUES) -> Path:
    """Return the path of a catalogue that translators edit."""
    return root / language / "LC_MESSAGES" / f"{domain}.po"


def domain_catalogues() -> dict[str, Catalog]:
    """Return a catalogue without translations for each domain."""
    return {
        domain: _collected(chain.from_iterable(source() for source in sources))
        for domain, sources in SOURCES.items()
    }


def _collected(texts: Iterable[Marked]) -> Catalog:
    catalogue = Catalog(fuzzy=False)
    for each in texts:
        text = (each.text, each.plural) if each.plural else each.text
        catalogue.add(text, locations=[(each.path, 0)], context=each.context or None)
    for message in catalogue:
        message.locations = sorted(set(message.locations))
    return catalogue


def read_catalogue(language: str, domain: str) -> Catalog:
    """Return the catalogue of a language; without messages if it has none yet."""
    path = po_path(language, domain)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    # Else it would be the current time, and the compiled file never the same.
    catalogue.creation_date = catalogue.revision_date = SOME_DATE
    return catalogue


def update_language(language: str, wanted: dict[str, Catalog]) -> None:
    """Give the catalogues of a language the marked texts of `wanted` (domain: catalogue).

    Translations of texts that are still marked stay, others are removed. A text that the other
    domain has translated is filled in.
    """
    known = {domain: read_catalogue(language, domain) for domain in DOMAINS}
    for domain, catalogue in known.items():
        catalogue.update(wanted[domain], no_fuzzy_matching=True)
        catalogue.obsolete.clear()
    for domain, catalogue in known.items():
        for other in known.values():
            _fill_in(catalogue, other)
        _write(catalogue, po_path(language, domain))


def _fill_in(catalogue: Catalog, other: Catalog) -> None:
    for message in catalogue:
        twin = other.get(message.id, message.context) if message.id else None
        if twin is not None and not is_translated(message):
            message.string = twin.string


def is_translated(message: Message) -> bool:
    """Return whether a message has a translation: of a plural, any form."""
    string = message.string or ""
    return bool(string) if isinstance(string, str) else any(string)


def _write(catalogue: Catalog, path: Path) -> None:
    catalogue.header_comment = ""
    text = BytesIO()
    write_po(text, catalogue, width=100, include_lineno=False, sort_output=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(DATES.sub("", text.getvalue().decode()))
    path.with_suffix(".mo").write_bytes(compiled(read_catalogue(path.parts[-3], path.stem)))


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue in the binary form that gettext reads."""
    binary = BytesIO()
    write_mo(binary, catalogue)
    return binary.getvalue()
