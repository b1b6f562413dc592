"""A phone, 390 px wide: one thumb, nothing cut off."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person

HEIGHT = 844
PATHS = (
    *("/", "/new/", "/games/", "/account/", "/account/keep/", "/leaderboards/"),
    *("/ratings/", "/rules/", "/fair/", "/help/", "/api/"),
    *("/statistics/", "/statistics/triple_yahtzee/", "/skill/", "/leaderboards/?board=skill"),
)
SMALLEST_TARGET = {"width": 30, "height": 36}


def width_of_content(page: Page) -> int:
    """How wide the page is, all told: wider than the window scrolls sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def in_reach(person: Person, name: str) -> bool:
    """Is the button of that name whole within the window, without scrolling?"""
    box = person.table.get_by_role("button", name=name).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT


@pytest.mark.parametrize("variant", ["yacht", "yahtzee", "triple_yahtzee", "yatzy"])
def test_it_takes_two_steps_to_score_with_a_thumb(arrive: Arrive, variant: str) -> None:
    alice = arrive("Alice", phone=True)
    alice.open_special_table(variant, seats=1)
    alice.start(players=1)
    assert in_reach(alice, "Roll the dice")
    alice.table.get_by_role("button", name="Roll the dice").tap()
    expect(alice.offers.first).to_be_visible()
    alice.page.get_by_role("button", name="Die 2").tap()
    alice.page.get_by_role("button", name="Die 3").tap()
    assert alice.held() == [1, 2]
    assert in_reach(alice, "Roll 3 again")
    alice.table.get_by_role("button", name="Roll 3 again").tap()
    expect(alice.table.get_by_role("img", name="Roll 2 of 3")).to_be_visible()

    # The last box of the card can be scrolled to, above the dice.
    alice.offers.last.tap()
    label = alice.offers.last.get_attribute("aria-label") or ""
    assert label.split()[0] in ("Score", "Cross")
    expect(alice.page.locator(".written")).to_have_count(0)
    write = alice.table.locator("button.write")
    expect(write).to_have_text(label.removesuffix(": 0"))
    assert in_reach(alice, label.removesuffix(": 0"))
    write.tap()
    expect(alice.page.locator(".written")).to_have_count(1)
    assert width_of_content(alice.page) == 390


def test_it_gives_the_thumb_targets_that_it_can_hit(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    alice.open_special_table("yahtzee", seats=1)
    alice.start(players=1)
    alice.table.get_by_role("button", name="Roll the dice").tap()
    expect(alice.offers.first).to_be_visible()
    small = alice.page.locator("button:visible, a:visible").evaluate_all(
        """(targets, least) => targets
            .filter((each) => !each.classList.contains("skip-link"))
            .map((each) => [each.ariaLabel ?? each.textContent, each.getBoundingClientRect()])
            .filter(([, { width, height }]) => width < least.width || height < least.height)
            .map(([name, { width, height }]) => `${name}: ${width} x ${height}`)""",
        SMALLEST_TARGET,
    )
    assert small == []


def test_it_never_scrolls_sideways_however_long_the_name(arrive: Arrive) -> None:
    alice = arrive("Wilhelmina Wolkenst", phone=True)
    alice.open_table()
    for path in PATHS:
        alice.page.goto(path)
        assert width_of_content(alice.page) == 390, path
        logo = alice.page.locator(".brand svg").bounding_box()
        assert logo is not None
        assert logo["width"] >= 28, path
