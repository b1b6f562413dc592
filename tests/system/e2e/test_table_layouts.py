"""The table on small and large screens."""

import pytest
from playwright.sync_api import Page, expect

from tests.system.e2e.browser import box_of
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.site import Site


def test_it_shows_all_of_triple_yahtzee_on_a_phone_and_what_each_column_counts(
    arrive: Arrive, site: Site
) -> None:
    alice, bob = arrive("Alice", phone=True), arrive("Bob", phone=True)
    link = alice.open_special_table("triple_yahtzee", seats=2)
    site.choose_dice(link, "55561")
    bob.join(link)
    alice.start(players=2)
    alice.rolls_dice()
    page = alice.page
    # Three of a kind: 22 points, times 1, 2 and 3.
    for points, column in ((22, 1), (44, 2), (66, 3)):
        offer = page.get_by_role("button", name=f"Score {points} in Three of a kind ×{column}")
        expect(offer).to_have_text(str(points))
    tray = box_of(alice.table)["y"]
    for row in page.locator(".score-table tbody tr, .score-table tfoot tr").all():
        here = box_of(row)
        assert here["y"] + here["height"] <= tray, row.inner_text()
    page.get_by_role("button", name="Score 66 in Three of a kind ×3").tap()
    alice.table.locator("button.write").tap()
    expect(page.locator(".written.newest")).to_have_text("66")

    # A tap on a player shows their card, and another one shows mine again.
    seats = page.get_by_role("list", name="Players").get_by_role("button")
    seats.filter(has_text="Bob").tap()
    expect(seats.filter(has_text="Bob")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".written:visible")).to_have_count(0)
    seats.filter(has_text="Alice").tap()
    expect(page.locator(".written:visible")).to_have_text(["66"])


def test_it_shows_eight_players_on_a_phone(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    alice.open_special_table("yacht", seats=8)
    page = alice.page
    page.get_by_role("button", name="Add a bot to seat 2").tap()
    page.get_by_role("button", name="Fill 7 seats with bots").tap()
    page.get_by_role("button", name="Start with 8 players").tap()
    expect(alice.table).to_be_visible()
    seats = page.get_by_role("list", name="Players").get_by_role("button")
    expect(seats).to_have_count(8)
    for seat in seats.all():
        here = box_of(seat)
        assert here["x"] >= 0
        assert here["x"] + here["width"] <= 390
        assert here["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    seats.last.tap()
    expect(seats.last).to_have_attribute("aria-pressed", "true")
    name = seats.last.locator(".seat-name").inner_text()
    expect(page.locator(".seat-head:visible").filter(has_text=name).first).to_be_visible()


def test_it_has_three_columns_on_a_wide_screen(arrive: Arrive) -> None:
    alice = arrive("Alice", viewport={"width": 1920, "height": 1080})
    alice.open_special_table("yahtzee", seats=1)
    alice.start(players=1)
    card, felt = box_of(alice.page.locator(".scorecard")), box_of(alice.table)
    side = box_of(alice.page.get_by_role("region", name="Chat and log"))
    assert card["x"] + card["width"] < felt["x"]
    assert felt["x"] + felt["width"] < side["x"]
    assert 1000 <= felt["width"] <= 1030
    assert side["x"] + side["width"] <= 1920
    for part in (card, felt, side):
        assert part["y"] + part["height"] <= 1080
    assert 135 <= box_of(alice.page.get_by_label("Die 1"))["width"] <= 145
    expect(alice.page.get_by_role("heading", name="Chat")).to_be_visible()
    expect(alice.page.get_by_role("heading", name="Log")).to_be_visible()


def sizes(page: Page) -> dict[str, float]:
    """The widths and heights that a window makes larger, in px."""
    row = page.locator(".score-table tbody tr").first
    name = row.locator(".category")
    return {
        "die": box_of(page.get_by_label("Die 1"))["width"],
        "felt": box_of(page.locator(".tray"))["width"],
        "row": box_of(row)["height"],
        "card": box_of(page.locator(".scorecard"))["height"],
        "name": float(name.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")),
    }


def check_no_inner_scrolling(page: Page) -> None:
    for part in (".table-layout", ".scorecard", ".tray", ".side"):
        over = page.locator(part).evaluate(
            "e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
        )
        assert max(over) <= 1, (part, over)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_dice_and_card_grow_with_the_window(arrive: Arrive) -> None:
    alice, bob = arrive("Alice", viewport={"width": 1280, "height": 800}), arrive("Bob")
    bob.join(alice.open_special_table("yahtzee", seats=2))
    alice.start(players=2)
    page, found = alice.page, []
    for width, height in ((1280, 800), (1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_label("Die 1")).to_be_visible()
        check_no_inner_scrolling(page)
        found.append(sizes(page))
    small, middle, large = found
    for name in ("die", "felt", "row", "card"):
        assert small[name] < middle[name] < large[name], (name, found)
    assert large["name"] > small["name"]
    assert large["die"] >= 1.35 * small["die"]


def test_log_and_chat_fold_and_stay_folded(arrive: Arrive) -> None:
    alice = arrive("Alice", viewport={"width": 1440, "height": 900})
    alice.open_special_table("yahtzee", seats=1)
    alice.start(players=1)
    page = alice.page
    before = box_of(page.get_by_label("Die 1"))["width"]
    button = page.get_by_role("button", name="Chat and log")
    expect(button).to_have_attribute("aria-expanded", "true")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(button).to_be_focused()
    expect(page.get_by_label("Log", exact=True)).to_have_count(0)
    assert box_of(page.get_by_label("Die 1"))["width"] > before
    page.reload()
    expect(button).to_have_attribute("aria-expanded", "false")
    # The key for the chat opens it.
    page.keyboard.press("c")
    expect(page.get_by_role("tab", name="Chat")).to_have_attribute("aria-selected", "true")
    button.click()
    expect(page.get_by_role("tab")).to_have_count(0)


CUT = "places => places.filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"
WORDS = """(buttons) => buttons.map((each) => {
  const { left, right } = each.getBoundingClientRect();
  return [each.ariaLabel, getComputedStyle(each, "::after").content, left, right];
})"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pictures_of_the_bar_have_words_in_a_wide_window(arrive: Arrive, language: str) -> None:
    alice = arrive("Alice", viewport={"width": 896, "height": 800})
    alice.open_special_table("triple_yahtzee", seats=2)
    alice.start(players=1)
    page = alice.page
    cookie = {"name": "language", "value": language, "url": page.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    buttons = page.locator(".room-actions > .icon-button")
    for width in (896, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        page.reload()
        expect(buttons.nth(5)).to_be_visible()
        found = buttons.filter(visible=True).evaluate_all(WORDS)
        assert len(found) == 7
        end = page.locator(".room-title").evaluate(
            "e => e.lastElementChild.getBoundingClientRect().right"
        )
        for name, word, left, right in found:
            # Somebody who speaks to the computer says what they see.
            assert word.strip('"').casefold() in name.casefold()
            assert end <= left < right <= width
            end = right
        assert page.locator(".room-title > *").evaluate_all(CUT) == []
    page.set_viewport_size({"width": 890, "height": 1180})
    assert {word for _, word, *_ in buttons.evaluate_all(WORDS)} == {"none"}


def test_it_shows_all_of_yatzy_on_a_phone(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    alice.open_special_table("yatzy", seats=1)
    alice.start(players=1)
    alice.rolls_dice()
    tray = box_of(alice.table)["y"]
    boxes = alice.page.locator(".score-table tr > :visible").all()
    assert len(boxes) > 2 * 15
    for box in boxes:
        here = box_of(box)
        assert here["y"] + here["height"] <= tray, box.inner_text()
