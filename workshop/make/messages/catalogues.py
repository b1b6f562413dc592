"""The catalogues: `locale/<language>/LC_MESSAGES/django.po`, and the same compiled (`.mo`).

Both are committed, so that a server needs no tool to start.
"""

import re
from collections.abc import Iterable
from copy import deepcopy
from datetime import UTC, datetime
from difflib import get_close_matches
from io import BytesIO
from itertools import chain
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import normalize, read_po, write_po
from django.conf import settings

from workshop.make.messages.extraction import Marked, of_javascript, of_python, of_templates
from workshop.make.messages.names import of_data

CATALOGUES = Path(settings.BASE_DIR) / "locale"
SOURCES = (of_templates, of_python, of_data, of_javascript)
SOME_DATE = datetime(2026, 1, 1, tzinfo=UTC)
LIKE = 0.7
"""How much of a text must be as before to be the same text, changed: of 1, as difflib counts."""

# They would change with every update.
DATES = re.compile(r'^"(?:POT-Creation|PO-Revision)-Date: .*\n', re.M)
BEFORE = re.compile(r"^((?:# \|.*\n)+)((?:#[.:,].*\n)*)", re.M)
"""The text before a change, as Babel writes it: gettext wants it last."""


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


Key = tuple[str, tuple[str, ...]]


def key_of(message: Message) -> Key:
    """Return what tells a text apart: its context, and the text with its plural."""
    texts = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    return message.context or "", texts


def update_language(language: str, wanted: Catalog) -> None:
    """Give the catalogue of a language the marked texts of `wanted`.

    Translations of texts that are still marked stay. That of a text which has changed a little is
    marked fuzzy, as gettext's own tools do; others are removed.
    """
    catalogue = read_catalogue(language)
    marked = {key_of(each) for each in wanted}
    translated = [each for each in catalogue if each.id and is_translated(each)]
    gone = {_first(each): each for each in translated if key_of(each) not in marked}
    # Babel takes over the messages themselves, and another language would get what is changed here.
    catalogue.update(deepcopy(wanted), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    for message in catalogue:
        if message.id and not is_translated(message):
            _borrow(message, gone)
        elif not message.fuzzy:
            message.user_comments = [each for each in message.user_comments if each[:1] != "|"]
    write_catalogue(language, catalogue)


def _first(message: Message) -> str:
    return key_of(message)[1][0]


def _borrow(message: Message, gone: dict[str, Message]) -> None:
    """Give a new text the translation of the one that it replaces, marked as stale."""
    for text in get_close_matches(_first(message), gone, n=1, cutoff=LIKE):
        old = gone[text]
        if old.pluralizable == message.pluralizable:
            message.string = old.string
            message.flags.add("fuzzy")
            # Babel reads the text before the change, `#|`, as a comment, and so it is kept.
            message.user_comments = [f"| msgid {normalize(text, width=0)}"]


def is_translated(message: Message) -> bool:
    """Return whether a message has a translation: of a plural, any form."""
    string = message.string or ""
    return bool(string) if isinstance(string, str) else any(string)


def write_catalogue(language: str, catalogue: Catalog) -> None:
    """Write the catalogue of a language."""
    catalogue.header_comment = ""
    path = po_path(language)
    text = BytesIO()
    write_po(text, catalogue, width=100, include_lineno=False, sort_output=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    code = DATES.sub("", text.getvalue().decode())
    path.write_text(BEFORE.sub(lambda found: found[2] + found[1].replace("# |", "#|"), code))


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue in the binary form that gettext reads."""
    binary = BytesIO()
    write_mo(binary, catalogue)
    return binary.getvalue()
