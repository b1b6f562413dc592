"""The table on small and large screens."""

from playwright.sync_api import expect

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
    assert 850 <= felt["width"] <= 900
    assert side["x"] + side["width"] <= 1920
    for part in (card, felt, side):
        assert part["y"] + part["height"] <= 1080
    assert box_of(alice.page.get_by_label("Die 1"))["width"] == 120
    expect(alice.page.get_by_role("heading", name="Chat")).to_be_visible()
    expect(alice.page.get_by_role("heading", name="Log")).to_be_visible()


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
