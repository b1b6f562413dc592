"""A tournament with three browsers: tables open by themselves, and the way leads back."""

import re

from playwright.sync_api import Page, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site
from tests.system.e2e.test_rated import HALF, play

PASSWORD = "red sails at dawn"


def open_tournament(host: Person) -> str:
    """Sign up, and open a tournament; return its address."""
    page = host.page
    page.goto("/sign-up/?next=/tournaments/new/")
    page.get_by_label("Your name").fill(host.name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button").last.click()
    page.get_by_label("Name").fill("Harbour Cup")
    host.fills_table_form(variant="yacht")
    page.get_by_role("button", name="Open the tournament").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Harbour Cup")
    return page.url


def join(person: Person) -> None:
    name = person.page.get_by_label("Your name")
    button = person.page.get_by_role("button", name="Join", exact=True)
    expect(button).to_be_visible()
    if name.count():
        name.fill(person.name)
    button.click()


def standings(page: Page) -> dict[str, int]:
    """The points of each player, as the page shows them now."""
    rows = page.locator(".arena-table tbody tr:has(.arena-score)")
    found: list[list[str]] = rows.evaluate_all(
        "rows => rows.map((row) => [row.querySelector('.arena-name').firstChild.textContent,"
        " row.querySelector('.arena-score').textContent])"
    )
    return {name.strip(): int(score) for name, score in found}


def path_of(address: str) -> str:
    return "/" + address.split("/", 3)[3]


def is_at_table(person: Person) -> bool:
    return "/r/" in person.page.url


def test_it_leads_to_tables_and_back_until_the_podium(site: Site, arrive: Arrive) -> None:
    alice, bob, charlie = arrive("Arena Alice"), arrive("Arena Bob"), arrive("Arena Charlie")
    address = open_tournament(alice)
    for person in (alice, bob):
        person.page.goto(address)
        join(person)
        expect(person.page.get_by_text("You’re in.")).to_be_visible()
    site.move_tournaments("starts_at", minutes=-60)
    for person in (alice, bob):
        person.page.wait_for_url("**/r/*/")
        expect(person.table).to_be_visible()
        # The bar of the table names the tournament, tells how long it goes on, and leads there.
        expect(person.page.locator(".at-tournament")).to_have_text(
            re.compile(r"^Harbour Cup · .*(left|\d|min|h)$")
        )
        expect(person.page.locator(".at-tournament")).to_have_attribute("href", path_of(address))
    # A late joiner waits for a table.
    charlie.page.goto(address)
    join(charlie)
    expect(charlie.page.get_by_text("Looking for players…")).to_be_visible()
    until(lambda: standings(charlie.page).keys() >= {"Arena Alice", "Arena Bob"}, charlie.page)
    # Bob leaves at once: nothing for anybody. Alice is led back and plays charlie.
    bob.resigns()
    expect(alice.page.get_by_role("link", name="To the tournament")).to_be_visible()
    expect(alice.page.get_by_role("button", name="Rematch")).to_be_hidden()
    first = alice.page.url
    bob.page.get_by_role("link", name="To the tournament").click()
    bob.page.wait_for_url(address)
    expect(bob.page.get_by_text("You left your last game.")).to_be_visible()
    reason = "This game gave no points. It ended before two players had filled 2 boxes."
    expect(bob.page.locator(".arena-unscored li")).to_have_text(reason)
    until(lambda: is_at_table(charlie) and is_at_table(alice), alice.page)
    until(lambda: alice.page.url == charlie.page.url != first, alice.page)
    assert standings(bob.page)["Arena Alice"] == 0
    # Bob comes back, but not into the pairing yet.
    bob.page.get_by_role("button", name="Play on").click()
    expect(bob.page.get_by_text("Your next table can open in")).to_be_visible()
    # He would be paired in a minute, which may pass before the others have played.
    bob.page.get_by_role("button", name="Take a break").click()
    expect(bob.page.get_by_role("button", name="Play on")).to_be_visible()
    # Half of the boxes make a game: charlie leaves, and alice has twelve points.
    play([alice, charlie], HALF)
    charlie.resigns()
    until(lambda: standings(bob.page).get("Arena Alice") == 12, bob.page)
    site.move_tournaments("ends_at", minutes=-120)
    podium = bob.page.locator(".podium")
    expect(podium.get_by_role("listitem").first).to_have_text(re.compile("Arena Alice12$"))
    expect(bob.page.get_by_text("Place 2 of 3 · 0 points")).to_be_visible()
    # The result is on the profile, and the winner in the list of tournaments.
    bob.page.goto("/tournaments/")
    expect(bob.page.get_by_text("Harbour Cup")).to_be_visible()
    bob.page.goto("/@Arena%20Alice/")
    expect(bob.page.get_by_role("link", name="Harbour Cup")).to_be_visible()
