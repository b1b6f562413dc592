"""Three people of a circle play on two evenings, two weeks apart. Sums are those of the games."""

from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site
from tests.system.e2e.test_circle_evening import ROUNDS, sums_in, sums_of_games
from tests.system.e2e.test_circles import comes_in, make_circle, make_link
from tests.system.e2e.test_daily import on_database
from tests.system.e2e.test_invitations import takes_the_seat
from tests.system.e2e.test_real_dice import RULES

LATER = "-14 days"
TWO_WEEKS = (
    f"UPDATE games_game SET finished_at = datetime(finished_at, '{LATER}')",
    f"UPDATE games_circleplay SET at = datetime(at, '{LATER}')",
    f"UPDATE games_circleevening SET night = date(night, '{LATER}'),"
    f" last_at = datetime(last_at, '{LATER}')",
)
COUNTED = "SELECT count(DISTINCT game_id) FROM games_circleplay"
NIGHTS = "SELECT julianday(night) FROM games_circleevening ORDER BY night"
PLACES = """
  SELECT game_id, games_scorecard.name, place FROM games_scorecard
  JOIN games_game ON game_id = games_game.id WHERE games_game.circle_id IS NOT NULL
"""
Places = dict[str, dict[str, int]]
"""For each game, everybody's place."""


def counted(site: Site) -> int:
    [(games,)] = on_database(site, COUNTED)
    return int(games)


def plays_an_evening(site: Site, people: list[Person], circle: str) -> None:
    """Play one game at a table for the circle, and wait until it counts."""
    host, *others = people
    before = counted(site)
    host.page.goto(circle)
    asked = host.page.get_by_role("link", name="Open a table").get_attribute("href")
    host.page.goto(f"{asked}&variant={RULES.replace('+', '%2B')}")
    host.fills_table_form(seats=str(len(people)))
    host.opens_the_table()
    site.throw_fair_dice(host.page.url)
    for each in others:
        takes_the_seat(each, host)
    host.start(players=len(people))
    for _ in range(ROUNDS):
        for each in people:
            each.takes_turn()
    for each in people:
        expect(each.page.locator("#result-title")).to_be_visible()
    until(lambda: counted(site) == before + 1, host.page)
    for each in others:
        each.page.goto("/")


def places_of_games(site: Site) -> Places:
    found: Places = {}
    for game, name, place in on_database(site, PLACES):
        found.setdefault(game, {})[name] = int(place)
    return found


def ahead(places: Places, one: str, other: str) -> int:
    """In how many games one was before the other."""
    return sum(game[one] < game[other] for game in places.values())


def against(page: Page) -> list[int]:
    """Read the page of two members: you ahead, ties, the other ahead."""
    return [int(text) for text in page.locator(".against b").all_inner_texts()]


def test_the_sums_of_two_weeks_are_those_of_the_games(arrive: Arrive, site: Site) -> None:
    people = [arrive("Anna"), arrive("Bob", phone=True), arrive("Cleo")]
    anna, *others = people
    circle = make_circle(anna)
    link = make_link(anna, circle, asks=False)
    for each in others:
        comes_in(each, link, "Come in")
        each.page.wait_for_url(circle)
        each.page.goto("/")

    plays_an_evening(site, people, circle)
    first = sums_of_games(site)
    on_database(site, *TWO_WEEKS)
    plays_an_evening(site, people, circle)
    both = sums_of_games(site)

    nights = [float(night) for (night,) in on_database(site, NIGHTS)]
    assert [after - before for before, after in pairwise(nights)] == [14]
    page = anna.page
    page.goto(f"{circle}evenings/")
    evenings = page.locator(".evening")
    expect(evenings).to_have_count(2)
    assert sums_in(page, ".evening:last-child .evening-places li") == first
    page.goto(f"{circle}season/")
    rows = page.locator(".season-table tbody tr")
    expect(rows).to_have_count(len(people))
    for name, (wins, points) in both.items():
        cells = rows.filter(has_text=name).locator("td:not(.place)")
        expect(cells).to_have_text(["2", str(wins), str(points)])
    places = places_of_games(site)
    for name in ("Bob", "Cleo"):
        page.goto(f"{circle}with/{name}")
        mine, theirs = ahead(places, "Anna", name), ahead(places, name, "Anna")
        assert against(page) == [mine, 2 - mine - theirs, theirs]
