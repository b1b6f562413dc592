"""The catalogues: nothing in them breaks a page, and what is shown is compiled.

What is missing, stale or unreviewed is shown in English, and counted at the end of the run: that
holds up a release (test_releasable.py), not a commit.
"""

from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from django.conf import settings
from django.utils.translation import to_locale

from tests.notes import note
from workshop.make.messages import (
    CATALOGUES,
    compiled,
    coverage,
    faults_in,
    faults_of,
    languages,
    marked_texts,
    po_path,
    read_catalogue,
    shown_catalogue,
)

EACH_LANGUAGE = pytest.mark.parametrize("language", languages())
# (English, a translation that would break or harm)
BAD = [
    ("Play with %(name)s", "Spiel mit"),
    ("Play with %(name)s", "Spiel mit %(nome)s"),
    ("Play with %(name)s", "Spiel mit %(name)"),
    ("Play with %(name)s", "%(name)s und %(name)s"),
    ("Play with %(name)s", "%(name)s: %(password)s"),
    ("Play with %(name)s", "%(name)s: {user.password}"),
    ("Play with %(name)s", "%(name)s: {{ user.password }}"),
    ("Play with %(name)s", "%(name)s: {% debug %}"),
    ("%(share)s %% of %(name)s", "%(share)s % von %(name)s"),
    ("Play", "Spiel <script>alert(1)</script>"),
    ("Play", "<a href=javascript:alert(1)>Spiel</a>"),
    ("Play", "Spiel <3"),
    ("Play", 'Spiel" autofocus onfocus="alert(1)'),
    ("Play", "Spiel' onfocus=alert(1)"),
    ("Play", "Spiel auf https://example.org"),
    ("Play", "Spiel auf www.example.org"),
    ("Play", "Spiel auf evil.example/x"),
    ("Play", "x@evil.example"),
    ("Play", "javascript:alert(1)"),
    ("Play", "Spiel & gewinne"),
    ("Play", "&#106;avascript"),
    ("Play", "Spiel\u202e"),
    ("Play", "Spiel\r\nBcc: all@example.org"),
    ('<a href="%(url)s">Play</a>', '<a href="%(url)s">Spiel'),
    ('<a href="%(url)s">Play</a>', '</a>Spiel<a href="%(url)s">'),
    ('<a href="%(url)s">Play</a>', '<a href="%(url)s" onclick="alert(1)">Spiel</a>'),
    ('<a href="%(url)s">Play</a>', '<a href="//evil.example">%(url)s</a>'),
    ('<a href="%(url)s">Play</a>', '<a href="%(url)s">Spiel</a><img src=x>'),
    ("<b><i>Play</i></b>", "<b><i>Spiel</b></i>"),
    (("%(n)s die", "%(n)s dice"), ("%(n)s Würfel",)),
    (("%(n)s die", "%(n)s dice"), ("ein Würfel", "")),
    (("%(n)s die", "%(n)s dice"), ("%(n)s Würfel", "Würfel")),
    (("%(n)s die", "%(n)s dice"), ("<b>ein</b> Würfel", "%(n)s Würfel")),
    (("%(n)s die", "%(n)s dice"), ("%(k)s Würfel", "%(n)s Würfel")),
]
GOOD = [
    ("Play with %(name)s", "Mit %(name)s spielen – günstiger"),
    ("You win", "Du hast „gewonnen“ &amp; mehr"),
    ("%(share)s %% of %(name)s", "%(share)s\u00a0%% von %(name)s"),
    ('<a href="%(url)s">Play</a>, <b>now</b>', '<b>Jetzt</b> <a href="%(url)s">spielen</a>'),
    (("%(n)s die", "%(n)s dice"), ("ein Würfel", "%(n)s Würfel")),
    (("A die", "%(n)s dice"), ("%(n)s Würfel", "%(n)s Würfel")),
]
Texts = str | tuple[str, ...]


@pytest.fixture(scope="module")
def marked() -> Catalog:
    return marked_texts()


def faults(english: Texts, german: Texts) -> list[str]:
    return list(faults_of(Message(english, german), forms=2, form_of_one=0))


def test_each_language_of_the_site_has_a_catalogue() -> None:
    spoken = {to_locale(code) for code, _ in settings.LANGUAGES} - {"en", "en_XA"}
    assert spoken <= set(languages())
    assert {path.suffix for path in CATALOGUES.rglob("*.*")} <= {".po", ".mo", ".md", ".txt"}


@EACH_LANGUAGE
def test_it_counts_what_is_shown(
    language: str, marked: Catalog, request: pytest.FixtureRequest
) -> None:
    counted = coverage(language, marked)
    assert counted.total == len([message for message in marked if message.id])
    note(request.config, "languages", language, str(counted))


@EACH_LANGUAGE
def test_it_breaks_and_harms_nothing(language: str) -> None:
    assert list(faults_in(language)) == []


@pytest.mark.parametrize(("english", "german"), BAD)
def test_it_refuses_what_would_break_or_harm(english: Texts, german: Texts) -> None:
    assert faults(english, german)


@pytest.mark.parametrize(("english", "german"), GOOD)
def test_it_accepts_what_only_says_it_otherwise(english: Texts, german: Texts) -> None:
    assert faults(english, german) == []


@EACH_LANGUAGE
def test_it_is_compiled(language: str) -> None:
    path: Path = po_path(language).with_suffix(".mo")
    assert path.read_bytes() == compiled(shown_catalogue(language)), "run script/make messages"


def test_it_calls_the_game_yacht() -> None:
    # “Yahtzee” is a trademark: it names a rule set and its box, as in the English text.
    for language in languages():
        for message in read_catalogue(language):
            if message.id and "yahtzee" in str(message.string).lower():
                assert "yahtzee" in str(message.id).lower(), (language, message.string)
