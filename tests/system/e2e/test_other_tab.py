"""Somebody signs in or out in another tab, or on another device: the page that is open says so."""

import re
import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.system.e2e.browser import open_window
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site

PASSWORD = "five sixes in one throw"
OUT_HERE = "You signed in or out in another tab."
OUT_ELSEWHERE = "You were signed out, perhaps on another device."
OUTDATED = "You signed in or out in another tab. Reload the page and try again."


def new_name(name: str) -> str:
    return f"{name} {secrets.randbelow(90_000) + 10_000}"


def sign_up(page: Page, name: str) -> None:
    page.goto("/sign-up/")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("banner")).to_contain_text(name)


def sign_in(page: Page, name: str) -> None:
    """Fill in the page for signing in, which is open."""
    page.get_by_label("Name", exact=False).first.fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")


def sign_out(page: Page) -> None:
    page.goto("/")
    page.get_by_role("banner").locator("summary").click()
    page.get_by_role("button", name="Sign out").click()
    sure = page.get_by_role("button", name="Sign out and lose them")
    expect(page.get_by_text("You are signed out").or_(sure)).to_be_visible()
    if sure.count():
        sure.click()
        expect(page.get_by_text("You are signed out")).to_be_visible()


def two_tabs(person: Person, name: str) -> tuple[Page, Page]:
    """A tab with a table at which this new account sits, and another one."""
    sign_up(person.page, name)
    person.page.goto("/new/?variant=yacht")
    person.opens_the_table()
    expect(person.seat(name)).to_be_visible()
    return person.page, person.page.context.new_page()


def test_the_table_says_that_i_signed_out_and_leads_back(alice: Person) -> None:
    name = new_name("Alice")
    table, other = two_tabs(alice, name)
    address = table.url
    sign_out(other)
    expect(table.get_by_text(OUT_HERE)).to_be_visible()
    table.locator(".visitor").get_by_role("link", name="Sign in").click()
    sign_in(table, name)
    table.wait_for_url(address)
    expect(table.get_by_text(OUT_HERE)).to_have_count(0)
    expect(table.get_by_role("button", name="Start alone")).to_be_visible()


def test_the_table_offers_to_go_on_as_somebody_else(alice: Person, bob: Person) -> None:
    bobs = new_name("Bob")
    sign_up(bob.page, bobs)
    table, other = two_tabs(alice, new_name("Alice"))
    sign_out(other)
    expect(table.get_by_text(OUT_HERE)).to_be_visible()
    other.goto("/sign-in/")
    sign_in(other, bobs)
    expect(other.get_by_role("banner")).to_contain_text(bobs)
    expect(table.get_by_text(f"You are {bobs} here now.")).to_be_visible()
    expect(table.get_by_label("Your name")).to_have_count(0)
    table.get_by_role("button", name=f"Take a seat, {bobs}").click()
    expect(table.get_by_label("Seats").get_by_text(bobs)).to_be_visible()
    table.get_by_role("button", name=f"Go on as {bobs}").click()
    expect(table.get_by_label("Seats").get_by_text(bobs)).to_be_visible()
    expect(table.get_by_text("here now.")).to_have_count(0)


def test_a_signed_out_tab_can_take_a_seat_as_a_guest(alice: Person) -> None:
    table, other = two_tabs(alice, new_name("Alice"))
    sign_out(other)
    expect(table.get_by_text(OUT_HERE)).to_be_visible()
    guest = new_name("Guest")
    table.get_by_label("Your name").fill(guest)
    table.get_by_role("button", name="Take a seat").click()
    expect(alice.seat(guest)).to_be_visible()
    expect(table.get_by_text(OUT_HERE)).to_have_count(0)


def end_others(page: Page) -> None:
    page.goto("/settings/")
    page.locator("#devices > summary").click()
    devices = page.locator("#devices form").last
    devices.locator("input[type=password]").fill(PASSWORD)
    devices.get_by_role("button", name="Sign out everywhere else").click()


def end_one(page: Page) -> None:
    page.goto("/settings/")
    page.locator("#devices > summary").click()
    page.locator("#devices .row").get_by_role("button", name="Sign out").first.click()


def change_password(page: Page) -> None:
    page.goto("/settings/")
    page.locator("#password > summary").click()
    fields = page.locator("#password input[type=password]")
    fields.nth(0).fill(PASSWORD)
    fields.nth(1).fill(PASSWORD[::-1])
    page.locator("#password").get_by_role("button", name="Save").click()


@pytest.mark.parametrize("end", [end_others, end_one, change_password])
def test_the_table_says_that_another_device_ended_the_session(
    site: Site, browser: Browser, alice: Person, end: Callable[[Page], None]
) -> None:
    name = new_name("Alice")
    table, _ = two_tabs(alice, name)
    phone = open_window(browser, site.url)
    page = phone.new_page()
    page.goto("/sign-in/")
    sign_in(page, name)
    expect(page.get_by_role("banner")).to_contain_text(name)
    end(page)
    expect(table.get_by_text(OUT_ELSEWHERE)).to_be_visible()
    expect(table.locator(".visitor").get_by_role("link", name="Sign in")).to_be_visible()
    phone.close()


def test_a_change_of_the_password_in_this_browser_changes_nothing(alice: Person) -> None:
    table, other = two_tabs(alice, new_name("Alice"))
    change_password(other)
    expect(other.get_by_role("status").first).to_be_visible()
    table.wait_for_timeout(3000)
    expect(table.locator(".visitor")).to_have_count(0)
    expect(table.get_by_role("button", name="Start alone")).to_be_visible()


def test_a_guest_becomes_an_account_and_plays_on(alice: Person) -> None:
    alice.open_special_table()
    other = alice.page.context.new_page()
    other.goto("/account/keep/")
    other.get_by_label("Your name").fill(new_name("Alice"))
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_label("Password").press("Enter")
    expect(other).not_to_have_url(re.compile("/account/keep/"))
    alice.page.wait_for_timeout(3000)
    expect(alice.page.locator(".visitor")).to_have_count(0)
    alice.page.get_by_role("button", name="Start alone").click()
    expect(alice.table).to_be_visible()


def test_the_home_page_says_it_too(alice: Person) -> None:
    sign_up(alice.page, new_name("Alice"))
    alice.page.goto("/")
    other = alice.page.context.new_page()
    sign_out(other)
    expect(alice.page.locator(".visitor")).to_contain_text(OUT_HERE)


def test_a_page_of_nobody_goes_on_as_whoever_signs_in(arrive: Arrive) -> None:
    alice = arrive(new_name("Alice"))
    home = alice.page.context.new_page()
    home.goto("/")
    expect(home.get_by_label("Your name")).to_be_visible()
    alice.open_special_table()
    expect(home.get_by_label("Your name")).to_be_hidden()
    expect(home.locator(".visitor")).to_have_count(0)
    home.get_by_role("button", name="Play a bot").click()
    home.wait_for_url("**/r/*/")


def test_a_page_without_a_connection_says_it_when_it_is_refused(alice: Person) -> None:
    sign_up(alice.page, new_name("Alice"))
    alice.page.goto("/puzzles/")
    other = alice.page.context.new_page()
    sign_out(other)
    alice.page.locator("button.offer:visible").first.click()
    alice.page.locator("button.write").click()
    expect(alice.page.get_by_role("region", name="Table").get_by_text(OUTDATED)).to_be_visible()
