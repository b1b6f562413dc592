"""Games without a network: taken along on the first page, played to the end, judged afterwards."""

import re

from playwright.sync_api import Page, expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import CONTROLLED
from tests.system.e2e.test_accessibility import check, violations
from tests.system.e2e.test_real_dice import RULES, UPPER

BOT_MS = 20_000
PAGE = "/offline-games/"


def take_along(page: Page) -> None:
    page.goto(f"{PAGE}?rules={RULES.replace('+', '%2B')}")
    page.get_by_role("button", name=re.compile("Take along")).click()
    expect(page.get_by_text("On this device: it opens without a network.")).to_be_visible(
        timeout=BOT_MS
    )
    page.evaluate(CONTROLLED)


def start(page: Page) -> None:
    page.locator("input[name=game]").last.check(force=True)
    page.get_by_role("button", name="Start").click()


def rolls(page: Page) -> None:
    page.get_by_role("button", name="Roll the dice").click(timeout=BOT_MS)
    expect(page.locator("button.offer:visible").first).to_be_visible()


def fills(page: Page, box: str) -> None:
    page.get_by_role("button", name=re.compile(rf"^Score \d+ in {box}")).click()
    page.locator("button.write").click()


def dice(page: Page) -> list[str | None]:
    labels = page.locator(".die").all()
    return [each.get_attribute("aria-label") for each in labels]


def test_a_game_against_a_bot_without_a_network(arrive: Arrive, problems: Problems) -> None:
    alice = arrive("Alice", worker=True)
    page = alice.page
    take_along(page)
    check(alice)

    # From the second page of the first visit on, there is no network.
    problems.forgiven += ["net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED"]
    page.context.set_offline(True)
    page.goto("/rules/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    page.get_by_role("link", name="Scorecard for real dice").click()
    page.get_by_label("Name of player 1").fill("Anna")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Anna’s turn")).to_be_visible()
    page.goto(PAGE)
    start(page)
    rolls(page)
    page.keyboard.press("1")
    expect(page.get_by_role("button", name=re.compile(r"^Die 1: ., held"))).to_be_visible()
    assert violations(page) == []
    seen = dice(page)
    # Another tab says where the game is; this one goes on after it was closed and opened.
    other = page.context.new_page()
    other.goto(PAGE)
    expect(other.get_by_text("Another tab plays this game.")).to_be_visible()
    page.close()
    expect(other.locator("button.offer:visible").first).to_be_visible()
    assert [str(each)[:6] for each in dice(other)] == [str(each)[:6] for each in seen]
    for at, box in enumerate(UPPER):
        if at > 0:
            rolls(other)
        fills(other, box)
    expect(other.get_by_role("heading", name=re.compile("wins with|tie with"))).to_be_visible(
        timeout=BOT_MS
    )
    expect(other.get_by_text("The game stays on this device")).to_be_visible()

    other.context.set_offline(False)
    known = re.compile("was lucky|Nobody was lucky|being worked out")
    expect(other.get_by_text(known).first).to_be_visible(timeout=BOT_MS)
    problems.forgiven += ["401 (Unauthorized)"]
    other.get_by_role("button", name="Keep under My games").click()
    expect(other.get_by_text("Please sign in to keep this game.")).to_be_visible()
    assert violations(other) == []
