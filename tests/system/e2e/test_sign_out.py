"""After signing out, the browser shows nobody what only its player may see."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.system.e2e.browser import ARGUMENTS, open_window
from tests.system.e2e.site import Site

PASSWORD = "five sixes in one throw"


@pytest.fixture(params=["pages in memory", "pages from the cache"])
def remembering_browser(
    browser: Browser, chromium: Path, request: pytest.FixtureRequest
) -> Iterator[Browser]:
    """A browser that keeps whole pages in memory, as people's do; Playwright's does not."""
    if request.param == "pages from the cache":
        yield browser
        return
    omitted = ["--disable-back-forward-cache"]
    own = browser.browser_type.launch(
        executable_path=chromium, args=ARGUMENTS, ignore_default_args=omitted
    )
    yield own
    own.close()


def test_the_way_back_shows_no_personal_page(remembering_browser: Browser, site: Site) -> None:
    name = f"Alice {secrets.randbelow(900) + 100}"
    window = open_window(remembering_browser, site.url)
    page = window.new_page()
    page.goto("/sign-up/")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("banner")).to_contain_text(name)
    for path in ("/settings/", "/rules/", "/leaderboards/"):
        page.goto(path)
        expect(page.get_by_role("banner")).to_contain_text(name)
    page.get_by_role("banner").get_by_text(name).click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text("You are signed out")).to_be_visible()
    for _ in range(3):
        # A page from memory has no "load".
        page.go_back(wait_until="commit")
        expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
        expect(page.locator("body")).not_to_contain_text(name)
    window.close()
