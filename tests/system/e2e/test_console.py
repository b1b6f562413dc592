"""Pages write nothing to the console, and say when there is no network."""

from playwright.sync_api import ConsoleMessage, Page, expect

from tests.system.e2e.browser import OF_SPEED
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.pages import FOR_ALL, OFFLINE
from tests.system.e2e.person import Person


def listen(page: Page) -> list[str]:
    """Return the list of all that the page will write to its console, of any level."""
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if OF_SPEED not in message.text:
            said.append(f"{page.url}: {message.type}: {message.text}")

    page.on("console", note)
    return said


def test_no_page_writes_to_the_console(arrive: Arrive, alice: Person) -> None:
    link = alice.open_special_table("yacht")
    page = arrive("Charlie").page
    said = listen(page)
    tables = (link, f"{link}screen/", f"{link}screen/?overlay", link.replace("/r/", "/embed/r/"))
    for path in (*FOR_ALL.values(), OFFLINE, *tables):
        page.goto(path, wait_until="load")
        page.evaluate("new Promise((done) => requestIdleCallback(done))")
    assert said == []


def test_a_table_says_that_there_is_no_network_although_its_socket_is_open(alice: Person) -> None:
    alice.open_special_table("yacht")
    banner = alice.page.locator(".banner")
    expect(banner).to_have_count(0)
    alice.page.context.set_offline(True)
    expect(banner).to_contain_text("You are offline")
    alice.page.context.set_offline(False)
    expect(banner).to_have_count(0)
