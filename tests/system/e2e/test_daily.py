"""The daily: a guest and an account play the same dice; two days later everybody sees how."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, time, timedelta
from time import sleep

import pytest
from playwright.sync_api import expect

from games.core.rules import find_variant
from tests.system.e2e.browser import SOLVER_MS
from tests.system.e2e.chosen_dice import FAIR, script_path
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site
from tests.system.e2e.test_history import sign_up

ROUNDS = find_variant("yacht").rounds
LONGEST_TEST = timedelta(minutes=4)
RESULTS_S = 60
LET_ALL_RANK = """
from games.models import Rating, User
for player in User.objects.filter(is_guest=False, is_bot=False):
    Rating.objects.get_or_create(
        player=player,
        pool="yatzy",
        defaults={"mu": 25, "sigma": 8, "shown": 1500, "rated_games": 5},
    )
"""


@pytest.fixture(scope="module", autouse=True)
def long_day() -> None:
    """Begin after midnight if it is near, before the site starts: all play on one day."""
    now = datetime.now(UTC)
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
    if midnight - now < LONGEST_TEST:
        sleep((midnight - now).total_seconds() + 1)


def on_database(site: Site, *statements: str) -> list[tuple[str, ...]]:
    """Run statements, and return the rows of the last one."""
    database = sqlite3.connect(site.directory / "yacht.sqlite3", timeout=20)
    with closing(database), database:
        return [database.execute(statement).fetchall() for statement in statements][-1]


def throw_fair_dice(site: Site, person: Person) -> None:
    """Draw today's dice from their secret, as the proof expects."""
    person.page.goto("/daily/")
    newest = "SELECT share FROM games_daily WHERE variant = 'yacht' ORDER BY day DESC LIMIT 2"
    # The worker makes them.
    until(lambda: bool(on_database(site, newest)), person.page, RESULTS_S)
    for (share,) in on_database(site, newest):
        path = script_path(site.directory, share)
        path.parent.mkdir(exist_ok=True)
        path.write_text(FAIR)


def let_two_days_pass(site: Site) -> str:
    """Move today's dailies, and what was played, two days back; return their day then."""
    [(day,)] = on_database(site, "SELECT min(day) FROM games_daily")
    moved = f"WHERE day = '{day}'"
    on_database(
        site,
        f"UPDATE games_dailyentry SET day = date(day, '-2 days') {moved}",
        f"UPDATE games_daily SET day = date(day, '-2 days') {moved}",
    )
    [(before,)] = on_database(site, f"SELECT date('{day}', '-2 days')")
    return before


def begin(person: Person) -> None:
    """Begin today's game of Yacht."""
    person.page.goto("/daily/")
    person.page.get_by_role("button", name="Play Yacht", exact=True).click()
    person.page.wait_for_url("**/r/*/")
    expect(person.table).to_be_visible()


def plays(person: Person) -> list[list[int]]:
    """Play the whole game; return the first roll of each turn."""
    first = []
    for _ in range(ROUNDS):
        person.waits_for_turn()
        person.rolls_dice()
        first.append(person.dice())
        person.writes_best()
    expect(person.page.get_by_role("link", name="The daily")).to_be_visible()
    return first


def result_of(person: Person) -> int:
    """Go from the table to the own result, and return its points."""
    expect(person.page.get_by_role("button", name="Play again")).to_have_count(0)
    person.page.get_by_role("link", name="The daily").click()
    person.page.get_by_role("link", name="Your result").click()
    expect(person.page.get_by_role("heading", name="Still secret")).to_be_visible()
    expect(person.page.get_by_role("button", name="Share")).to_be_visible()
    return int(person.page.locator(".daily-total").inner_text())


def test_it_is_played_by_a_guest_and_an_account_and_revealed_afterwards(
    arrive: Arrive, site: Site
) -> None:
    alice, guest, stranger = arrive("Agatha"), arrive("Gus", phone=True), arrive("Bob")
    throw_fair_dice(site, stranger)
    sign_up(alice)
    site.manage("shell", "-c", LET_ALL_RANK)
    begin(alice)
    room = alice.page.url
    begin(guest)
    dice = plays(alice)
    assert plays(guest) == dice
    total = result_of(alice)
    assert result_of(guest) == total

    stranger.page.goto(room)
    expect(
        stranger.page.get_by_role("heading", name="You can watch this one later")
    ).to_be_visible()

    page = alice.page
    # A worker stores results every 15 s; after that their days can be moved.
    running = "SELECT 1 FROM games_dailyentry WHERE NOT over"
    until(lambda: not on_database(site, running), page, RESULTS_S)
    day = let_two_days_pass(site)
    page.goto(f"/daily/{day}/yacht/")

    def is_analysed() -> bool:
        page.reload()
        return "of perfect play" in page.locator(".daily-mine").inner_text()

    until(is_analysed, page, SOLVER_MS / 1000)
    expect(page.get_by_text("Place 1 of 1")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Agatha")).to_contain_text(str(total))
    guest.page.goto(f"/daily/{day}/yacht/")
    expect(guest.page.get_by_text("It would be place 1")).to_be_visible()
    page.get_by_role("link", name="Analysis", exact=True).click()
    page.get_by_role("tab", name="Proof").click()
    page.get_by_role("button", name="Check these dice").click()
    expect(page.get_by_text("The dice were fair.")).to_be_visible()
