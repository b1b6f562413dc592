"""From a friend's request to the seat: behind a notification, and on the home page."""

import json

from playwright.sync_api import expect

from games.site.account.notifications.queue import Facts, Person
from games.site.account.notifications.texts import text_of
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person as Player
from tests.system.e2e.person import start_worker, until
from tests.system.e2e.site import Site
from tests.system.e2e.test_notifications import SHOWN, deliver
from tests.system.e2e.whole_browser import whole_browser  # noqa: F401 - its fixture

ASK = """async (player) => {
  const body = new URLSearchParams({ player, action: "ask" });
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  await fetch("/circles/friends", { method: "POST", body, headers: { "X-CSRFToken": token } });
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


CHOOSE = """(field, value) => {
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}"""


def befriend(site: Site, asker: Player, answerer: Player) -> None:
    asker.page.goto("/")
    asker.page.evaluate(ASK, site.id_of(answerer.name))
    answerer.page.goto("/")
    answerer.page.locator(".people-panel").get_by_role("button", name="Accept").click()
    expect(answerer.page.get_by_text("You are friends now.")).to_be_visible()


def takes_the_seat(guest: Player, host: Player) -> None:
    invited = guest.page.locator("#invitations")
    expect(invited).to_contain_text(f"{host.name} invites you to a table")
    invited.get_by_role("button", name="Accept").click()
    code = host.page.url.rstrip("/").rpartition("/")[2]
    guest.page.wait_for_url(f"**/r/{code}/")
    expect(host.page.get_by_role("main")).to_contain_text(guest.name)


def test_the_waiting_room_and_the_form_invite_people_who_take_the_seat(
    arrive: Arrive, site: Site
) -> None:
    alice, bob = arrive("Alice"), arrive("Bob")
    for each in (alice, bob):
        each.open_table()
    befriend(site, alice, bob)

    alice.page.goto("/new/")
    alice.opens_the_table()
    alice.page.get_by_role("button", name="People you know").click()
    alice.page.get_by_role("button", name="Invite Bob").click()
    expect(alice.page.get_by_role("button", name="Invited")).to_be_disabled()
    takes_the_seat(bob, alice)

    bob.page.goto("/new/")
    box = bob.page.get_by_role("group", name="Invite").get_by_role("checkbox", name="Alice")
    seats = bob.page.locator("select[name=seats]")
    seats.evaluate(CHOOSE, "1")
    box.focus()
    bob.page.keyboard.press("Space")
    expect(box).to_be_checked()
    # Both have a seat, and the sentence about the table says so.
    expect(seats).to_have_value("2")
    expect(bob.page.locator("[data-line]")).to_contain_text("2 seats")
    alice.page.goto("/")
    bob.opens_the_table()
    takes_the_seat(alice, bob)
