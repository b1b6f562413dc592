"""The host can mute people, and there is always a host."""

from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person


def say(person: Person, words: str) -> None:
    person.page.get_by_label("Message").fill(words)
    person.page.get_by_role("button", name="Send").click()


def test_it_mutes_a_player(alice: Person, bob: Person) -> None:
    link = alice.open_special_table("yacht")
    bob.join(link)
    alice.start(players=2)
    for person in (alice, bob):
        person.page.get_by_role("tab", name="Chat").click()
    expect(bob.page.get_by_text("Mute someone")).to_have_count(0)
    say(bob, "hurry up!")
    # Among friends nobody needs to know who has an account.
    said = alice.page.locator(".chat-line").filter(has_text="hurry up!")
    expect(said).not_to_contain_text("guest")
    alice.page.get_by_text("Mute someone").click()
    alice.page.get_by_role("checkbox", name="Bob").check()
    expect(bob.page.get_by_text("The host has muted you.")).to_be_visible()
    expect(bob.page.get_by_label("Message")).to_have_count(0)
    alice.page.get_by_role("checkbox", name="Bob").uncheck()
    say(bob, "sorry")
    expect(alice.page.get_by_label("Chat", exact=True).get_by_text("sorry")).to_be_visible()


def test_it_mutes_all_spectators(alice: Person, bob: Person, arrive: Arrive) -> None:
    charlie = arrive("Charlie")
    link = alice.open_special_table("yacht", seats=3)
    bob.join(link)
    charlie.join(link)
    charlie.seat("Charlie").get_by_role("button", name="Leave").click()
    alice.start(players=2)
    alice.page.get_by_role("tab", name="Chat").click()
    alice.page.get_by_text("Mute someone").click()
    alice.page.get_by_role("checkbox", name="All spectators").check()
    charlie.page.get_by_role("tab", name="Chat").click()
    expect(charlie.page.get_by_text("The host has muted you.")).to_be_visible()
    bob.page.get_by_role("tab", name="Chat").click()
    expect(bob.page.get_by_label("Message")).to_be_visible()


def test_it_tells_all_who_the_new_host_is(alice: Person, bob: Person, arrive: Arrive) -> None:
    charlie = arrive("Charlie")
    link = alice.open_special_table("yacht", seats=3)
    bob.join(link)
    charlie.join(link)
    alice.seat("Alice").get_by_role("button", name="Leave").click()
    expect(bob.page.locator(".banner")).to_have_text("You are the host now.")
    expect(charlie.page.locator(".banner")).to_have_text("Bob is the host now.")
    expect(charlie.seat("Bob")).to_contain_text("host")
