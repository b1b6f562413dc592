"""Forms that are sent twice: by two clicks, after the Back button, and from two tabs."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import box_of, open_window
from tests.e2e.site import Site
from tests.support.people import PASSWORD

GAPS_MS = (0, 20, 100, 300)
RULES = "/rules/x/yacht+no-choice/"


def fills_account(page: Page, name: str) -> None:
    page.locator("main [name=name]").fill(name)
    page.locator("main [name=password]").fill(PASSWORD)


def fills_device(page: Page, name: str) -> None:
    for number in (1, 2):
        page.locator("[name=player]").nth(number - 1).fill(f"{name} {number}")


def fills_rules(page: Page, name: str) -> None:
    page.locator("#keep-name").fill(name)


def fills_nothing(page: Page, name: str) -> None:
    """Send the form as it stands."""


def fills_event(page: Page, name: str) -> None:
    page.locator("main [name=name]").fill(name)


class Form(NamedTuple):
    """A page with a form, what to type there, its button, and the table that gets one row."""

    address: str
    fill: Callable[[Page, str], None]
    button: str
    table: str
    account: bool = False


FORMS = {
    "sign up": Form("/sign-up/", fills_account, "Sign up", "user"),
    "new table": Form("/new/", fills_nothing, "Play", "room"),
    "one device": Form("/device/", fills_device, "Play", "room"),
    "rules": Form(RULES, fills_rules, "Keep", "keptrules", account=True),
    "event": Form("/tournaments/new/", fills_event, "", "tournament", account=True),
}


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    windows = []

    def open_one(script: bool = True) -> Page:
        window = open_window(browser, site.url, java_script_enabled=script)
        windows.append(window)
        window.set_default_timeout(8000)
        return window.new_page()

    yield open_one
    for window in windows:
        window.close()


def signs_up(page: Page, name: str) -> None:
    page.goto("/sign-up/")
    fills_account(page, name)
    button_of(page, "Sign up").click()
    expect(page.get_by_role("link", name="Sign in")).to_have_count(0)


def button_of(page: Page, name: str) -> "object":
    buttons = page.get_by_role("main").locator("form[method=post] button[type=submit], form[method=post] button:not([type])")
    return buttons.filter(has_text=name).first if name else buttons.first


def clicks_twice(page: Page, button: object, gap_ms: int) -> None:
    """Click where the button is, and again there, whatever is there by then."""
    button.scroll_into_view_if_needed()
    box = box_of(button)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    for number in range(2):
        if number and gap_ms:
            page.wait_for_timeout(gap_ms)
        page.mouse.down()
        page.mouse.up()


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("what", FORMS)
def test_two_clicks_give_one(
    site: Site, open_page: Callable[..., Page], what: str, script: bool
) -> None:
    form = FORMS[what]
    for gap_ms in GAPS_MS:
        page = open_page(script)
        name = f"Lena {what[:3]} {gap_ms} {script:d}"
        if form.account:
            signs_up(page, f"Owner {what[:3]} {gap_ms} {script:d}")
        page.goto(form.address)
        form.fill(page, name)
        before = site.rows(form.table)
        answers: list[int] = []
        page.on("response", lambda each: answers.append(each.status) if each.request.is_navigation_request() else None)
        clicks_twice(page, button_of(page, form.button), gap_ms)
        page.wait_for_load_state("load")
        page.wait_for_timeout(400)
        page.wait_for_load_state("load")
        assert site.rows(form.table) - before == 1, (what, gap_ms)
        assert max(answers) < 400, (what, gap_ms, answers)
        if what == "sign up":
            expect(page.get_by_text(name)).to_be_visible()
        page.close()
