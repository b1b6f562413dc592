"""A duplicate event in browsers: two tables with the same dice, one clock, and one field."""

import re

from playwright.sync_api import Page, expect

from tests.system.e2e.browser import SOLVER_MS
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site

PASSWORD = "red sails at dawn"
SHARE = re.compile(r"Place 1 of 4 · \d+% of perfect play")


def open_event(host: Person) -> str:
    """Sign up, and open a duplicate event; return its address."""
    page = host.page
    page.goto("/sign-up/?next=/tournaments/new/")
    page.get_by_label("Your name").fill(host.name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button").last.click()
    page.get_by_label("Name").fill("Harbour Race")
    page.get_by_role("radio", name="Same dice for all").check(force=True)
    expect(page.get_by_text("Players at a table")).to_be_hidden()
    page.get_by_role("button", name="Open the tournament").click()
    return page.url


def join(person: Person, address: str) -> None:
    if person.page.url != address:
        person.page.goto(address)
    name = person.page.get_by_label("Your name")
    button = person.page.get_by_role("button", name="Join", exact=True)
    expect(button).to_be_visible()
    if name.count():
        name.fill(person.name)
    button.click()
    expect(person.page.get_by_text("You’re in.")).to_be_visible()


def standings(page: Page) -> list[str]:
    """The points of each player, as the page of the event shows them."""
    return page.locator(".arena-table tbody .arena-score").all_inner_texts()


def test_four_people_at_two_tables_play_one_field(site: Site, arrive: Arrive) -> None:
    alice, *others = people = [
        arrive(f"Racing {name}") for name in ("Alice", "Bob", "Charlie", "Dora")
    ]
    address = open_event(alice)
    for person in people:
        join(person, address)
    # The longest clock of a round: a slow machine needs more than the usual 30 seconds.
    site.change_events(seats=3, clock=90)
    site.move_tournaments("starts_at", minutes=-60)
    for person in people:
        person.page.wait_for_url("**/r/*/")
    tables = {person.page.url for person in people}
    assert len(tables) == 2
    # Nobody else may look at them.
    stranger = arrive("Stranger").page
    stranger.goto(address)
    expect(stranger.get_by_text("This event has begun.")).to_be_visible()
    for person in people:
        person.rolls_dice()
    assert {tuple(person.dice()) for person in people} == {tuple(alice.dice())}
    assert standings(stranger) == []
    for person in people:
        person.writes_best()
    for person in people:
        expect(person.page.locator(".at-tournament")).to_have_text("Harbour Race · Place 1")
    # The same dice in the same boxes.
    until(lambda: len(standings(stranger)) == 4, stranger)
    assert len(set(standings(stranger))) == 1
    expect(alice.page.get_by_role("button", name="Resign")).to_be_hidden()
    # Time is up: the places count by the rounds that are over.
    site.move_tournaments("ends_at", minutes=-600)
    # The page follows its link "Back to the tournament" by itself after some seconds.
    others[0].page.wait_for_url(address)
    expect(stranger.get_by_text("Finished")).to_be_visible()
    until(lambda: stranger.locator(".podium .step").count() == 3, stranger)
    # The worker computes what perfect play scores.
    expect(others[0].page.get_by_text(SHARE)).to_be_visible(timeout=SOLVER_MS)
    for page in (stranger, others[0].page):
        expect(page.get_by_text("with these dice.")).to_be_visible()
