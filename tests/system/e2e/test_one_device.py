"""One phone that goes round, and a seat that its player takes over in the middle."""

import re

import pytest
from playwright.sync_api import expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site
from tests.system.e2e.test_accessibility import check
from tests.system.e2e.test_screen import screen_of

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
    plays_on(alice, "Anna")  # who holds the phone begins
    silence = page.get_by_role("button", name="Don\u2019t ask again")
    expect(silence).to_be_visible()
    plays(alice, "Tom")
    expect(page.get_by_role("button", name="Pass to Mia")).to_be_visible()
    expect(silence).to_have_count(0)
    plays(alice, "Mia")
    page.reload()
    plays(alice, "Anna")
    bob = claims(alice, arrive, "Tom")
    bob.takes_turn()
    page.reload()
    silence.click()
    plays_on(alice, "Mia")
    plays_on(alice, "Anna")
    bob.resigns()
    expect(alice.turn_title).to_have_text("Mia\u2019s turn")
    alice.resigns()
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
    other.page.get_by_role("button", name="Take a seat").click()
    other.waits_for_turn()
    return other


def test_three_players_keep_their_columns(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    page = alice.page
    page.add_init_script("localStorage.setItem('yacht-pass', 'off')")
    page.goto("/")
    page.get_by_role("link", name="On this device").click()
    page.get_by_label("1 Name").fill("Anna")
    page.get_by_label("2 Name").fill("Tom")
    page.get_by_role("button", name="Add a player").click()
    page.get_by_label("3 Name").fill("Mia")
    page.get_by_role("main").get_by_role("button", name="Play", exact=True).click()
    heads = page.locator(".score-table").last.locator("thead .seat-head")
    for _ in range(3):
        alice.rolls_dice()
        expect(heads).to_have_text(["Anna", "Tom", "Mia"])
        for head in heads.all():
            expect(head).to_be_in_viewport(ratio=1)
        alice.writes_best()
    for _ in range(2):
        page.get_by_role("button", name="More", exact=True).click()
        alice.resigns()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(heads.filter(visible=True)).to_have_text(["Anna", "Tom", "Mia"])


def scores_anything(person: Person, title: str) -> None:
    """Take a turn on a phone: it shows two cards, whose boxes change with the turn."""
    expect(person.turn_title).to_have_text(title)
    person.rolls_dice()
    person.offers.first.click()
    person.page.locator("button.write").click()
    expect(person.turn_title).not_to_have_text(title)


@pytest.mark.long
def test_a_tv_two_phones_and_four_players_on_one_of_them(
    arrive: Arrive, site: Site, problems: Problems
) -> None:
    alice, bob = arrive("Alice", phone=True), arrive("Bob", phone=True)
    link = alice.open_special_table("yatzy", seats=5)
    site.throw_fair_dice(link)
    tv = screen_of(arrive, link)
    page = alice.page
    page.get_by_role("button", name="Add a player on this device").click()
    for name in ("Tom", "Mia", "Leo"):
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add", exact=True).click()
        expect(alice.seat(name)).to_contain_text("on this device")
    page.get_by_label("Show whose turn it is before each turn").uncheck(force=True)
    bob.join(link)
    expect(tv.locator(".lobby-seat.taken")).to_have_count(5)
    alice.start(players=5)
    for _ in range(15):
        for name in ("Alice", "Tom", "Mia", "Leo"):
            expect(tv.get_by_text(f"{name}\u2019s turn")).to_be_visible()
            scores_anything(alice, f"{name}\u2019s turn")
        last = bob.page.get_by_role("button", name="Rematch")
        expect(bob.turn_title).to_have_text("Your turn")
        bob.rolls_dice()
        bob.offers.first.click()
        bob.page.locator("button.write").click()
        expect(last.or_(bob.turn_title.filter(has_text="Alice"))).to_be_visible()
    address = page.get_by_role("link", name="Review game").get_attribute("href") or ""
    page.goto(f"{address}#proof")
    page.get_by_role("button", name="Check these dice").click()
    verdict = page.locator(".verdict.success")
    expect(verdict).to_contain_text("5 seeds fit their seals.")
