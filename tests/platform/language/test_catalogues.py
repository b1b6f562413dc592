"""The catalogues: up to date with the marked texts, compiled, and complete."""

import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages import Catalog, Message

from workshop.make.messages import (
    CATALOGUES,
    compiled,
    is_translated,
    languages,
    marked_texts,
    po_path,
    read_catalogue,
)

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%")
TAG = re.compile(r"</?[a-z]+[^>]*>")
EACH_LANGUAGE = pytest.mark.parametrize("language", languages())


@pytest.fixture(scope="module")
def marked() -> Catalog:
    return marked_texts()


def texts_of(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def translations_of(message: Message) -> list[str]:
    string = message.string or ""
    return [string] if isinstance(string, str) else [each or "" for each in string]


def keys_of(catalogue: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    return {(each.context, tuple(texts_of(each))) for each in catalogue if each.id}


def parts(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(pattern.findall(text))


def fits(text: str, original: str, may_omit: bool) -> bool:
    """Whether a translation has the placeholders of its original; a plural form may omit some."""
    have, want = parts(PLACEHOLDER, text), parts(PLACEHOLDER, original)
    return (have <= want if may_omit else have == want) and (
        parts(TAG, text) == parts(TAG, original)
    )


def test_it_finds_catalogues() -> None:
    assert "de" in languages()
    assert {path.suffix for path in CATALOGUES.rglob("*.*")} == {".po", ".mo", ".md"}


@EACH_LANGUAGE
def test_it_has_exactly_the_texts_that_are_marked(language: str, marked: Catalog) -> None:
    have, want = keys_of(read_catalogue(language)), keys_of(marked)
    hint = "run script/make messages, and translate what it adds"
    assert not want - have, hint
    assert not have - want, hint


@EACH_LANGUAGE
def test_it_translates_every_text(language: str) -> None:
    messages = [each for each in read_catalogue(language) if each.id]
    assert [each.id for each in messages if not is_translated(each) or each.fuzzy] == []
    half = [each.id for each in messages if not all(translations_of(each))]
    assert half == [], "every plural form needs a text"


@EACH_LANGUAGE
def test_it_keeps_the_placeholders_and_tags(language: str) -> None:
    wrong = []
    for message in read_catalogue(language):
        known = texts_of(message) if message.id else []
        for text in translations_of(message) if message.id else []:
            if not any(fits(text, each, message.pluralizable) for each in known):
                wrong.append((message.id, text))
    assert wrong == []


@EACH_LANGUAGE
def test_it_is_compiled(language: str) -> None:
    path: Path = po_path(language).with_suffix(".mo")
    assert path.read_bytes() == compiled(read_catalogue(language))


def test_it_calls_the_game_yacht() -> None:
    # “Yahtzee” is a trademark: it names a rule set and its box, as in the English text.
    for language in languages():
        for message in read_catalogue(language):
            for text in translations_of(message) if message.id else []:
                if "yahtzee" in text.lower():
                    assert any("yahtzee" in each.lower() for each in texts_of(message)), text
