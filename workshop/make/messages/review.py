"""What of a language is shown, and what is not yet: missing, stale or unreviewed texts.

`locale/<language>/reviewed.txt` has a line for each translation that a second reader has seen: a
digest of the text and its translation. Whatever changes is unreviewed again, with any tool.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from babel.messages import Catalog, Message

from workshop.make.messages import catalogues
from workshop.make.messages.catalogues import (
    compiled,
    is_translated,
    key_of,
    po_path,
    read_catalogue,
)

DIGITS = 12
"""Of a digest: 3000 texts of 2^48, so nobody finds a change that is taken for one that was read."""


@dataclass(frozen=True)
class Coverage:
    """How many of the marked texts are translated and read. stale: the English has changed."""

    total: int
    missing: int
    stale: int
    unreviewed: int

    @property
    def shown(self) -> int:
        return self.total - self.missing - self.stale - self.unreviewed

    def __str__(self) -> str:
        percent = 100 * self.shown // max(1, self.total)
        waiting = f"{self.missing} missing, {self.stale} stale, {self.unreviewed} unreviewed"
        return f"{percent:3} % of {self.total} texts: {waiting}"


def coverage(language: str, wanted: Catalog) -> Coverage:
    """Count the marked texts of a language by their state."""
    known = {key_of(each): each for each in read_catalogue(language) if each.id}
    seen = reviewed(language)
    missing = stale = unreviewed = total = 0
    for key in (key_of(each) for each in wanted if each.id):
        total += 1
        message = known.get(key)
        if message is None or not is_translated(message):
            missing += 1
        elif message.fuzzy:
            stale += 1
        elif digest_of(message) not in seen:
            unreviewed += 1
    return Coverage(total, missing, stale, unreviewed)


def digest_of(message: Message) -> str:
    """Return the digest of a text with its context, plural and translation."""
    parts = repr((*key_of(message), message.string))
    return hashlib.sha256(parts.encode()).hexdigest()[:DIGITS]


def reviewed(language: str) -> frozenset[str]:
    """Return the digests of the translations that a second reader has seen."""
    path = catalogues.CATALOGUES / language / "reviewed.txt"
    return frozenset(path.read_text().split()) if path.exists() else frozenset()


def unreviewed_texts(language: str) -> Iterator[Message]:
    """Yield the translations that a second reader has to see."""
    seen = reviewed(language)
    for message in read_catalogue(language):
        waits = message.id and is_translated(message) and not message.fuzzy
        if waits and digest_of(message) not in seen:
            yield message


def set_reviewed(language: str) -> None:
    """Note that a second reader has seen all that is translated now."""
    messages = [each for each in read_catalogue(language) if each.id and is_translated(each)]
    digests = sorted({digest_of(each) for each in messages if not each.fuzzy})
    path = catalogues.CATALOGUES / language / "reviewed.txt"
    path.write_text("".join(f"{each}\n" for each in digests))


def shown_catalogue(language: str, *, draft: bool = False) -> Catalog:
    """Return the catalogue of a language. What is not shown is fuzzy in it, which is not compiled.

    draft: unreviewed texts are shown too, for those who read them.
    """
    catalogue = read_catalogue(language)
    seen = reviewed(language)
    for message in catalogue:
        if message.id and not (is_translated(message) and (draft or digest_of(message) in seen)):
            message.flags.add("fuzzy")
    return catalogue


def write_compiled(language: str, *, draft: bool = False) -> None:
    """Write what the site shows in a language."""
    shown = shown_catalogue(language, draft=draft)
    po_path(language).with_suffix(".mo").write_bytes(compiled(shown))
