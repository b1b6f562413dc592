"""A phone, 390 px wide."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.pages import FOR_ALL, FOR_GUESTS, OFFLINE
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site

HEIGHT = 844
SMALLEST_TARGET_PX = 43.5  # 44, less rounding


def width_of_content(page: Page) -> int:
    """Return the width of the page; if it exceeds the window, the page scrolls sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def height_of(place: Locator) -> float:
    """Return the height in px."""
    box = place.bounding_box()
    assert box is not None
    return box["height"]


def in_reach(person: Person, name: str) -> bool:
    """Return whether the whole button is visible without scrolling."""
    box = person.table.get_by_role("button", name=name).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT


@pytest.mark.parametrize("variant", ["yacht", "triple_yahtzee"])
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

    # The last box of the card is reachable, above the dice.
    alice.offers.last.tap()
    label = alice.offers.last.get_attribute("aria-label") or ""
    assert label.startswith("Score ")
    expect(alice.page.locator(".written")).to_have_count(0)
    write = alice.table.locator("button.write")
    expect(write).to_have_text(label)
    assert in_reach(alice, label)
    write.tap()
    expect(alice.page.locator(".written")).to_have_count(1)
    assert width_of_content(alice.page) == 390


def test_it_keeps_the_dice_beside_the_card_when_the_phone_lies_on_its_side(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True, viewport={"width": HEIGHT, "height": 390})
    alice.open_special_table("yahtzee", seats=1)
    alice.start(players=1)
    alice.table.get_by_role("button", name="Roll the dice").tap()
    for offer in (alice.offers.first, alice.offers.last):
        offer.tap()
        write = alice.table.locator("button.write").bounding_box()
        assert write is not None
        assert 0 <= write["y"] <= 390 - write["height"]
        expect(offer).to_be_in_viewport(ratio=1)


def test_it_keeps_the_dice_where_they_are_from_turn_to_turn(arrive: Arrive) -> None:
    alice, bob = arrive("Alice", phone=True), arrive("Bob", phone=True)
    bob.join(alice.open_special_table("yacht"))
    alice.start(players=2)
    alice.waits_for_turn()
    mine = alice.page.locator(".dice").bounding_box()
    alice.takes_turn()
    bob.waits_for_turn()
    expect(alice.turn_title).to_have_text("Bob’s turn")
    assert alice.page.locator(".dice").bounding_box() == mine


def test_it_gives_the_thumb_targets_that_it_can_hit(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    alice.open_special_table("yahtzee", seats=1)
    alice.start(players=1)
    alice.table.get_by_role("button", name="Roll the dice").tap()
    expect(alice.offers.first).to_be_visible()
    small = alice.page.locator("button:visible, a:visible").evaluate_all(
        """(targets, least) => targets
            .filter((each) => !each.classList.contains("skip-link"))
            // A button in a cell takes what hits the cell.
            .map((each) => [each, (each.closest("td, th") ?? each).getBoundingClientRect()])
            .filter(([, { width, height }]) => width < least || height < least)
            .map(([each, { width, height }]) => `${each.outerHTML}: ${width} x ${height}`)""",
        SMALLEST_TARGET_PX,
    )
    assert small == []


def test_it_gives_the_thumb_links_that_it_can_hit(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    for path in ("/", "/sign-in/", "/games/"):
        alice.page.goto(path)
        frame = alice.page.locator(".site-header, .site-footer").locator("a, button, summary")
        for target in frame.filter(visible=True).all():
            box = target.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= SMALLEST_TARGET_PX, (path, target)


def test_it_fills_a_box_by_a_tap_at_the_edge_of_its_cell(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    alice.open_special_table("triple_yahtzee", seats=1)
    alice.start(players=1)
    alice.table.get_by_role("button", name="Roll the dice").tap()
    offer = alice.offers.nth(4)
    expect(offer).to_be_visible()
    cell = offer.locator("xpath=..").bounding_box()
    assert cell is not None
    alice.page.touchscreen.tap(cell["x"] + 2, cell["y"] + 2)
    expect(offer).to_have_class(re.compile("chosen"))


# Dice that fill the boxes with long names, and dice that score 0 there.
@pytest.mark.parametrize(("dice", "width"), [("66666", 320), ("23456", 390)])
def test_it_keeps_the_dice_where_they_are_whatever_box_is_picked(
    arrive: Arrive, site: Site, dice: str, width: int
) -> None:
    alice = arrive("Alice", phone=True, viewport={"width": width, "height": HEIGHT})
    site.choose_dice(alice.open_special_table("triple_yahtzee", seats=1), dice)
    alice.start(players=1)
    heights = {height_of(alice.table)}
    alice.table.get_by_role("button", name="Roll the dice").tap()
    expect(alice.offers.first).to_be_visible()
    write = alice.table.locator("button.write > span")
    for offer in alice.offers.all():
        offer.tap()
        expect(offer).to_have_class(re.compile("chosen"))
        heights.add(height_of(alice.table))
        assert write.evaluate("it => it.scrollHeight <= it.clientHeight"), write.inner_text()
    assert len(heights) == 1


def test_a_guest_first_sees_how_to_take_a_seat(arrive: Arrive) -> None:
    alice, bob = arrive("Alice"), arrive("Bob", phone=True)
    bob.page.goto(alice.open_special_table("yahtzee", seats=3))
    card = bob.page.locator(".waiting-card")
    expect(card.get_by_role("button").first).to_have_accessible_name("Take a seat")
    expect(card.get_by_role("button", name="Invite")).to_be_visible()


@pytest.mark.parametrize("width", [390, 768])
def test_it_never_scrolls_sideways_however_long_the_name(arrive: Arrive, width: int) -> None:
    window = {"width": width, "height": 1024 if width > 390 else HEIGHT}
    alice = arrive("Wilhelmina Wolkenst", phone=True, viewport=window)
    alice.open_table()
    for path in (*FOR_ALL.values(), *FOR_GUESTS, OFFLINE):
        alice.page.goto(path)
        assert width_of_content(alice.page) == width, path
        if path == OFFLINE:
            continue  # This page has no header.
        logo = alice.page.locator(".brand svg").bounding_box()
        assert logo is not None
        assert logo["width"] >= 28, path
