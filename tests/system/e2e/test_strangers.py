"""Two strangers in private windows, paired by Play: phrases first, chat by consent, and a block."""

import re
import time

from playwright.sync_api import expect

from tests.system.e2e.person import Person
from tests.system.e2e.test_lobby import press_play


def meet(alice: Person, bob: Person) -> None:
    """Have Play pair the two, and open the chat of both."""
    for person in (alice, bob):
        press_play(person)
    for person in (alice, bob):
        person.page.wait_for_url("**/r/*/")
        person.page.get_by_role("tab", name="Chat").click()
        expect(person.page.get_by_role("button", name="Chat", exact=True)).to_be_visible()


def say(person: Person, words: str) -> None:
    person.page.get_by_label("Write a message").fill(words)
    person.page.get_by_role("button", name="Send").click()


def test_they_write_once_both_have_tapped_chat(alice: Person, bob: Person) -> None:
    meet(alice, bob)
    one, two = alice.page, bob.page
    expect(one.get_by_text("Phrases only until both of you have tapped Chat.")).to_be_visible()
    one.get_by_role("button", name="Well played!").last.click()
    expect(two.locator(".bubble")).to_contain_text("Well played!")
    one.get_by_role("button", name="Chat", exact=True).click()
    expect(two.get_by_text("Alice would like to chat.")).to_be_visible()
    expect(one.get_by_label("Write a message")).to_have_count(0)
    two.get_by_role("button", name="Chat", exact=True).click()
    say(bob, "see www.example.com")
    chat = two.get_by_role("tabpanel", name="Chat")
    expect(chat.get_by_text("links are held back between strangers")).to_be_visible()
    expect(two.get_by_label("Write a message")).to_have_value("see www.example.com")
    say(bob, "hello")
    expect(one.locator(".chat-line")).to_have_text(re.compile("hello"))
    one.get_by_role("button", name="End chat").click()
    expect(two.get_by_label("Write a message")).to_have_count(0)


def test_a_block_hides_lines_within_two_seconds_and_refuses_the_seat(
    alice: Person, bob: Person
) -> None:
    meet(alice, bob)
    for person in (alice, bob):
        person.page.get_by_role("button", name="Chat", exact=True).click()
    say(bob, "you again")
    line = alice.page.locator(".chat-line").filter(has_text="you again")
    line.get_by_role("button", name="Bob").click()
    dialog = alice.page.get_by_role("dialog", name="Bob")
    expect(dialog).to_contain_text("you again")
    dialog.get_by_role("button", name="Block").click()
    since = time.monotonic()
    expect(dialog).to_contain_text("You have blocked Bob.")
    expect(line).to_have_count(0, timeout=2000)
    assert time.monotonic() - since < 2.5
    alice.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    link = alice.open_special_table("yacht")
    bob.page.goto(link)
    bob.page.get_by_role("button", name="Take a seat").first.click()
    expect(bob.page.get_by_text("This seat is not available.")).to_be_visible()
