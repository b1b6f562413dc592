"""One phone that goes round, and a seat that its player takes over in the middle."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person
from tests.e2e.test_accessibility import check

ROUNDS = 12


def plays(person: Person, name: str) -> None:
    """Take the turn of a player who shares the device."""
    person.page.get_by_role("button", name=f"Pass to {name}").click()
    plays_on(person, name)


def plays_on(person: Person, name: str) -> None:
    """The same, where nobody has to take the device."""
    expect(person.turn_title).to_have_text(f"{name}\u2019s turn")
    person.rolls_dice()
    person.writes_best()


def test_one_phone_goes_round(alice: Person, arrive: Arrive) -> None:
    page = alice.page
    page.goto("/")
    page.get_by_role("link", name="On this device").click()
    check(alice)
    page.get_by_label("Game").select_option("Yacht")
    page.get_by_label("1 Name").fill("Anna")
    page.get_by_label("2 Name").fill("Tom")
    page.get_by_role("button", name="Add a player").click()
    page.get_by_label("3 Name").fill("Mia")
    page.get_by_role("main").get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text(f"Round 1 of {ROUNDS}")).to_be_visible()
    check(alice)
    for name in ("Anna", "Tom", "Mia"):
        plays(alice, name)
    page.reload()
    plays(alice, "Anna")
    bob = claims(alice, arrive, "Tom")
    bob.takes_turn()
    plays(alice, "Mia")
    page.get_by_role("button", name="Don\u2019t ask again").click()
    for number in range(3, ROUNDS + 1):
        expect(page.get_by_text(f"Round {number} of {ROUNDS}")).to_be_visible()
        plays_on(alice, "Anna")
        bob.takes_turn()
        plays_on(alice, "Mia")
    for person in (alice, bob):
        expect(person.page.get_by_role("button", name="Rematch")).to_be_visible()
    link = page.get_by_role("link", name="Review game").get_attribute("href") or ""
    code = link.strip("/").split("/")[-1]
    page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name="Rematch").click()
    # The first seat rotates, and Bob still plays Tom's.
    bob.waits_for_turn()
    page.goto(f"/g/{code}/")
    # The log names the players, whoever acted for them.
    for name in ("Anna", "Tom", "Mia"):
        expect(page.get_by_role("main").get_by_text(name).first).to_be_visible()
    expect(page.get_by_role("main").get_by_text("Bob")).to_have_count(0)


def claims(host: Person, arrive: Arrive, name: str) -> Person:
    """Have somebody take over the seat of a player on the host's device."""
    page = host.page
    page.get_by_role("button", name=re.compile("^(Invite|More)$")).first.click()
    page.get_by_role("button", name=f"Hand over to {name}").click()
    link = page.get_by_label("Link to the seat").input_value()
    expect(page.get_by_role("img", name="QR code").last).to_be_visible()
    host.closes_dialog()
    other = arrive("Bob")
    other.page.goto(link)
    expect(other.page.get_by_role("heading", name=f"Are you {name}?")).to_be_visible()
    check(other)
    other.page.get_by_role("button", name="Take the seat").click()
    other.waits_for_turn()
    return other
