"""What people typed stands apart from the words and numbers beside it."""

import re
import sys
import unicodedata
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.core.refusal import Refusal
from games.platform.language import (
    interpolate,
    isolated,
    listed,
    listed_names,
    named,
    translated,
    typed,
)

RIGHT_TO_LEFT = ["דנה", "علي", "دنیا", "می‌روم", "ߒߞߏ", "𞤀𞤁", "Bob דנה", "٣"]
OTHERS = [
    "Bob",
    "Ελένη",
    "Олена",
    "佐々木",
    "김민준",
    "สมชาย",
    "नीलिमा",
    "Ọ̀ṣun",
    "İpek",
    "👩‍🚀",
    "7",
]
TURNING = {"R", "AL", "AN", "RLE", "LRE", "RLO", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"}
"""The classes of Unicode's bidirectional algorithm that can move what stands beside them on a page
that is written from left to right (UAX #9, table 4).
"""
SCRIPT = Path("static/js/language/language.js")


@pytest.mark.parametrize("name", RIGHT_TO_LEFT)
def test_it_isolates_what_is_written_from_right_to_left(name: str) -> None:
    marked = f"\u2068{name}\u2069"
    assert isolated(name) == marked
    assert interpolate("%(name)s: %(points)s", {"name": name, "points": 55}) == f"{marked}: 55"
    assert str(listed(["Bob", name])) == f"Bob and {marked}"
    assert translated(Refusal("gone", "%(name)s has left.", name=name)) == f"{marked} has left."


@pytest.mark.parametrize("name", OTHERS)
def test_it_leaves_other_texts_as_they_are(name: str) -> None:
    assert isolated(name) == name
    assert interpolate("%(name)s: 5", {"name": name}) == f"{name}: 5"
    assert isolated("") == ""


def test_it_isolates_everything_in_a_language_that_is_written_from_right_to_left() -> None:
    with override("he"):
        assert isolated("Bob") == "\u2068Bob\u2069"


def test_it_knows_each_character_of_unicode_as_the_browser_does() -> None:
    (source,) = re.findall(r"TURNING = /\[(.*)\]/u;", SCRIPT.read_text())
    plain = re.sub(r"\\u\{?([0-9a-f]+)\}?", lambda match: chr(int(match[1], 16)), source)
    browser = re.compile(f"[{plain}]")
    for char in map(chr, range(sys.maxunicode + 1)):
        kind = unicodedata.bidirectional(char)
        if kind in TURNING:
            assert browser.match(char), hex(ord(char))
            assert isolated(char) != char
        elif kind == "L":
            # U+200E has this class, too.
            assert not browser.match(char), hex(ord(char))
            assert isolated(char) == char


def test_it_marks_names_and_escapes_them() -> None:
    name = "<b>דנה</b>"
    markup = '<bdi translate="no">&lt;b&gt;דנה&lt;/b&gt;</bdi>'
    assert named(name) == markup
    assert typed("a & b") == "<bdi>a &amp; b</bdi>"
    assert interpolate("1 < %(n)s & %(name)s", {"n": 2, "name": named(name)}) == (
        f"1 &lt; 2 &amp; {markup}"
    )
    assert listed_names(["Bob"]) == '<bdi translate="no">Bob</bdi>'
    assert listed_names(["Bob", name]) == f'<bdi translate="no">Bob</bdi> and {markup}'


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("{{ name|named }}", '<bdi translate="no">&lt;דנה</bdi>'),
        ("{{ name|typed }}", "<bdi>&lt;דנה</bdi>"),
        ("{{ name|isolated }}", "\u2068&lt;דנה\u2069"),
        ("{{ names|named }}", '<bdi translate="no">a</bdi>, <bdi translate="no">&lt;</bdi>'),
        ("{{ names|isolated }}", "a, &lt;"),
        ("{{ none|named }}{{ none|typed }}{{ none|isolated }}", ""),
        (
            "{% load i18n %}{% blocktranslate with x=name|named %}{{ x }}!{% endblocktranslate %}",
            '<bdi translate="no">&lt;דנה</bdi>!',
        ),
    ],
)
def test_templates_have_filters_for_it(source: str, shown: str) -> None:
    values = Context({"name": "<דנה", "names": ["a", "<"], "none": None})
    assert Template(source).render(values) == shown
