"""What makes the site installable: manifest, service worker, and the page without a connection."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from games.models import User
from tests.fixtures import As

pytestmark = pytest.mark.registered

LANGUAGES = [code for code, _ in settings.LANGUAGES]
MOST_BYTES = 100_000


def manifest(client: Client, language: str) -> dict[str, Any]:
    answer = client.get(f"/app/{language}.webmanifest")
    assert answer["Content-Type"].startswith("application/manifest+json")
    found: dict[str, Any] = answer.json()
    return found


def file_of(address: str) -> str:
    found = finders.find(address.removeprefix("/static/"))
    assert found, address
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_manifest_is_linked_and_in_the_language_of_the_page(
    outsider: Client, language: str
) -> None:
    outsider.cookies["language"] = language
    (address,) = re.findall(
        r'<link rel="manifest" href="([^"]+)">', outsider.get("/").content.decode()
    )
    assert address == f"/app/{language}.webmanifest"
    found = manifest(outsider, language)
    assert found["lang"] == language
    names = {each["url"]: each["name"] for each in found["shortcuts"]}
    assert names == {
        "en": {"/en/": "Play", "/en/daily/": "Daily"},
        "de": {"/de/": "Spielen", "/de/daily/": "Tagesspiel"},
    }.get(language, names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_installed(outsider: Client, language: str) -> None:
    found = manifest(outsider, language)
    # What browsers ask for: https://web.dev/articles/install-criteria
    assert (found["id"], found["start_url"], found["scope"]) == ("/", f"/{language}/", "/")
    assert (found["display"], found["lang"], found["dir"]) == ("standalone", language, "ltr")
    assert all(found[name] for name in ("name", "short_name", "description"))
    # The start page is that of the language on a device that asks for another one.
    start = outsider.get(found["start_url"], headers={"accept-language": "ja"})
    assert (start.status_code, start["Content-Language"]) == (200, language)
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in found["icons"]}
    wanted = {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert wanted <= sizes
    for icon in [*found["icons"], *(icon for each in found["shortcuts"] for icon in each["icons"])]:
        assert file_of(icon["src"])
    for shortcut in found["shortcuts"]:
        assert outsider.get(shortcut["url"]).status_code == 200


def test_it_names_colours_of_the_page(outsider: Client) -> None:
    text = outsider.get("/").content.decode()
    colours = re.findall(
        r'<meta name="theme-color" content="(#\w+)" media="[^"]*(light|dark)', text
    )
    assert {scheme for _, scheme in colours} == {"light", "dark"}
    assert manifest(outsider, "en")["theme_color"] == colours[0][0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_pictures_are_what_the_manifest_says_and_small(outsider: Client, language: str) -> None:
    found = manifest(outsider, language)["screenshots"]
    assert [each["form_factor"] for each in found] == ["narrow", "wide"]
    for each in found:
        path = Path(file_of(each["src"]))
        assert path.stem.endswith(language)
        assert path.stat().st_size < MOST_BYTES
        with Image.open(path) as picture:
            assert Image.MIME[picture.format or ""] == each["type"]
            assert "{}x{}".format(*picture.size) == each["sizes"]
            # Chromium's limits: 320 to 3840 px, one side at most 2.3 times the other.
            assert 320 <= min(picture.size) <= max(picture.size) <= 3840
            assert max(picture.size) <= 2.3 * min(picture.size)


def test_it_has_an_icon_for_devices_that_read_no_manifest(outsider: Client) -> None:
    text = outsider.get("/").content.decode()
    (address,) = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', text)
    assert file_of(address)


def test_it_serves_the_worker_for_the_whole_site_and_has_browsers_ask_each_time(
    outsider: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = outsider.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-cache" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]
    again = outsider.get("/sw.js", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert not answer.cookies


def test_its_worker_changes_with_the_language(outsider: Client) -> None:
    english = outsider.get("/sw.js", headers={"Accept-Language": "en"})
    german = outsider.get("/sw.js", headers={"Accept-Language": "de"})
    assert b'"/app/offline/de/"' in german.content
    assert english["ETag"] != german["ETag"]
    assert "Accept-Language" in german["Vary"]
    assert "Cookie" in german["Vary"]


def test_its_worker_has_the_version_of_the_pages(outsider: Client) -> None:
    (shown,) = re.findall(r' data-version="(\w+)"', outsider.get("/").content.decode())
    (served,) = re.findall(r'"version": "(\w+)"', outsider.get("/sw.js").content.decode())
    assert shown == served


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_explains_in_the_language_that_there_is_no_connection(
    outsider: Client, language: str
) -> None:
    answer = outsider.get(f"/app/offline/{language}/")
    assert answer["Content-Language"] == language
    words = {"en": "No connection", "de": "Keine Verbindung"}
    assert words.get(language, "<h1>") in answer.content.decode()
    assert not answer.cookies


def test_the_page_without_a_connection_names_nobody_and_needs_no_other_page(
    signed_in: As, alice: User
) -> None:
    text = signed_in(alice).get("/app/offline/en/").content.decode()
    main = text[text.index("<body") :]
    assert "Alice" not in text
    assert "<a class" not in main.replace('<a class="skip-link" href="#main">', "")
    assert "<form" not in main
    for address in re.findall(r'(?:href|src)="(/static/[^"#]+)"', text):
        assert file_of(address)


def test_it_knows_no_other_language(outsider: Client) -> None:
    assert outsider.get("/app/xx.webmanifest").status_code == 404
    assert outsider.get("/app/offline/xx/").status_code == 404
