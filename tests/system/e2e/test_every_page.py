"""Every page has room for words that are 40 % longer, on a small phone, in both directions of
lines: those of accounts, circles, finished games and the desk, which test_languages.py leaves out.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from django.urls import URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Browser, Page

from tests.environment import ROOT
from tests.system.e2e.browser import Problems, open_window
from tests.system.e2e.every_page_scene import Visitor
from tests.system.e2e.fitting import misfits_both_ways
from tests.system.e2e.pages import FOR_ALL, FOR_GUESTS
from tests.system.e2e.site import Site
from tests.system.e2e.test_daily import on_database
from tests.system.e2e.test_languages import NARROW

# A menu opens over what is below it.
UNFOLD = """document.querySelectorAll("main details:not(.circle-more, .puzzle-menu)").forEach(
    (each) => { each.open = true; }
)"""
CONNECTED = """[...document.querySelectorAll(".link-dot")].every(
    ({ dataset }) => dataset.state === "online"
)"""
LATE_MS = 1000
PARAMETER = re.compile(r"<[^>]*>|\(\?P(?:[^()]|\([^()]*\))*\)")
NO_PAGES_BELOW = ("/api/", "/preview/", "/language/")
FILES = (".csv", ".ics", ".json", ".png", ".svg", ".bin", ".txt", ".webmanifest", ".xml")
FOUND = (200, 404)
"""What answers a request for a page, even for one of something that does not exist."""
PART, DATA, FORM = "a part of another page", "data for a script", "answers a form only"
OPERATORS = "one page for all texts of the operator, who writes them"
LEFT_OUT = {
    "analysis-position": "the analysis board",
    "boxes": PART,
    "circle-season": "the season that runs looks the same",
    "contact": OPERATORS,
    "first-link": "one button; who has pressed it sees the page of this scene",
    "house-rules-boxes": PART,
    "house-rules-keep": FORM,
    "house-rules-perfect": DATA,
    "imprint": OPERATORS,
    "offline-games-bots": DATA,
    "offline-games-taken": DATA,
    "provider-done": "leads to where the visitor was",
    "scorecard-rules": DATA,
    "terms": OPERATORS,
}
"""By the name of an address: why it needs no look."""


def visitors_of(site: Site) -> list[Visitor]:
    """Make the scene, and return who visits which pages."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.system.e2e.every_page_scene"],
        cwd=ROOT,
        env=site.environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return [Visitor(*each) for each in json.loads(made.stdout)]


def hand_to(page: Page, site: Site, visitor: Visitor) -> None:
    """Let the visitor be signed in, and read the pseudo-language."""
    if visitor.works:
        on_database(site, f"UPDATE games_user SET {visitor.works}")
    page.context.clear_cookies()
    cookies = {**visitor.cookies, "language": "en-xa"}
    page.context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in cookies.items()]
    )


def what_stays_tight(page: Page) -> dict[str, list[str]]:
    """Return what has no room, even after late scripts have drawn what they draw."""
    if not misfits_both_ways(page):
        return {}
    page.wait_for_timeout(LATE_MS)
    return misfits_both_ways(page)


def test_no_page_cuts_longer_words(browser: Browser, site: Site, problems: Problems) -> None:
    problems.forgiven += ["404", "The AudioContext was not allowed to start"]
    tight = {}
    visitors = visitors_of(site)
    # One window: what all pages share is loaded once.
    page = open_window(browser, site.url, phone=True, viewport=NARROW).new_page()
    problems.watch(page)
    for visitor in visitors:
        hand_to(page, site, visitor)
        for path in visitor.paths:
            page.goto(path)
            page.wait_for_load_state("load")
            assert urlsplit(page.url).path == urlsplit(path).path, "it leads elsewhere"
            page.wait_for_function(CONNECTED)
            page.evaluate("document.fonts.ready")
            page.evaluate(UNFOLD)
            tight[path] = what_stays_tight(page)
    assert {path: both for path, both in tight.items() if both} == {}
    assert left_out(page, visitors) == LEFT_OUT.keys()
    page.context.close()


def addresses(
    patterns: Sequence[URLPattern | URLResolver], before: str = "/"
) -> Iterator[tuple[str, str]]:
    """Yield names and paths with "1" for each parameter, but those of the admin and the API."""
    for each in patterns:
        path = before + PARAMETER.sub("1", str(each.pattern)).strip("^$").replace("\\.", ".")
        if isinstance(each, URLResolver):
            if each.app_name != "admin":
                yield from addresses(each.url_patterns, path)
        elif not path.startswith(NO_PAGES_BELOW) and not path.endswith(FILES):
            yield each.name or path, path


def left_out(page: Page, visitors: list[Visitor]) -> set[str]:
    """Return the names of the addresses that answer requests for pages, and that neither these
    visitors nor other tests have opened.
    """
    paths = [path for visitor in visitors for path in visitor.paths]
    paths += [*FOR_ALL.values(), *FOR_GUESTS]
    seen = {resolve(urlsplit(path).path).url_name for path in paths}
    missing = {
        name: path for name, path in addresses(get_resolver().url_patterns) if name not in seen
    }
    asked = {name: page.request.get(path, max_redirects=0) for name, path in missing.items()}
    return {
        name
        for name, answer in asked.items()
        if answer.status in FOUND and "text/html" in answer.headers.get("content-type", "")
    }
