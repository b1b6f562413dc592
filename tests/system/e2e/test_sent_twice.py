"""Forms that are sent twice: by two clicks, after the Back button, and from two tabs."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, Response, expect

from tests.support.people import PASSWORD
from tests.system.e2e.browser import box_of, open_window
from tests.system.e2e.site import Site

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


def fills_name(page: Page, name: str) -> None:
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
    "new table": Form("/new/", fills_name, "Play", "room"),
    "one device": Form("/device/", fills_device, "Play", "room"),
    "rules": Form(RULES, fills_rules, "Keep", "keptrules", account=True),
    "event": Form("/tournaments/new/", fills_name, "", "tournament", account=True),
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


def button_of(page: Page, name: str) -> Locator:
    buttons = page.locator("main form[method=post] button:not([type=button])")
    return buttons.filter(has_text=name).first if name else buttons.first


def clicks_twice(page: Page, button: Locator, gap_ms: int) -> None:
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


def watch(page: Page) -> list[int]:
    """The statuses of the pages that it shows from now on."""
    statuses: list[int] = []

    def note(answer: Response) -> None:
        if answer.request.is_navigation_request():
            statuses.append(answer.status)

    page.on("response", note)
    return statuses


def wait_for_row(site: Site, page: Page, table: str, before: int) -> None:
    """Wait until there is one more row."""
    for _ in range(200):
        if site.rows(table) > before:
            break
        page.wait_for_timeout(50)


MORE_MS = 700
"""After this time, what else two clicks may bring has come."""


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("what", FORMS)
def test_two_clicks_give_one(
    site: Site, open_page: Callable[..., Page], what: str, script: bool
) -> None:
    form = FORMS[what]
    pages: dict[int, tuple[Page, list[int]]] = {}
    before = site.rows(form.table)
    for number, gap_ms in enumerate(GAPS_MS):
        page = open_page(script)
        name = f"Lena {what[:3]} {gap_ms} {script:d}"
        if form.account:
            signs_up(page, f"Owner {what[:3]} {gap_ms} {script:d}")
        page.goto(form.address)
        form.fill(page, name)
        statuses = watch(page)
        clicks_twice(page, button_of(page, form.button), gap_ms)
        pages[gap_ms] = page, statuses
        wait_for_row(site, page, form.table, before + number)
        assert site.rows(form.table) - before == number + 1, (what, gap_ms)
        if what == "sign up":
            expect(page.get_by_text(name).first).to_be_attached()
    page.wait_for_timeout(MORE_MS)
    assert site.rows(form.table) - before == len(GAPS_MS), what
    for gap_ms, (page, statuses) in pages.items():
        page.wait_for_load_state("load")
        assert max(statuses) < 400, (what, gap_ms, statuses)


@pytest.mark.parametrize("script", [True, False])
def test_two_clicks_sign_in(open_page: Callable[..., Page], script: bool) -> None:
    name = f"Mia {script:d}"
    signs_up(open_page(), name)
    pages: dict[int, list[int]] = {}
    for gap_ms in GAPS_MS:
        page = open_page(script)
        page.goto("/sign-in/")
        fills_account(page, name)
        pages[gap_ms] = watch(page)
        clicks_twice(page, button_of(page, "Sign in"), gap_ms)
        expect(page.locator("html")).to_have_attribute("data-account", re.compile(r"\d+"))
    page.wait_for_timeout(MORE_MS)
    for gap_ms, statuses in pages.items():
        assert max(statuses) < 400, (gap_ms, statuses)


def test_a_form_works_after_the_back_button(site: Site, open_page: Callable[..., Page]) -> None:
    page = open_page()
    for number in range(2):
        if number:
            page.go_back()
        else:
            page.goto("/new/")
        page.locator("main [name=name]").first.fill("Leo") if not number else None
        button_of(page, "Play").click()
        expect(page).to_have_url(re.compile("/r/"))
    assert site.rows("room") >= 1


def test_the_same_form_in_two_tabs(site: Site, open_page: Callable[..., Page]) -> None:
    for address, button in (("/sign-up/", "Sign up"), ("/sign-in/", "Sign in")):
        one = open_page()
        two = one.context.new_page()
        for page in (one, two):
            page.goto(address)
            fills_account(page, "Zoe")
        before = site.rows("user")
        for page in (one, two):
            button_of(page, button).click()
            expect(page.locator("html")).to_have_attribute("data-account", re.compile(r"\d+"))
        assert site.rows("user") - before == (address == "/sign-up/")


def test_an_old_tab_keeps_what_was_typed(open_page: Callable[..., Page]) -> None:
    one = open_page()
    two = one.context.new_page()
    for page in (one, two):
        page.goto(RULES)
    signs_up(one, "Ada")
    fills_rules(two, "Ours at home")
    button_of(two, "Keep").click()
    expect(two.get_by_role("heading", name="This page is out of date")).to_be_visible()
    expect(two.get_by_text("You are now signed in as Ada.")).to_be_visible()
    two.get_by_role("button", name="Send it now").click()
    expect(two.get_by_text("Ours at home").first).to_be_visible()


@pytest.mark.parametrize("gap_ms", [0, 20])
def test_another_choice_is_sent_while_the_first_is_under_way(
    open_page: Callable[..., Page], gap_ms: int
) -> None:
    page = open_page()
    signs_up(page, f"Uma {gap_ms}")
    page.goto("/settings/")
    page.evaluate(
        """([gap]) => {
          const press = (name) => document.querySelector(`#avatars [value=${name}]`).click();
          press("anchor");
          setTimeout(press, gap, "lighthouse");
        }""",
        [gap_ms],
    )
    page.wait_for_timeout(1500)
    page.goto("/settings/")
    expect(page.locator("#avatars [value=lighthouse]")).to_be_checked()


def test_a_form_works_again_after_its_sending_was_stopped(
    site: Site, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto("/new/")
    fills_name(page, "Stan")
    before = site.rows("room")
    button_of(page, "Play").evaluate("(button) => { button.click(); setTimeout(stop); }")
    page.wait_for_timeout(1200)
    button_of(page, "Play").click()
    expect(page).to_have_url(re.compile("/r/"))
    assert site.rows("room") - before == 1
