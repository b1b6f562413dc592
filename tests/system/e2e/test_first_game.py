"""The first game on a phone: from the home page to the first box, and on without Pip's tips."""

from playwright.sync_api import expect

from tests.system.e2e.browser import Problems, box_of
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.first_game import follows_pip

BOXES = "**/boxes/*"


def test_it_leads_a_newcomer_from_the_home_page_to_a_filled_box_and_on(
    arrive: Arrive, problems: Problems
) -> None:
    alice = arrive("Alice", phone=True)
    page = alice.page
    page.goto("/")
    page.get_by_role("button", name="Your first game").tap()
    page.wait_for_url("**/r/*/")
    bubble = page.locator(".coach-bubble")
    expect(bubble).to_contain_text("Hi, I’m Pip!")
    expect(alice.turn_title).to_have_text("Your turn")

    steps = follows_pip(alice)
    assert steps[0] == "roll"
    assert steps[-2:] == ["score", "confirm"]
    # What Pip says may be gone soon, but not its announcement.
    told = page.locator(".live-region")
    expect(told).to_contain_text("Now I roll!")
    expect(told).to_contain_text("Meanwhile, tap the name of any box")

    # The rule of a box lies over the card, not over the dice. If it cannot be loaded, she is told.
    problems.forgiven += ["ERR_FAILED", "Failed to fetch"]
    page.route(BOXES, lambda route: route.abort())
    page.get_by_role("button", name="Full house", exact=True).tap()
    expect(page.get_by_role("alert")).to_contain_text("the rules could not be loaded")
    page.unroute(BOXES)
    page.get_by_role("button", name="Full house", exact=True).tap()
    rule = page.get_by_role("dialog", name="Full house")
    expect(rule).to_contain_text("three of a kind and a pair")
    expect(rule.get_by_role("img", name="2, 2, 3, 3, 3")).to_be_visible()
    assert box_of(rule)["y"] + box_of(rule)["height"] <= box_of(alice.table)["y"]
    alice.press("Escape")
    expect(rule).to_have_count(0)
    expect(page.get_by_role("button", name="Full house", exact=True)).to_be_focused()

    page.get_by_role("button", name="Skip the tips").tap()
    expect(bubble).to_have_count(0)
    page.reload()
    alice.waits_for_turn()
    expect(bubble).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("link", name="Your turn: Yahtzee with Pip")).to_be_visible()
    expect(page.get_by_role("button", name="Your first game")).to_have_count(0)
