"""Settings: applied at once, in all tabs and on all devices of an account."""

import re

from playwright.sync_api import Page, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.test_accessibility import violations

ACCOUNT = "Alice of Settings"
PASSWORD = "five sixes in one throw"
WATCH_NOTIFICATIONS = """
window.shown = [];
window.Notification = class {
  static permission = "default";
  static requestPermission() {
    Notification.permission = "granted";
    return Promise.resolve("granted");
  }
  constructor(title, { body }) { window.shown.push(`${title}: ${body}`); }
  close() {}
};
"""
NO_PUSH = "delete window.PushManager"
HIDE = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"


def look(page: Page, name: str) -> str | None:
    """Return an attribute of <html>, such as `felt-look`."""
    return page.locator("html").get_attribute(f"data-{name}")


def choose(page: Page, group: str, label: str) -> None:
    page.get_by_role("group", name=group).get_by_label(label).check(force=True)


def unsent(page: Page) -> str | None:
    return look(page, "unsent")


def test_a_guest_changes_settings_at_the_table_and_takes_them_into_an_account(
    alice: Person, arrive: Arrive
) -> None:
    page = alice.page
    alice.open_special_table("yacht", seats=1)
    other = page.context.new_page()
    other.goto("/rules/")
    alice.start(players=1)
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    choose(page, "Felt", "Green")
    choose(page, "Dice", "High contrast")
    choose(page, "Page", "Dark")
    dialog.get_by_label("Pips in four colours").check()
    for tab in (page, other):
        expect(tab.locator("html")).to_have_attribute("data-felt-look", "green")
        expect(tab.locator("html")).to_have_attribute("data-pips", "four colours")
    until(lambda: (look(other, "dice-look"), look(other, "theme")) == ("contrast", "dark"), other)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.reload()
    assert look(page, "felt-look") == "green"

    # Another name: the guest of the next test is called Alice.
    page.goto("/account/keep/")
    page.get_by_label("Your name").fill(ACCOUNT)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Keep my games").click()
    expect(page).not_to_have_url(re.compile("/account/keep/"))
    page.goto("/settings/table/")
    until(lambda: unsent(page) == "[]", page)
    phone = arrive("Alice", phone=True).page
    phone.goto("/sign-in/")
    phone.get_by_label("name").fill(ACCOUNT)
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(phone.locator("html")).to_have_attribute("data-felt-look", "green")
    phone.goto("/settings/table/")
    choose(phone, "Felt", "Burgundy")
    until(lambda: unsent(phone) == "[]", phone)
    assert violations(phone) == []
    page.goto("/")
    assert look(page, "felt-look") == "burgundy"

    phone.goto("/settings/")
    phone.get_by_label("Lighthouse").check(force=True)
    expect(phone.get_by_text("Saved.")).to_be_visible()
    page.reload()
    avatar = page.get_by_role("banner").locator(".avatar img")
    expect(avatar).to_have_attribute("src", re.compile("avatars.*#lighthouse"))


def test_it_notifies_of_my_turn_while_i_look_at_something_else(alice: Person, bob: Person) -> None:
    alice.page.add_init_script(WATCH_NOTIFICATIONS)
    alice.page.add_init_script(NO_PUSH)
    link = alice.open_special_table("yacht")
    bob.join(link)
    alice.start(players=2)
    alice.page.get_by_role("button", name="Settings").click()
    with alice.page.expect_popup() as opened:
        alice.page.get_by_role("dialog").get_by_role("link", name="Notices").click()
    opened.value.add_init_script(WATCH_NOTIFICATIONS)
    opened.value.add_init_script(NO_PUSH)
    opened.value.reload()
    switch = opened.value.get_by_role("switch", name="Notify me on this device")
    expect(switch).not_to_be_checked()
    switch.check()
    expect(opened.value.get_by_text("While a table is open in a tab.")).to_be_visible()
    opened.value.close()
    alice.page.evaluate("Notification.permission = 'granted'")
    alice.closes_dialog()
    alice.takes_turn()
    alice.page.evaluate(HIDE)
    bob.takes_turn()
    until(lambda: bool(alice.page.evaluate("window.shown.length")), alice.page)
    assert alice.page.evaluate("window.shown") == ["Your turn: Yacht"]
