"""A circle's evening: a TV, two phones and one that goes round. Its sums are those of the games."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site
from tests.system.e2e.test_circles import comes_in, make_circle, make_link
from tests.system.e2e.test_daily import on_database
from tests.system.e2e.test_invitations import takes_the_seat
from tests.system.e2e.test_real_dice import RULES
from tests.system.e2e.test_screen import TV, check_sizes, screen_of

ROUNDS = 6
"""Turns of each player: `RULES` leave the upper section."""
ON_ONE_PHONE = ("Cleo", "Tom")
TURN = re.compile(r"^(\w+)’s turn$")
RESULTS = """
  SELECT games_scorecard.name, total, place FROM games_scorecard
  JOIN games_game ON game_id = games_game.id
  WHERE games_game.circle_id IS NOT NULL AND status = 'finished' ORDER BY game_id, seat
"""
Sums = dict[str, tuple[int, int]]
"""Wins and points by name."""


def shares_a_phone(person: Person, name: str) -> None:
    page = person.page
    page.get_by_role("button", name="Add a player on this device").click()
    page.get_by_label("Name of a player").fill(name)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(person.seat(name)).to_contain_text("on this device")


def sits_down(arrive: Arrive, host: Person, circle: str) -> tuple[str, dict[str, Person]]:
    """Have the circle come to a table. Return its link, and who has which phone."""
    bob, cleo = arrive("Bob", phone=True), arrive("Cleo", phone=True)
    link = make_link(host, circle, asks=False)
    for each in (bob, cleo):
        comes_in(each, link, "Come in")
        each.page.wait_for_url(circle)
        each.page.goto("/")
    host.page.goto(circle)
    asked = host.page.get_by_role("link", name="Open a table").get_attribute("href")
    host.page.goto(f"{asked}&variant={RULES.replace('+', '%2B')}")
    host.fills_table_form(seats="4")
    host.opens_the_table()
    for each in (bob, cleo):
        takes_the_seat(each, host)
    shares_a_phone(cleo, "Tom")
    return host.page.url, {"Anna": host, "Bob": bob, **dict.fromkeys(ON_ONE_PHONE, cleo)}


def query_for_tv(member: Person) -> str:
    """Return what the address for a TV has when a member of the circle shows the table on it."""
    address = member.page.locator("[data-screen]").get_attribute("data-screen") or ""
    assert "?by=" in address
    return f"?{address.partition('?')[2]}"


def plays_a_turn(tv: Page, phones: dict[str, Person]) -> None:
    """Have the player whom the TV names take their turn, and wait until the TV shows it."""
    heading = tv.get_by_role("heading", name=TURN)
    found = TURN.match(heading.text_content() or "")
    assert found
    name, filled = found[1], tv.locator(".written").count()
    person = phones[name]
    if name in ON_ONE_PHONE:
        handed = person.page.get_by_role("button", name=f"Pass to {name}")
        title = person.turn_title.filter(has_text=f"{name}’s turn")
        expect(handed.or_(title).first).to_be_visible()
        if handed.is_visible():
            handed.click()
        expect(title).to_be_visible()
        person.rolls_dice()
        person.offers.first.click()
        person.page.locator("button.write").click()
    else:
        person.takes_turn()
    expect(tv.locator(".written")).to_have_count(filled + 1)


def sums_of_games(site: Site) -> Sums:
    """Add up what the games of the circle say, not what the circle does."""
    wins: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for name, total, place in on_database(site, RESULTS):
        wins[name] += int(place) == 1
        points[name] += int(total)
    return {name: (wins[name], points[name]) for name in points}


def sums_in(page: Page, rows: str) -> Sums:
    """Read rows such as "Bob, 1 win, 84"."""
    found = [re.findall(r"\w+", row) for row in page.locator(rows).all_inner_texts()]
    return {name: (int(row[-3]), int(row[-1])) for name, *row in found}


@pytest.mark.release
def test_two_games_of_a_circle_are_one_evening(arrive: Arrive, site: Site) -> None:
    anna = arrive("Anna", phone=True)
    circle = make_circle(anna)
    link, phones = sits_down(arrive, anna, circle)
    tv = screen_of(arrive, link, query_for_tv(anna))
    expect(tv.locator(".lobby-seat.taken")).to_have_count(len(phones))
    site.throw_fair_dice(link)
    anna.start(players=len(phones))
    for game in (1, 2):
        expect(tv.get_by_text(f"Round 1 of {ROUNDS}")).to_be_visible()
        for _ in range(ROUNDS * len(phones)):
            plays_a_turn(tv, phones)
        if game == 1:
            for each in dict.fromkeys(phones.values()):
                each.page.get_by_role("button", name="Rematch").click()
    tonight = tv.get_by_role("list", name="Tonight")
    expect(tonight).to_contain_text("Tonight, after 2 games:")
    sums = sums_of_games(site)
    assert set(sums) == set(phones)
    assert sums_in(tv, ".screen-evening li:has(b)") == sums
    check_sizes(tv, TV["height"])

    # The circle's page says the same, and its season too.
    page = anna.page
    page.goto(f"{circle}evenings/")
    expect(page.get_by_text("2 games", exact=True)).to_be_visible()
    assert sums_in(page, ".evening-places li") == sums
    page.get_by_role("link", name="Season").click()
    rows = page.locator(".season-table tbody tr")
    expect(rows).to_have_count(len(sums))
    for name, (wins, points) in sums.items():
        cells = rows.filter(has_text=name).locator("td:not(.place)")
        expect(cells).to_have_text(["2", str(wins), str(points)])
