"""The texts of each language use the words of its glossary, one for each thing."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from workshop.make.messages import CATALOGUES, languages, read_catalogue

ALLOWED = {
    ("de", "Raum", "Open this address on a TV, a projector or in your streaming program."),
    ("de", "Hinweis", "weak hint at the same person"),
    ("de", "Hinweis", "Which notices you have seen."),
}
"""Words that mean something else in the text which begins like this: the room of a house, a clue, a
notice.
"""
ROW = re.compile(r"^\| (?P<english>[^|]+) \| (?P<word>[^|]+) \| (?P<wrong>[^|]*) \|$", re.M)
ENDINGS = {"de": "(?:e|er|n|en|ern|s|es)?"}
"""With which endings a word is looked for, if a language has simple ones."""


def glossary(language: str) -> Iterator[tuple[str, str]]:
    """Yield each forbidden word, with the one to use."""
    path = CATALOGUES / language / "glossary.md"
    text = path.read_text() if path.exists() else ""
    for row in ROW.finditer(text):
        if row["english"] not in ("English", "---"):
            for wrong in filter(None, row["wrong"].strip().split(", ")):
                yield wrong, row["word"]


@cache
def texts_of(language: str) -> list[tuple[str, str]]:
    """Return each text with each of its translations, but those that are stale."""
    found = []
    for message in read_catalogue(language):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        if ids[0] and not message.fuzzy:
            found += [(str(ids[0]), str(text or "")) for text in said]
    return found


def is_used(language: str, word: str, text: str) -> bool:
    """Whether a text has the word, inflected, also after a hyphen."""
    ending = ENDINGS.get(language, "")
    return bool(re.search(rf"(?<!\w){re.escape(word)}{ending}(?!\w)", text))


def test_the_tables_can_be_read() -> None:
    words = dict(glossary("de"))
    assert words["Partie"] == "Spiel"
    assert words["Aufgabe"] == "Rätsel"
    assert words["Karte"] == words["Zettel"] == "Block"
    assert is_used("de", "Partie", "Deine Partien")
    assert is_used("de", "Aufgabe", "Yacht-Aufgabe: Welches Feld?")
    assert not is_used("de", "Turn", "Turnier")
    assert dict(glossary("sv"))["rum"] == "bord"


@pytest.mark.parametrize("language", languages())
def test_no_text_has_another_word(language: str) -> None:
    words = dict(glossary(language))
    found = [
        (word, text, said)
        for word in words
        for text, said in texts_of(language)
        if is_used(language, word, said)
        and not any(
            (language, word) == other[:2] and text.startswith(other[2]) for other in ALLOWED
        )
    ]
    assert found == []


@pytest.mark.parametrize(("language", "word", "begin"), sorted(ALLOWED))
def test_each_exception_is_needed(language: str, word: str, begin: str) -> None:
    texts = texts_of(language)
    assert any(text.startswith(begin) and is_used(language, word, said) for text, said in texts)
