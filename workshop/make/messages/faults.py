"""What is wrong with a translation, whatever it says: it would break a page, or harm its readers.

Translators are trusted no more than other people who write: a translation may bring no tag, link or
placeholder that its original does not have.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from gettext import c2py

from babel import Locale
from babel.messages import Message
from babel.messages.plurals import get_plural

from workshop.make.messages.catalogues import is_translated, read_catalogue

PLACEHOLDER = re.compile(r"%\([^)]*\)[sd]|%%|\{[^{}]*\}?")
TAG = re.compile(r"<[^<>]*>?|>")
TAG_NAME = re.compile(r"<(/?)([a-z0-9]+)[^<>]*>")
EMPTY_TAGS = {"br", "hr", "img", "input", "wbr"}
ENTITY = re.compile(r"&(?!(?:amp|nbsp|shy|lt|gt);)\S{,8}")
ACTIVE = re.compile(
    r"(?:java|vb)script:|data\s*:\s*\w+/|\bon[a-z]{3,}\s*=|\b[a-z]+://|//\w|\bwww\."
    r"|\w@\w|\b[\w-]{2,}\.[a-z]{2,}\b",
    re.I,
)
"""What runs or leads somewhere: scripts, their attributes, addresses."""

SUSPECT = re.compile(r"[%{}<>&\"'`:=/@]|\w\.\w")
"""What each of the checks below needs to find something, besides invisible characters."""

INVISIBLE = {"Cc", "Cf", "Co", "Zl", "Zp"}
"""Categories of Unicode: controls, such as those that turn a line around."""

SOFT_HYPHEN = "\u00ad"


def faults_in(language: str) -> Iterator[tuple[str, str]]:
    """Yield the texts whose translations are wrong, and why. What is stale may be, unseen."""
    catalogue = read_catalogue(language)
    least = get_plural(Locale.parse(language)).num_plurals
    if catalogue.num_plurals < least:
        yield "Plural-Forms", f"the language has {least} forms"
    form_of_one = c2py(catalogue.plural_expr)(1)
    for message in catalogue:
        if message.id and is_translated(message) and not message.fuzzy:
            for fault in faults_of(message, catalogue.num_plurals, form_of_one):
                yield str(message.id), fault


def faults_of(message: Message, forms: int, form_of_one: int) -> Iterator[str]:
    """Yield what is wrong with the translation of a message, in words.

    forms: how many forms of a plural the language has. form_of_one: which of them says "one".
    """
    if isinstance(message.id, str):
        yield from _differences(str(message.string), message.id)
        return
    one, many = message.id
    texts = [str(text or "") for text in message.string or ()]
    if len(texts) != forms or not all(texts):
        yield f"it needs {forms} forms of the plural"
    for form, text in enumerate(texts):
        faults = list(_differences(text, many))
        # “One” may do without its number, as in English; other forms are for more than one number.
        if faults and form == form_of_one:
            bare = PLACEHOLDER.sub("", many)
            faults = min((list(_differences(text, each)) for each in (one, many, bare)), key=len)
        yield from faults


def _differences(text: str, original: str) -> Iterator[str]:
    """Yield in what a translation differs that should be as in its original."""
    if not (SUSPECT.search(text) or SUSPECT.search(original)) and text.isprintable():
        return
    for name, parts in SAME.items():
        have, want = Counter(parts(text)), Counter(parts(original))
        if have != want:
            yield f"{name} differ: {' '.join((have - want) | (want - have))}"
    for name, parts in NO_MORE.items():
        if more := Counter(parts(text)) - Counter(parts(original)):
            yield f"{name}, unlike the original: {' '.join(more)}"
    if _is_balanced(original) and not _is_balanced(text):
        yield "tags are not closed in order"


def _percents(text: str) -> list[str]:
    """Return the percent signs that would be read as the beginning of a placeholder."""
    return ["%"] * PLACEHOLDER.sub("", text).count("%") if "%(" in text else []


def _invisible(text: str) -> list[str]:
    if text.isprintable():
        return []
    found = (each for each in text if unicodedata.category(each) in INVISIBLE)
    return [f"U+{ord(each):04X}" for each in found if each != SOFT_HYPHEN]


def _is_balanced(text: str) -> bool:
    """Whether each tag is closed, the inner ones first."""
    open_tags: list[str] = []
    for closing, name in TAG_NAME.findall(text):
        if not closing and name not in EMPTY_TAGS:
            open_tags.append(name)
        elif closing and (not open_tags or open_tags.pop() != name):
            return False
    return not open_tags


Parts = Callable[[str], Sequence[str]]
SAME: dict[str, Parts] = {"placeholders": PLACEHOLDER.findall, "tags": TAG.findall}
NO_MORE: dict[str, Parts] = {
    "a bare percent sign": _percents,
    "a character to escape": ENTITY.findall,
    # Most texts stand in a page as they are, also in attributes. Typographic quotes end none.
    "a straight quote": re.compile(r"[\"'`]").findall,
    "a script or an address": ACTIVE.findall,
    "an invisible character": _invisible,
}
