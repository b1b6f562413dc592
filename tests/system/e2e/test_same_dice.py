"""The same dice for everybody: two people play a round, hidden from each other."""

import re

from playwright.sync_api import expect

from tests.system.e2e.person import Person
from tests.system.e2e.reveals import sees_reveal, watch_reveals
from tests.system.e2e.site import Site

DIE = re.compile(r"^#die-([1-6])$")


def faces(pictures: list[str]) -> list[int]:
    """The dice of a line of the reveal, sorted."""
    return sorted(int(die[1]) for picture in pictures if (die := DIE.match(picture)))


def open_table(host: Person) -> str:
    """Open a table with the same dice for everybody; return its link."""
    page = host.page
    page.goto("/new/?variant=yacht")
    page.get_by_label("Your name").fill(host.name)
    host.unfolds()
    same = page.get_by_text("Same dice for everybody")
    expect(same).to_be_hidden()  # in turns, others would see them first
    host.fills_table_form(mode="rounds")
    same.click()
    host.opens_the_table()
    expect(host.seat(host.name)).to_be_visible()
    return page.url


def test_two_people_get_the_same_dice_and_see_them_only_when_they_roll(
    alice: Person, bob: Person, site: Site
) -> None:
    for person in (alice, bob):
        watch_reveals(person)
    link = open_table(alice)
    # Longer than a round takes on the slowest machine.
    site.change_room(link, clock=900)
    site.throw_fair_dice(link)
    bob.join(link)
    expect(bob.page.get_by_text("Same dice for everybody")).to_be_visible()
    alice.start(players=2)
    for person in (alice, bob):
        expect(person.table).to_contain_text("Everybody gets the same dice. Roll!")

    # Alice rolls and scores: Bob learns that she is done, and nothing of the dice.
    alice.rolls_dice()
    dice = alice.dice()
    assert len(dice) == 5
    alice.writes_best()
    expect(alice.table).to_contain_text("Waiting for Bob")
    expect(bob.page.locator(".seat", has_text="Alice").locator(".done")).to_be_attached()
    assert (bob.dice(), bob.written()) == ([], [])

    # Then Bob rolls the same dice, and the reveal shows them side by side.
    bob.rolls_dice()
    assert bob.dice() == dice
    bob.writes_best()
    for person in (alice, bob):
        assert [faces(fill) for fill in sees_reveal(person, seats=2)] == [sorted(dice)] * 2

    # A card that was cut short is compared with nothing.
    bob.resigns()
    expect(alice.page.get_by_role("heading", name="You win")).to_be_visible()
    expect(alice.page.locator(".standing-same")).to_have_count(0)
