"""A turn in a tiny window, as at 400 % zoom, and with forced colours."""

from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive

# 1280 x 1024 px at 400 %.
ZOOMED = {"width": 320, "height": 256}


def test_it_plays_a_turn_at_400_percent(arrive: Arrive) -> None:
    alice = arrive("Alice", viewport=ZOOMED)
    for path in ("/", "/new/", "/rules/", "/fair/"):
        alice.page.goto(path)
        assert alice.page.evaluate("document.documentElement.scrollWidth") == ZOOMED["width"], path
    alice.open_special_table("yahtzee", seats=1)
    alice.start(players=1)
    alice.table.get_by_role("button", name="Roll the dice").click()
    expect(alice.offers.first).to_be_visible()
    alice.page.get_by_role("button", name="Die 3").click()
    assert alice.held() == [2]
    # Playwright clicks only where nothing covers the element.
    for offer in (alice.offers.last, alice.offers.first):
        offer.click()
        expect(offer).to_have_attribute("aria-pressed", "true")
    alice.table.locator("button.write").click()
    expect(alice.page.locator(".written")).to_have_count(1)
    assert alice.page.evaluate("document.documentElement.scrollWidth") == ZOOMED["width"]


def test_it_shows_what_is_chosen_in_forced_colours(arrive: Arrive) -> None:
    alice = arrive("Alice", forced_colors="active")
    alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    roll = alice.table.locator("button.roll")
    assert roll.evaluate("it => parseFloat(getComputedStyle(it).borderTopWidth)") > 0
    alice.rolls_dice()
    offers = alice.offers
    plain = offers.nth(1).evaluate("it => getComputedStyle(it).border")
    offers.first.click()
    assert offers.first.evaluate("it => getComputedStyle(it).border") != plain
    # Colours are the only sign of a die's pips.
    adjusted = alice.page.locator(".die").first.evaluate(
        "it => getComputedStyle(it).forcedColorAdjust"
    )
    assert adjusted == "none"
