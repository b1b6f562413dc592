"""Finds the marked texts of templates, Python and JavaScript."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from babel.messages.extract import extract
from django.conf import settings
from django.utils.translation.template import templatize

from games.platform.language.browser import texts_of_javascript

ROOT = Path(settings.BASE_DIR)
# Function: positions of its arguments, "c" for the context, as Babel wants them. Refusals and what
# becomes one are classes whose last argument is the text.
PYTHON_MARKS = {
    "gettext": None,
    "gettext_lazy": None,
    "_": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "gettext_noop": None,
    "BadCard": (2,),
    "IllegalAction": (2,),
    "IllegalBox": (2,),
    "InvalidPosition": None,
    "InvalidRules": None,
    "Unfit": None,
    "UnknownSwitch": None,
    "UnknownVariant": None,
    "ProtocolError": (2,),
    "Refused": (2,),
    "NameRefused": (2,),
}


@dataclass(frozen=True)
class Marked:
    """A marked text: `plural` and `context` are "" if it has none. `path` is relative to ROOT."""

    text: str
    path: str
    plural: str = ""
    context: str = ""


def of_templates() -> Iterator[Marked]:
    """Yield the marked texts of the templates, mails included."""
    for path in sorted((ROOT / "templates").rglob("*.*")):
        if path.suffix in (".html", ".txt"):
            # What is left of the markup is not indented like Python.
            lines = templatize(path.read_text(), origin=str(path)).splitlines()
            yield from _of_python("\n".join(line.strip() for line in lines), path)


def of_python() -> Iterator[Marked]:
    """Yield the marked texts of the site's Python code; development tools have none."""
    for path in sorted((ROOT / "games").rglob("*.py")):
        if not path.is_relative_to(ROOT / "games" / "bench"):
            yield from _of_python(path.read_text(), path)


def _of_python(source: str, path: Path) -> Iterator[Marked]:
    where = path.relative_to(ROOT).as_posix()
    found = extract("python", BytesIO(source.encode()), keywords=PYTHON_MARKS)
    for _line, message, _comments, context in found:
        texts = [message] if isinstance(message, str) else list(message)
        yield Marked(texts[0], where, texts[1] if len(texts) > 1 else "", context or "")


def of_javascript() -> Iterator[Marked]:
    """Yield the marked texts of the browser's modules."""
    for path in sorted((ROOT / "static" / "js").rglob("*.js")):
        where = path.relative_to(ROOT).as_posix()
        for text, plural, context in texts_of_javascript(path.read_text()):
            yield Marked(text, where, plural, context)
