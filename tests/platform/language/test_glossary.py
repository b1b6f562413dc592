"""German texts use the words of docs/glossary.md, one for each thing."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from tests.environment import ROOT

ALLOWED = {
    ("Raum", "Open this address on a TV, a projector or in your streaming program."),
    ("Hinweis", "weak hint at the same person"),
    ("Hinweis", "Which notices you have seen."),
}
"""Words that mean something else in the text which begins like this: the room of a house, a clue, a
notice.
"""
ROW = re.compile(
    r"^\| (?P<english>[^|]+) \| (?P<german>[^|]+) \| (?P<wrong>[^|]+) \|$", re.MULTILINE
)


def glossary() -> Iterator[tuple[str, str]]:
    """Yield each forbidden word, with the one to use."""
    text = (ROOT / "docs" / "glossary.md").read_text()
    table = text.partition("## The words of players")[2]
    for row in ROW.finditer(table):
        if row["english"] not in ("English", "---"):
            for wrong in row["wrong"].split(", "):
                yield wrong, row["german"]


def german_texts() -> Iterator[tuple[str, str]]:
    """Yield each text, and its German translations."""
    with (ROOT / "locale/de/LC_MESSAGES/django.po").open("rb") as file:
        for message in read_po(file):
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            said = message.string if isinstance(message.string, tuple) else (message.string,)
            for text in said:
                if ids[0]:
                    yield str(ids[0]), str(text or "")


def is_used(word: str, text: str) -> bool:
    """Whether a text has the word, inflected, also after a hyphen."""
    return bool(re.search(rf"(?<!\w){word}(?:e|er|n|en|ern|s|es)?(?!\w)", text))


def test_the_table_can_be_read() -> None:
    words = dict(glossary())
    assert words["Partie"] == "Spiel"
    assert words["Aufgabe"] == "Rätsel"
    assert words["Karte"] == words["Zettel"] == "Block"
    assert is_used("Partie", "Deine Partien")
    assert is_used("Aufgabe", "Yacht-Aufgabe: Welches Feld?")
    assert not is_used("Turn", "Turnier")


@pytest.mark.parametrize("word", [word for word, _ in glossary()])
def test_no_german_text_has_another_word(word: str) -> None:
    found = [
        (text, german)
        for text, german in german_texts()
        if is_used(word, german)
        and not any(word == other and text.startswith(begin) for other, begin in ALLOWED)
    ]
    assert found == []


@pytest.mark.parametrize(("word", "begin"), sorted(ALLOWED))
def test_each_exception_is_needed(word: str, begin: str) -> None:
    assert any(text.startswith(begin) and is_used(word, said) for text, said in german_texts())
