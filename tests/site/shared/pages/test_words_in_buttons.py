"""Words of a button with a name in them are in one element.

A button is a flex container: between its icon and its words is a gap, and a name has an element of
its own. Without an element around all words, the gap would also be before and after the name.
"""

import re
from pathlib import Path

import pytest

from tests.environment import ROOT

BUTTON = re.compile(r"<(button|a)\b(?:(?!</\1>).)*?class=\S*button\b.*?</\1>", re.DOTALL)
SENTENCE = re.compile(r"interpolate\(|blocktranslate|\}, \$\{")
NAME = re.compile(r"\b(?:named|typed)\(|\|(?:named|typed)\b|\bnames?: ")


def torn(text: str) -> list[str]:
    """Return the buttons whose words a name tears apart."""
    found = (match[0] for match in BUTTON.finditer(text))
    return [
        each
        for each in found
        if SENTENCE.search(each) and NAME.search(each) and "<span" not in each
    ]


@pytest.mark.parametrize(
    ("button", "is_torn"),
    [
        ('<button class="button">${interpolate(text, { name: named(name) })}</button>', True),
        ('<button class="button"><span>${interpolate(a, { b: named(b) })}</span></button>', False),
        (
            '<a class="button">{% blocktranslate with a=b|named %}Play {{ a }}{% endblock %}</a>',
            True,
        ),
        ('<a class="button">{{ x|named }}</a>', False),
        ('<button class="button">${label}, ${named(name)}</button>', True),
    ],
)
def test_it_finds_words_that_a_name_tears_apart(button: str, is_torn: bool) -> None:
    assert bool(torn(button)) is is_torn


@pytest.mark.parametrize(("folder", "ending"), [("templates", "html"), ("static/js", "js")])
def test_no_name_tears_the_words_of_a_button_apart(folder: str, ending: str) -> None:
    files: list[Path] = sorted((ROOT / folder).rglob(f"*.{ending}"))
    assert files
    assert {str(file): found for file in files if (found := torn(file.read_text()))} == {}
