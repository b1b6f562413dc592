"""Before a release, each language is whole: translated, up to date, read by somebody else, and with
all that belongs to a language. A commit may leave that to others.
"""

from pathlib import Path

import pytest
from babel.messages import Catalog
from django.conf import settings
from django.utils.translation import to_locale

from games.people.accounts import word_lists
from games.site.shared.sharing.head import LOCALES
from tests.platform.language.test_glossary import glossary
from workshop.make.messages import (
    coverage,
    key_of,
    languages,
    marked_texts,
    read_catalogue,
)

TEXTS = {"contact", "imprint", "privacy", "terms"}
pytestmark = pytest.mark.release
EACH_LANGUAGE = pytest.mark.parametrize("language", languages())


@pytest.fixture(scope="module")
def marked() -> Catalog:
    return marked_texts()


@EACH_LANGUAGE
def test_it_has_exactly_the_texts_that_are_marked(language: str, marked: Catalog) -> None:
    have = {key_of(each) for each in read_catalogue(language) if each.id}
    assert have == {key_of(each) for each in marked if each.id}, "run script/make messages"


@EACH_LANGUAGE
def test_every_text_is_translated_and_reviewed(language: str, marked: Catalog) -> None:
    counted = coverage(language, marked)
    assert counted.shown == counted.total, f"{counted}: see docs/languages.md"


@pytest.mark.parametrize("code", [code for code, _ in settings.LANGUAGES])
def test_it_has_all_that_belongs_to_a_language(code: str) -> None:
    assert code in LOCALES
    assert (word_lists.LISTS / f"{to_locale(code)}.txt").exists()
    texts = Path(settings.BASE_DIR, "deploy", "legal")
    assert {path.name.split(".")[0] for path in texts.glob(f"*.{code}.md")} == TEXTS
    assert code == "en" or len(dict(glossary(to_locale(code)))) >= 20
