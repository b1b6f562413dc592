"""Notifications, from the offer at the table to the message on the screen."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.site.account.notifications.browser import PushBrowser
from tests.site.account.notifications.push_service import PushService, running_push_service
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import start_worker, until
from tests.system.e2e.site import Site
from tests.system.e2e.test_accessibility import violations
from tests.system.e2e.whole_browser import whole_browser  # noqa: F401 - its fixture

# A browser without its maker's push service cannot subscribe: it says that it has.
SUBSCRIBE = """(() => {
  const text = %s;
  const { endpoint } = text;
  const unsubscribe = async () => sessionStorage.removeItem("asked-for");
  const subscription = { endpoint, toJSON: () => text, unsubscribe };
  PushManager.prototype.subscribe = async (options) => {
    sessionStorage.setItem("asked-for", options.applicationServerKey.length);
    return subscription;
  };
  PushManager.prototype.getSubscription = async () =>
    sessionStorage.getItem("asked-for") ? subscription : null;
})()"""
SHOWN = """async () => {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no worker")), 60_000));
  const registration = await Promise.race([navigator.serviceWorker.ready, late]);
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, ...data }));
}"""


def wait_for(service: PushService, page: Page) -> bytes:
    """Return the body of the first message that the push service gets."""
    until(lambda: bool(service.received), page)
    return service.received[0].body


def deliver(page: Any, url: str, message: bytes) -> None:
    """Give a decrypted message to the service worker, as a browser does."""
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    until(lambda: bool(found), page)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": url, "registrationId": found[0]["registrationId"], "data": message.decode()},
    )


def test_it_offers_notifications_while_a_player_waits_and_shows_them(
    arrive: Arrive, site: Site
) -> None:
    with running_push_service(site.push_port) as service:
        browser = PushBrowser(service.endpoint("alice"))
        alice = arrive("Alice", worker=True, permissions=["notifications"])
        page = alice.page
        page.add_init_script(SUBSCRIBE % json.dumps(browser.subscription))
        alice.open_special_table("yahtzee", clock="86400")
        start_worker(alice)
        question = page.locator(".question")
        expect(question).to_contain_text("You don’t have to wait here.")
        assert violations(page) == []
        question.get_by_role("button", name="Tell me when it’s my turn").click()
        expect(question).to_contain_text("We’ll tell you.")
        until(lambda: site.subscriptions_of("Alice") == 1, page)
        # A hidden tab counts as present: it tells the player by itself.
        assert page.evaluate("localStorage.notices") == "on"
        assert page.evaluate("sessionStorage.getItem('asked-for')") == "65"

        people = [[0, "Bob", 2, 180], [site.id_of("Alice"), "Alice", 1, 231]]
        site.announce_end("Alice", variant="yahtzee", people=people, game="abcdefghjkmn")
        deliver(page, site.url, browser.decrypt(wait_for(service, page)))
        notice = {"title": "Game over", "body": "Yahtzee with Bob: you won with 231 points."}
        place = {"tag": "game-abcdefghjkmn", "lang": "en", "path": "/g/abcdefghjkmn/"}
        until(lambda: page.evaluate(SHOWN) == [{**notice, **place}], page)

        page.goto("/settings/notices/")
        switch = page.get_by_role("switch", name="Notify me on this device")
        expect(switch).to_be_checked()
        expect(page.locator("#told")).to_have_text("You get a notification.")
        assert violations(page) == []
        switch.uncheck()
        expect(page.locator("#told")).to_have_text("You get nothing yet.")
        expect(switch).to_be_focused()
        until(lambda: site.subscriptions_of("Alice") == 0, page)
