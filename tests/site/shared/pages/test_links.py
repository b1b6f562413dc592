"""Every link leads somewhere, and every page says to which section it belongs."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import resolve

from games.site.shared.pages.section_tags import SECTIONS
from tests.fixtures import As
from tests.support.people import registered
from tests.system.e2e.pages import FOR_ACCOUNTS, FOR_ALL

LINK = re.compile(r'<a [^>]*href="(/[^"#]*)')
CURRENT = re.compile(r'<nav class="site-sections".*?</nav>', re.DOTALL)
WITHOUT = {"home", "fair", "dice", "fair-log", "api", "sign-in", "sign-up", "wording"}
"""Pages outside the sections, besides those that begin with these."""


def crawl(browser: Client) -> dict[str, int]:
    """Return the status of each page that links lead to, step by step, from the home page."""
    found: dict[str, int] = {}
    waiting = ["/"]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        answer = browser.get(path)
        found[path] = answer.status_code
        if answer["Content-Type"].startswith("text/html") and answer.status_code == 200:
            waiting += map(unescape, LINK.findall(answer.content.decode()))
    return found


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("is_signed_in", [False, True])
def test_every_link_leads_to_a_page(
    is_signed_in: bool, language: str, outsider: Client, signed_in: As, db: None
) -> None:
    browser = signed_in(registered("Alice")) if is_signed_in else outsider
    browser.cookies["language"] = language
    found = crawl(browser)
    assert {path: status for path, status in found.items() if status not in {200, 302}} == {}
    assert {"/", "/daily/", "/learn/", "/community/", "/rules/yatzy/", "/api/"} <= set(found)


def test_the_header_has_four_links_and_marks_one(outsider: Client, signed_in: As, db: None) -> None:
    browser = signed_in(registered("Alice"))
    for path in {*FOR_ALL.values(), *FOR_ACCOUNTS}:
        header = CURRENT.search(browser.get(path).content.decode())
        if header is None:
            continue  # the page has a header of its own
        assert header[0].count("<a ") == 4
        route = resolve(path.partition("?")[0]).url_name or ""
        wanted = sum(section.is_current(route) for section in SECTIONS)
        assert header[0].count("aria-current") == wanted <= 1, path
        outside = route in WITHOUT or route.startswith(
            (
                "account",
                "settings",
                "password",
                "my-",
                "sign",
                "privacy",
                "family",
                "second",
                "provider",
            )
        )
        assert wanted or outside or route == "home", path
