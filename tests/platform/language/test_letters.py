"""The first font of a page has all letters of its language: a second file would be more to load."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from workshop.make.messages import languages, read_catalogue

FACE = re.compile(r'url\("\.\./fonts/[a-z-]+-latin\.woff2"\)[^;]*;\s*unicode-range:([^;]+);')
RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")


def letters_of_fonts() -> list[set[str]]:
    """Return the characters of the files that pages preload, one for each family."""
    text = Path("static/css/fonts.css").read_text()
    faces = [RANGE.findall(each) for each in FACE.findall(text)]
    return [
        {chr(at) for low, high in face for at in range(int(low, 16), int(high or low, 16) + 1)}
        for face in faces
    ]


@pytest.mark.parametrize("language", languages())
def test_it_has_the_letters_of_the_texts(language: str) -> None:
    said = "".join(str(each.string) for each in read_catalogue(language) if each.id)
    display, text = letters_of_fonts()
    assert {letter for letter in said if letter.isalpha()} <= display
    # Some titles are set in capitals.
    assert {letter for letter in said + said.upper() if letter.isalpha()} <= text


def test_it_has_the_letters_of_the_names_of_languages() -> None:
    # They stand in the footer of every page.
    names = "".join(name for _, name in settings.LANGUAGES)
    assert {each for each in names if each.isalpha()} <= set.intersection(*letters_of_fonts())
