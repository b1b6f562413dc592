"""Addresses that carry a language, on every page that has them."""

import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve

from games.platform.language.addresses import MARK, routes
from games.site.front.home.sitemap import paths

CODES = [code for code, _ in settings.LANGUAGES]
EACH_LANGUAGE = pytest.mark.parametrize("language", CODES)
SOME = ("de", "pt-br")
"""An ordinary code and one of two parts: where each language takes seconds, CI tries these."""
LINK = re.compile(r'<a [^>]*href="(/[^"#]*)')
LANG = re.compile(r'<html lang="([^"]*)"')
CANONICAL = re.compile(r'<link rel="canonical" href="([^"]*)"')
ALTERNATE = re.compile(r'<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"')
SPACES = {
    "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "x": "http://www.w3.org/1999/xhtml",
}
HERE = "http://testserver"


def speaking(language: str) -> Client:
    """Return a browser that asks for a language, and has chosen none."""
    return Client(headers={"accept-language": language})


def other_than(language: str) -> str:
    return next(code for code in CODES if code != language)


def body(answer: Any) -> str:
    assert answer.status_code == 200, answer
    text: str = answer.content.decode()
    return text


def is_spoken(path: str) -> bool:
    try:
        return hasattr(resolve(path.partition("?")[0]).func, MARK)
    except Resolver404:
        return False


def test_it_knows_the_pages() -> None:
    assert {"home", "learn", "rules-of", "leaderboard", "fair", "privacy"} <= routes()
    assert not {"room", "game", "settings", "my-games", "desk", "circles"} & routes()


@EACH_LANGUAGE
def test_the_address_decides_before_the_browser(language: str, db: None) -> None:
    browser = speaking(other_than(language))
    # The others take turns: each page in three languages.
    others = [code for code in CODES if code not in SOME]
    first, step = (0, 1) if language in SOME else (others.index(language), len(others))
    for path in list(paths())[first::step]:
        answer = browser.get(f"/{language}{path}", follow=False)
        text = body(answer)
        assert LANG.findall(text) == [language], path
        assert answer["Content-Language"] == language
        vary = {name.strip() for name in answer["Vary"].split(",")}
        assert "Cookie" in vary
        assert "Accept-Language" not in vary
        assert CANONICAL.findall(text) == [f"{HERE}/{language}{path}"]
        assert dict(ALTERNATE.findall(text)) == {
            **{code: f"{HERE}/{code}{path}" for code in CODES},
            "x-default": f"{HERE}{path}",
        }


@EACH_LANGUAGE
def test_a_choice_decides_before_the_address(language: str, db: None) -> None:
    browser = speaking(language)
    browser.cookies["language"] = chosen = other_than(language)
    answer = browser.get(f"/{language}/learn/?a=%C3%B6&b=1")
    assert answer.status_code == 302
    assert answer["Location"] == f"/{chosen}/learn/?a=%C3%B6&b=1"
    assert answer["Vary"] == "Cookie"
    browser.cookies["language"] = language
    assert LANG.findall(body(browser.get(f"/{language}/learn/"))) == [language]


def test_addresses_without_a_language_are_as_they_were(db: None) -> None:
    for language in CODES:
        text = body(speaking(language).get("/learn/"))
        assert LANG.findall(text) == [language]
        assert not any(link.startswith(f"/{language}/") for link in LINK.findall(text))


@pytest.mark.parametrize(
    "language",
    [pytest.param(code, marks=[] if code in SOME else pytest.mark.release) for code in CODES],
)
def test_links_stay_in_the_language(language: str, db: None) -> None:
    browser = speaking(other_than(language))
    seen: set[str] = set()
    lost: set[tuple[str, str]] = set()
    waiting = [f"/{language}/"]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = browser.get(path)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            links = set(map(unescape, LINK.findall(answer.content.decode())))
            waiting += [link for link in links if link.startswith(f"/{language}/")]
            lost |= {(path, link) for link in links if is_spoken(link)}
    assert lost == set()
    assert len(seen) > 40


@pytest.mark.parametrize("path", ["/xx/learn/", "/tlh/", "/zz-zz/rules/yatzy/"])
def test_a_language_that_is_not_there_is_answered_with_those_that_are(path: str, db: None) -> None:
    answer = speaking("en").get(path)
    assert answer.status_code == 404
    text = answer.content.decode()
    page = path[path.index("/", 1) :]
    if len(path.split("/")[1]) != 3:
        assert {f"/{code}{page}" for code in CODES} <= set(LINK.findall(text))


@pytest.mark.parametrize("path", ["/de/r/abcdefgh/", "/de/settings/", "/de/healthz", "/de/de/"])
def test_what_has_one_address_has_no_other(path: str, db: None) -> None:
    assert speaking("en").get(path).status_code == 404


def test_the_sitemap_lists_every_page_in_every_language(db: None) -> None:
    browser = speaking("en")
    assert f"\nSitemap: {HERE}/sitemap.xml\n" in body(browser.get("/robots.txt"))
    index = ElementTree.fromstring(body(browser.get("/sitemap.xml")))
    parts = [str(each.text) for each in index.findall("s:sitemap/s:loc", SPACES)]
    assert len(parts) == len(CODES)
    listed = set()
    for part in parts:
        urls = ElementTree.fromstring(body(browser.get(part.removeprefix(HERE))))
        for each in urls.findall("s:url", SPACES):
            assert len(each.findall("x:link", SPACES)) == len(CODES)
            listed.add(str(each.findtext("s:loc", "", SPACES)))
    assert listed == {f"{HERE}/{code}{path}" for code in CODES for path in paths()}
    assert browser.get("/sitemap-tlh.xml").status_code == 404
