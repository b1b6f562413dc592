"""From a friend's request to the seat behind a notification."""

import json

from playwright.sync_api import expect

from games.site.account.notifications.queue import Facts, Person
from games.site.account.notifications.texts import text_of
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import start_worker, until
from tests.system.e2e.site import Site
from tests.system.e2e.test_notifications import SHOWN, deliver
from tests.system.e2e.whole_browser import whole_browser  # noqa: F401 - its fixture

ASK = """async (player) => {
  const body = new URLSearchParams({ player, do: "ask" });
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  await fetch("/friend", { method: "POST", body, headers: { "X-CSRFToken": token } });
}"""


def test_a_friend_comes_to_the_seat_by_a_notification(arrive: Arrive, site: Site) -> None:
    bob = arrive("Bob", worker=True, permissions=["notifications"])
    bob.open_table()
    alice = arrive("Alice")
    alice.open_table()
    alice.page.goto("/")
    alice.page.evaluate(ASK, site.id_of("Bob"))

    bob.page.goto("/")
    people = bob.page.locator(".people-panel")
    expect(people).to_contain_text("wants to be your friend")
    people.get_by_role("button", name="Accept").click()
    expect(bob.page.get_by_text("You are friends now.")).to_be_visible()

    alice.page.goto("/")
    alice.page.locator(".people-panel").get_by_role("button", name="Invite").click()
    alice.page.wait_for_url("**/r/*/")
    code = alice.page.url.rstrip("/").rpartition("/")[2]
    # Who has the home page open sees it there.
    expect(bob.page.locator("#invitations")).to_contain_text("Alice invites you to a table")

    start_worker(bob)
    facts = Facts("yacht", (Person(site.id_of("Alice"), "Alice"),), room=code)
    title, body, path = text_of("invite", facts, site.id_of("Bob"))
    message = {"title": title, "body": body, "path": path, "tag": "invite", "language": "en"}
    deliver(bob.page, site.url, json.dumps(message).encode())
    until(lambda: [each["path"] for each in bob.page.evaluate(SHOWN)] == [path], bob.page)
    # The worker opens this path when the notification is tapped.
    bob.page.goto(path)
    bob.page.wait_for_url(f"**/r/{code}/")
    expect(alice.page.get_by_role("main")).to_contain_text("Bob")
    bob.page.goto("/")
    expect(bob.page.locator("#invitations")).not_to_contain_text("Alice invites you")
