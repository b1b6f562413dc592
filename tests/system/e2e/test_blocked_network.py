"""A network that lets no WebSocket pass: pages say so, and what still works."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.system.e2e.blocked import WAYS, block_sockets, unblock
from tests.system.e2e.browser import Problems, open_window
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site
from tests.system.e2e.test_tournaments import open_tournament

WITHIN_MS = 10_000
BLOCKED = "This network seems to block the live connection."
UNREACHED = "**/healthz"


def notice(page: Page) -> None:
    expect(page.locator("body")).to_contain_text(BLOCKED, timeout=WITHIN_MS)


@pytest.mark.parametrize("way", WAYS)
def test_it_is_said_on_every_live_page(
    site: Site, browser: Browser, arrive: Arrive, alice: Person, way: str
) -> None:
    link = alice.open_special_table()
    arena = open_tournament(arrive(f"Bob {way}"))
    stranger = open_window(browser, site.url)
    pages = []
    for window, address in (
        (alice.page.context, link),
        (alice.page.context, "/"),
        (stranger, "/"),
        (stranger, link),
        (stranger, f"{link}screen/"),
        (stranger, arena),
    ):
        page = window.new_page()
        block_sockets(page, way)
        page.goto(address)
        pages.append(page)
    for page in pages:
        page.bring_to_front()
        notice(page)
        expect(page.get_by_text("Connection lost")).to_have_count(0)
    for page in (pages[0], pages[1], pages[3]):
        expect(page.get_by_text("Opening the table…")).to_have_count(0)
        for name in ("Scorecard for real dice", "Puzzles", "Analysis board"):
            works = page.locator(".no-connection").get_by_role("link", name=name)
            assert page.request.get(works.get_attribute("href") or "").ok
    for page in pages:
        unblock(page)
    for page in pages:
        page.bring_to_front()
        expect(page.get_by_text(BLOCKED)).to_have_count(0)
    expect(pages[0].get_by_label("Seats")).to_be_visible()
    stranger.close()


@pytest.mark.parametrize("way", WAYS)
def test_play_and_play_a_bot_can_be_pressed_again(arrive: Arrive, way: str) -> None:
    page = arrive("Alice").page
    block_sockets(page, way)
    page.goto("/")
    page.get_by_label("Your name").fill("Alice")
    problem = page.locator("#play-problem")
    for name in ("Play a bot", "Play"):
        page.locator("#play-form").get_by_role("button", name=name, exact=True).click()
        expect(problem).to_have_text("No connection to the server.", timeout=WITHIN_MS)
    unblock(page)
    if way == "refused":  # otherwise the page is trying most of the time
        page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text(BLOCKED)).to_have_count(0)
    page.get_by_role("button", name="Play a bot").click()
    page.wait_for_url("**/r/*/")
    expect(page.get_by_role("region", name="Table", exact=True)).to_be_visible()


@pytest.mark.parametrize("path", ["/", "table"])
def test_a_site_that_does_not_answer_is_no_network_that_blocks(
    alice: Person, problems: Problems, path: str
) -> None:
    problems.forgiven += ["net::ERR_FAILED"]
    address = alice.open_special_table() if path == "table" else path
    page = alice.page.context.new_page()
    block_sockets(page, "refused")
    page.route(UNREACHED, lambda route: route.abort())
    page.goto(address)
    expect(page.get_by_text("Yacht isn’t answering.")).to_be_visible(timeout=WITHIN_MS)
    page.unroute(UNREACHED)
    notice(page)
