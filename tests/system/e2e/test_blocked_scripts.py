"""A filter list or a network may block any script: the page says so, instead of staying empty."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.system.e2e.browser import Problems, open_window
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.pages import FOR_ALL
from tests.system.e2e.site import Site

SENTENCE = "A part of this page did not load."
# Loaded in the head of all pages, and the code of the installed site, which no page waits for.
FIRST = re.compile(r"/first-paint[^/]*\.js$")
APP = re.compile(r"/app-main[^/]*\.js$|/app/main[^/]*\.js$")
# Chat and log, which a phone loads later.
CHAT = re.compile(r"/table-chat-side[^/]*\.js$")
LATE_MS = 15_000


@contextmanager
def without(browser: Browser, site: Site, blocked: str | re.Pattern[str]) -> Iterator[Page]:
    """A page of a window in which no address that matches `blocked` loads."""
    window: BrowserContext = open_window(browser, site.url)
    window.route(blocked, lambda route: route.abort("blockedbyclient"))
    try:
        yield window.new_page()
    finally:
        window.close()


@pytest.fixture
def scripts(browser: Browser, site: Site) -> dict[str, list[str]]:
    """The addresses of the module scripts in each page's markup, by the page's path."""
    found = {}
    with without(browser, site, "nothing") as page:
        for path in FOR_ALL.values():
            page.goto(path, wait_until="domcontentloaded")
            sources = page.locator("script[type=module][src]").evaluate_all(
                "scripts => scripts.map((each) => each.src)"
            )
            found[path] = [each for each in sources if not APP.search(each)]
    return found


def test_each_page_with_scripts_says_that_they_are_blocked(
    browser: Browser, site: Site, scripts: dict[str, list[str]]
) -> None:
    assert sum(map(bool, scripts.values())) > 12
    for path, sources in scripts.items():
        for source in sources:
            with without(browser, site, source) as page:
                page.goto(path)
                expect(page.get_by_text(SENTENCE), f"{path} without {source}").to_be_visible()


def test_it_says_so_without_the_first_script_too(browser: Browser, site: Site) -> None:
    with without(browser, site, FIRST) as page:
        page.goto("/analysis/")
        expect(page.get_by_text(SENTENCE)).to_be_visible()


def test_it_says_nothing_when_all_scripts_load(browser: Browser, site: Site) -> None:
    with without(browser, site, "nothing") as page:
        for path in FOR_ALL.values():
            page.goto(path)
            assert not page.get_by_text(SENTENCE).is_visible(), path


def test_a_table_a_tv_and_a_frame_say_it_too(browser: Browser, site: Site, arrive: Arrive) -> None:
    link = arrive("Alice").open_special_table()
    path = "/r/" + link.split("/r/")[1].strip("/")
    with without(browser, site, re.compile(r"\.js$")) as page:
        for place in (f"{path}/", f"{path}/screen/", f"/embed{path}/"):
            page.goto(place)
            expect(page.get_by_text(SENTENCE), place).to_be_visible(timeout=LATE_MS)


def test_a_game_goes_on_without_chat_and_log(arrive: Arrive, problems: Problems) -> None:
    problems.forgiven += ["table-chat-side", "ERR_FAILED"]
    alice = arrive("Alice", phone=True)
    page = alice.page
    page.route(CHAT, lambda route: route.abort())
    alice.open_special_table(seats=1)
    alice.start(players=1)
    alice.takes_turn()
    button = page.get_by_role("button", name="Chat and log")
    button.tap()
    expect(page.get_by_text("Something went wrong. Reload the page and try again.")).to_be_visible()
    alice.takes_turn()
    page.unroute(CHAT)
    page.reload()
    button.tap()
    expect(page.get_by_role("tab", name="Chat")).to_be_visible()
    # The events from before the page was opened are there, too.
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator(".log-line.box-scored")).to_have_count(2)


FOREIGN = """() => new Promise((done) => {
  addEventListener("error", ({ target }) => done(target.src), true);
  const src = "https://extension.example/a.js";
  document.head.append(Object.assign(document.createElement("script"), { src }));
})"""


def test_it_says_nothing_of_what_an_extension_adds(browser: Browser, site: Site) -> None:
    with without(browser, site, "nothing") as page:
        page.goto("/analysis/")
        assert page.evaluate(FOREIGN) == "https://extension.example/a.js"
        assert not page.get_by_text(SENTENCE).is_visible()


def test_a_table_says_nothing_of_what_is_pressed_without_a_connection(
    browser: Browser, site: Site, arrive: Arrive
) -> None:
    link = arrive("Alice").open_special_table()
    with without(browser, site, "nothing") as page:
        page.goto(link)
        button = page.get_by_role("button", name="Settings").first
        expect(button).to_be_visible()
        page.context.set_offline(True)
        with page.expect_event("requestfailed"):
            button.click()
        page.wait_for_timeout(500)
        page.context.set_offline(False)
        assert not page.get_by_text(SENTENCE).is_visible()
        button.click()
        expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
