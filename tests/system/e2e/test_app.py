"""The installed site: without a connection, when a new release is there, and how to install it."""

import re

from playwright.sync_api import Page, expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import LOAD, start_worker
from tests.system.e2e.test_accessibility import violations

RELEASE = "() => { SITE.version = 'newer'; return tellVersion(); }"
ANOTHER = """$modules["js/app/question.js"].ask(
  { name: "another", text: "Another question?", no: "No" },
)"""
INSTALLABLE = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = async () => { window.wasPrompted = true; };
  event.userChoice = Promise.resolve({ outcome: "accepted" });
  window.dispatchEvent(event);
}"""


def announce_release(page: Page) -> None:
    """Have the service worker say that it is of a newer release."""
    page.context.service_workers[0].evaluate(RELEASE)


def test_it_explains_that_there_is_no_connection_and_asks_nothing_during_a_game(
    arrive: Arrive, problems: Problems
) -> None:
    alice = arrive("Alice", worker=True)
    page = alice.page
    page.goto("/fair/")
    start_worker(alice)

    problems.forgiven += ["net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED"]
    page.context.set_offline(True)
    page.goto("/rules/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(page.locator("#reason")).to_have_text("You are offline.")
    assert violations(page) == []
    page.get_by_role("button", name="Roll the dice").click()
    page.get_by_role("button", name=re.compile("Die 2: ")).click()
    expect(page.get_by_role("button", name=re.compile("Die 2: ., held"))).to_be_visible()
    expect(page.locator("#status")).to_have_text("1 roll. Tap the dice to hold.")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("No connection")

    alice.open_special_table()
    start_worker(alice)
    alice.start(1)
    page.evaluate(INSTALLABLE)
    announce_release(page)
    question = page.locator(".question")
    alice.takes_turn()
    expect(question).to_be_hidden()
    alice.resigns()
    expect(question).to_contain_text("A new version is ready.")
    page.evaluate(ANOTHER)  # it waits
    assert violations(page) == []
    expect(question).to_contain_text("A new version is ready.")
    with page.expect_navigation():
        question.get_by_role("button", name="Reload").click()

    page.evaluate(LOAD)
    page.evaluate(INSTALLABLE)
    expect(question).to_contain_text("home screen")
    question.get_by_role("button", name="Install").click()
    expect(question).to_be_hidden()
    assert page.evaluate("window.wasPrompted")
