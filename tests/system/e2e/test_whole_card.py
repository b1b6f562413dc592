"""Every box of the card is in reach, whatever the game, the players, the letters and the window."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.system.e2e.browser import box_of
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person

# House rules with 20 boxes, the most there can be.
HOUSE = "yatzy+with-all-different+with-three-in-a-row+with-even+with-odd+with-low"
BOXES = {
    "yacht": 12,
    "yahtzee": 13,
    "yatzy": 15,
    "maxi_yatzy": 20,
    "triple_yahtzee": 39,
    HOUSE: 20,
}
PHONE, SMALL, TABLET, DESKTOP = (390, 844), (360, 640), (768, 1024), (1280, 800)
LEAST_PX = 23.5  # 24, less rounding
# On an ordinary phone, or a tablet, with ordinary letters nothing needs to be scrolled.
UNSCROLLED_PX = 31


class Case(NamedTuple):
    game: str
    players: int
    text: int
    window: tuple[int, int]


# Not all combinations: those that need most room, and each value with several of the others.
CASES = [
    Case("yacht", 2, 200, PHONE),
    Case("yahtzee", 2, 100, SMALL),
    Case("yahtzee", 8, 200, PHONE),
    Case("yatzy", 2, 100, SMALL),
    Case("maxi_yatzy", 1, 100, PHONE),
    Case("maxi_yatzy", 2, 200, PHONE),
    Case("maxi_yatzy", 8, 100, PHONE),
    Case("maxi_yatzy", 2, 200, DESKTOP),
    Case("maxi_yatzy", 8, 100, DESKTOP),
    Case("triple_yahtzee", 2, 200, PHONE),
    Case("triple_yahtzee", 1, 100, SMALL),
    Case("triple_yahtzee", 2, 200, DESKTOP),
    Case(HOUSE, 2, 100, PHONE),
    Case(HOUSE, 8, 200, SMALL),
    Case(HOUSE, 1, 100, DESKTOP),
    Case("yahtzee", 2, 100, TABLET),
    Case("maxi_yatzy", 8, 200, TABLET),
    Case(HOUSE, 2, 100, TABLET),
]

HIT = """(place) => {
  const { left, top, width, height } = place.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return { isHit: place === hit || place.contains(hit), height,
    hit: hit === null ? "nothing" : `${hit.tagName} ${hit.className}` };
}"""


def fill_seats(alice: Person, players: int) -> None:
    page = alice.page
    if players == 1:
        return
    page.get_by_role("button", name="Add a bot to seat 2").click()
    if players == 2:
        page.get_by_role("dialog").get_by_role("button", name="Breeze").click()
    else:
        page.get_by_role("button", name=f"Fill {players - 1} seats with bots").click()


def is_hit(place: Locator) -> None:
    """Scroll to a place as a person would; a finger in its middle must hit it."""
    place.scroll_into_view_if_needed()
    found = place.evaluate(HIT)
    assert found["isHit"], f"{place.get_attribute('aria-label')}: {found['hit']} is there"


def scrolled(page: Page) -> float:
    """Return how far the card and the page can be scrolled down, in px."""
    return float(
        page.evaluate(
            """() => [document.documentElement, document.querySelector(".scorecard")]
              .reduce((sum, each) => sum + each.scrollHeight - each.clientHeight, 0)"""
        )
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, (*case[:3], *case[3]))))
def test_it_lets_a_finger_hit_every_box_the_total_and_the_dice(arrive: Arrive, case: Case) -> None:
    width, height = case.window
    alice = arrive("Alice", phone=width < height, viewport={"width": width, "height": height})
    alice.open_special_table(case.game.replace("+", "%2B"), seats=case.players)
    fill_seats(alice, case.players)
    alice.start(players=case.players)
    page = alice.page
    page.evaluate("size => { document.documentElement.style.fontSize = size }", f"{case.text}%")
    alice.waits_for_turn()
    alice.rolls_dice()

    offers = alice.offers.all()
    assert len(offers) == BOXES[case.game]
    for offer in offers:
        is_hit(offer)
        assert box_of(offer.locator("xpath=.."))["height"] >= LEAST_PX
    is_hit(page.locator(".score-table .total td:visible").first)
    for die in page.locator("button.die").all():
        is_hit(die)
    is_hit(alice.table.locator("button.roll"))
    if case.text == 100 and case.window in {PHONE, TABLET}:
        assert scrolled(page) <= 0
        lowest = min(box_of(offer.locator("xpath=.."))["height"] for offer in offers)
        assert lowest >= UNSCROLLED_PX


@pytest.mark.parametrize("game", ["yahtzee", "maxi_yatzy"])
def test_it_shows_a_watcher_the_whole_card_above_the_way_to_a_seat(
    arrive: Arrive, game: str
) -> None:
    alice, bob = arrive("Alice"), arrive("Bob", phone=True)
    link = alice.open_special_table(game, seats=2)
    alice.start(players=1)
    bob.page.goto(link)
    expect(bob.page.get_by_role("button", name="Join the next game")).to_be_visible()
    assert scrolled(bob.page) <= 0


CUT = """(places) => places.filter((each) => {
  const { left, right } = each.getBoundingClientRect();
  return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth + 1;
}).map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_cuts_nothing_in_headers_with_letters_of_twice_the_size(
    arrive: Arrive, language: str
) -> None:
    page = arrive("Alice", phone=True).page
    page.goto("/")
    page.locator(f"[name=language][value={language}]").click()
    for path, places in (
        ("/", ".site-header a, .site-header summary"),
        ("/puzzles/", ".room-bar a, .room-bar summary, .turn-title"),
    ):
        page.goto(path)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
        expect(page.locator(places).first).to_be_visible()
        assert page.locator(places).filter(visible=True).evaluate_all(CUT) == [], path
