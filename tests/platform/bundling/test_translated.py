"""Bundles in the language of their reader."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import brotli
import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation
from pytest_django.fixtures import Settings

from games.platform.bundling import collected_bundles, read_static, texts_digest, translated_bundle
from games.platform.bundling.importmap_tags import build_import_map
from games.platform.bundling.translated import translated_address
from games.platform.language.browser import BrowserTexts
from tests.platform.bundling.conftest import Run, made
from workshop.make.messages import write_pseudo_language

PSEUDO = "en-xa"
ENTRY = re.compile(r'{%\s*module(?:_address)?\s+"js/([^"]+)\.js"')
# A call with a text in any kind of quotes, but not the definition of the function.
MARKED = re.compile(r"(?<!function )\bn?p?gettext\(\s*[\"'`]")
FORMS = re.compile(r"\bngettext\((\[.*?\]),0\s*[,\n]")
NAMED = re.compile(r"(?<!function )\bgettext\(\s*[A-Za-z]")
MODULE = """\
import { gettext, ngettext, pgettext } from "./language/language.js";
const [house, ...others] = ["Full house", "Bob"];
for (const count of [0, 1, 2]) console.log(ngettext("%(count)s point", "%(count)s points", count));
console.log(gettext(
  "Your turn",
), pgettext("verb", "Roll"), gettext(house), gettext(others[0]), `${gettext("Your turn")}`);
console.log(new Error().stack);
"""


@pytest.fixture
def pseudo(collected: Path, settings: Settings, tmp_path: Path) -> Iterator[str]:
    """The site as collected, with the pseudo-language."""
    write_pseudo_language(tmp_path / "locale")
    settings.LANGUAGES = [*settings.LANGUAGES, (PSEUDO, "Pseudo")]
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, tmp_path / "locale"]
    yield PSEUDO
    texts_digest.cache_clear()


def hashed(language: str, bundle: str) -> str:
    """Return the hashed file name of a bundle."""
    return translated_address(bundle, language).rpartition("/")[2]


def test_it_leaves_no_text_in_english(pseudo: str) -> None:
    # Every text that a bundle marks is translated in it, and it has the names that it looks up.
    for bundle in collected_bundles():
        code = translated_bundle(pseudo, hashed(pseudo, bundle), packed=False).decode()
        assert MARKED.findall(code) == [], bundle
        for forms in FORMS.findall(code):
            assert all(form.startswith("[") for form in json.loads(forms)), (bundle, forms)
        brings_names = bool(NAMED.search(code)) and bundle not in later_at_the_table()
        assert ("names:{" in code) == brings_names, bundle


def later_at_the_table() -> set[str]:
    """The bundles of a table that its first one loads later: no template names them."""
    entries = " ".join(path.read_text() for path in Path("templates").rglob("*.html"))
    named = {f"bundles/{each.replace('/', '-')}.js" for each in ENTRY.findall(entries)}
    table = {each for each in collected_bundles() if each.startswith("bundles/table-")}
    assert named & table == {"bundles/table-main.js"}
    importing = {
        path.parts[2]
        for path in Path("static/js").rglob("*.js")
        if re.search(r"import\(\s*\"[^\"]*/table/", path.read_text())
    }
    assert importing <= {"table"}, "another page would load them without names"
    return table - named


def test_it_writes_the_texts_of_the_catalogue_into_the_code() -> None:
    texts = BrowserTexts("de")
    code = 'f(gettext("Your turn"), pgettext(\n"verb", "Roll",\n), gettext(name))'
    assert texts.translated(code) == 'f(("Dein Zug"), ("Würfeln"\n\n), gettext(name))'


@pytest.mark.process
def test_it_speaks_german_and_keeps_the_lines_of_its_sources(tmp_path: Path, run: Run) -> None:
    language = "js/language/language.js"
    files = {"js/main.js": MODULE, language: read_static(language)}
    [bundle] = made(files, "js/main.js")
    texts = BrowserTexts("de")
    (tmp_path / "main.js").write_text(texts.setup(with_names=True) + texts.translated(bundle.code))
    (tmp_path / "main.js.map").write_text(bundle.source_map)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    *points, words, _, place = run("main.js").splitlines()[:6]
    assert points == ["%(count)s Punkte", "%(count)s Punkt", "%(count)s Punkte"]
    assert words == "Dein Zug Würfeln Full House Bob Dein Zug"
    assert "js/main.js:7:" in place


def test_it_loads_the_bundle_of_the_language_and_maps_what_it_loads_later(collected: Path) -> None:
    with translation.override("de"):
        page = Template('{% load importmap %}{% module "js/home/main.js" %}').render(Context({}))
        imports = build_import_map("de")["imports"]
    found = re.search(r'src="(/language/de/(\w{12})/home-main\.\w{12}\.js)"', page)
    assert found
    assert imports[f"/language/de/{found[2]}/home-main.js"] == found[1]


def test_it_keeps_a_translated_bundle_for_ever_under_its_digest(
    collected: Path, client: Client
) -> None:
    address = translated_address("bundles/home-main.js", "de")
    answer = client.get(address, headers={"accept-encoding": "gzip, br"})
    assert "immutable" in answer["Cache-Control"]
    assert answer["Content-Encoding"] == "br"
    assert answer["Vary"] == "Accept-Encoding"
    plain = client.get(address)
    assert plain.content == brotli.decompress(answer.content)
    other = address.replace(texts_digest("de"), "0123456789ab")
    assert client.get(other)["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "name", ["home-main.js", "home-main.0123456789ab.js", "..%2Fhome-main.js", "texts.js"]
)
def test_it_has_nothing_but_bundles(collected: Path, client: Client, name: str) -> None:
    assert client.get(f"/language/de/0123456789ab/{name}").status_code == 404
