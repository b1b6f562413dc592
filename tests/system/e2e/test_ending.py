"""The end of a game: the card stays where it is, the result takes the place of the felt, and
nothing jumps. In a large window nothing scrolls inside.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.system.e2e.browser import SOLVER_MS, box_of
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.quick_play import plays_until
from tests.system.e2e.site import Site

MOST_SHIFT = 0.1
# As the measure is defined: what moves within half a second of a tap does not count.
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources, hadRecentInput } of list.getEntries()) {
    const moved = sources.map(({ node }) => node?.className ?? "");
    if (!hadRecentInput) window.shifts.push([value, moved]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
# A turn by functions of the page moves its buttons, too, without any input.
FORGET_SHIFTS = "taken => { window.shifts.length = taken }"
OVER = "e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
# The upper section alone: six boxes.
WHOLE = "yacht"
GONE = ("full-house", "four-of-a-kind", "little-straight", "big-straight", "choice", "yacht")
SHORT = "%2Bno-".join(("yacht", *GONE))
BOXES = {SHORT: 6, WHOLE: 12}
EQUAL, FAR = ("36666", "36666"), ("66666", "12345")


class Case(NamedTuple):
    """dice: of each player's last box. titles: what those with a browser read at the end."""

    mode: str
    dice: tuple[str, str]
    titles: tuple[str, ...]
    rules: str = SHORT


# It has an analysis, as its dice never change.
REVIEWED = Case("friends", ("", ""), ("win|tie", "win|tie"), WHOLE)
# In rounds there is a tie, too.
TIE = Case("friends", EQUAL, ("Alice and Bob tie", "Alice and Bob tie"))
CASES = [
    Case("friends", FAR, ("You win by 30", "Alice wins")),
    REVIEWED,
    Case("rounds", EQUAL, ("Alice and Bob tie", "Alice and Bob tie")),
    Case("device", FAR, ("Anna wins by 50",)),
    Case("bot", EQUAL, ("win|tie",)),
    Case("triple", EQUAL, ("points",)),
]


def begins(case: Case, arrive: Arrive, *windows: Mapping[str, object]) -> list[Person]:
    """Start the game; return those with a browser of their own, in the order of their turns.

    windows: of the first and of the last of them.
    """
    alice = arrive("Alice", **windows[0])
    alice.page.add_init_script(WATCH_SHIFTS)
    if case.mode == "triple":
        alice.open_special_table("triple_yahtzee", seats=1)
        alice.start(players=1)
    elif case.mode == "bot":
        plays_a_bot(alice.page)
    elif case.mode == "device":
        shares_device(alice.page)
    else:
        bob = arrive("Bob", **windows[-1])
        bob.page.add_init_script(WATCH_SHIFTS)
        rounds = {"mode": "rounds", "clock": "90"} if case.mode == "rounds" else {}
        bob.join(alice.open_special_table(case.rules, seats=2, **rounds))
        alice.start(players=2)
        return [alice, bob]
    return [alice]


def plays_a_bot(page: Page) -> None:
    page.goto(f"/new/?variant={SHORT}")
    page.get_by_label("Your name").fill("Alice")
    page.locator("[name=who][value=bot]").evaluate("field => field.click()")
    page.get_by_role("main").get_by_role("button", name="Play", exact=True).click()


def shares_device(page: Page) -> None:
    page.goto("/device/")
    page.get_by_label("Game").select_option("Yacht")
    page.get_by_label("1 Name").fill("Anna")
    page.get_by_label("2 Name").fill("Tom")
    page.get_by_role("main").get_by_role("button", name="Play", exact=True).click()


def plays_to_the_end(case: Case, people: Sequence[Person], site: Site) -> list[FloatRect]:
    """Play the last boxes by clicks, all others faster; return where everybody's card was."""
    for person in people:
        expect(person.table).to_be_visible()
    game = people[0].page.evaluate("$modules['js/table/state/state.js'].view.value.game")
    site.choose_game_dice(game, "12345" if case.dice[0] else "")
    taken = [person.page.evaluate("shifts.length") for person in people]
    for left in [1] if len(people) == 1 else range(BOXES[case.rules] - 1, 0, -1):
        for person in people:
            plays_until(person, left)
    for person, known in zip(people, taken, strict=True):
        person.page.emulate_media(reduced_motion="no-preference")
        person.page.evaluate(FORGET_SHIFTS, known)
    cards = [box_of(person.page.locator(".scorecard")) for person in people]
    turns = list(people) * 2 if case.mode == "device" else people
    for number, person in enumerate(turns):
        site.choose_game_dice(game, case.dice[number])
        takes_last_turn(person.page)
    return cards


def takes_last_turn(page: Page) -> None:
    pass_on, roll = (
        page.locator(".pass-on .large"),
        page.locator("button.roll:not([aria-disabled])"),
    )
    expect(pass_on.or_(roll)).to_be_visible()
    if pass_on.is_visible():
        pass_on.click()
    roll.click()
    page.locator("button.offer:not([aria-disabled]):visible").first.click()
    page.locator("button.write:not([aria-disabled])").click()


@pytest.mark.parametrize(
    "case",
    [pytest.param(TIE, marks=pytest.mark.release), *CASES],
    ids=lambda case: f"{case.mode}-{case.titles[0]}",
)
def test_on_a_phone_the_card_stays_and_nothing_jumps(
    arrive: Arrive, site: Site, case: Case
) -> None:
    people = begins(case, arrive, {"phone": True})
    cards = plays_to_the_end(case, people, site)
    for person, title, card in zip(people, case.titles, cards, strict=True):
        page = person.page
        expect(page.locator("#result-title")).to_have_text(re.compile(title))
        rematch = page.get_by_role("button", name=re.compile("Rematch|Play again"))
        expect(rematch).to_be_in_viewport(ratio=1)
        if case is REVIEWED:
            expect(page.locator(".review-bars").first).to_be_visible(timeout=SOLVER_MS)
        page.wait_for_timeout(1500)  # what slides up has arrived
        assert box_of(page.locator(".scorecard")) == card
        shifts = page.evaluate("shifts")
        assert sum(value for value, _ in shifts) < MOST_SHIFT, shifts


LARGE = ({"width": 1280, "height": 800}, {"width": 1440, "height": 900})


def test_in_a_large_window_nothing_scrolls_inside(arrive: Arrive, site: Site) -> None:
    people = begins(REVIEWED, arrive, *({"viewport": size} for size in LARGE))
    cards = plays_to_the_end(REVIEWED, people, site)
    for person, card in zip(people, cards, strict=True):
        page = person.page
        expect(page.locator(".review-bars").first).to_be_visible(timeout=SOLVER_MS)
        for part in (".result", ".scorecard", ".side", ".game-review"):
            assert max(page.locator(part).evaluate(OVER)) <= 1, part
        assert box_of(page.locator(".scorecard")) == card
        assert sum(value for value, _ in page.evaluate("shifts")) < MOST_SHIFT
        # Chat and log have given way, and come back at a press.
        button = page.get_by_role("button", name="Chat and log")
        expect(button).to_have_attribute("aria-expanded", "false")
        button.click()
        expect(page.get_by_role("tab", name="Log")).to_be_visible()
