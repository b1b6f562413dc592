"""The mark "guest" after the names of people without an account, wherever names are shown."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.test_history import sign_up


def test_it_marks_guests_at_the_table_in_chat_lobby_lists_and_on_the_games_page(
    arrive: Arrive,
) -> None:
    yvonne, guest, watcher = arrive("Yvonne"), arrive("Gus"), arrive("Watcher", phone=True)
    sign_up(yvonne)
    page = yvonne.page
    page.goto("/new/?variant=yacht")
    yvonne.fills_table_form(public="on")
    yvonne.opens_the_table()
    guest.join(page.url)

    # Between games.
    expect(yvonne.seat("Gus").locator(".guest-mark")).to_have_text("guest")
    expect(yvonne.seat("Yvonne").locator(".guest-mark")).to_have_count(0)
    yvonne.start(players=2)

    # At the table and on the card, for eyes and for screen readers; on a phone, too.
    watcher.page.goto(page.url)
    for person in (yvonne, watcher):
        players = person.page.get_by_role("list", name="Players").get_by_role("listitem")
        expect(players.filter(has_text="Gus").locator(".guest-mark")).to_be_visible()
        expect(players.filter(has_text="Gus").get_by_role("button")).to_have_accessible_name(
            re.compile(r"^Gus guest\b")
        )
        expect(players.filter(has_text="Yvonne").locator(".guest-mark")).to_have_count(0)
    head = page.locator(".seat-head").filter(has_text="Gus").first
    expect(head.locator(".guest-mark")).to_be_visible()
    assert watcher.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # In the lobby.
    watcher.page.goto("/")
    row = watcher.page.get_by_role("region", name="Live games").get_by_role("link")
    game = row.filter(has_text="Yvonne")
    expect(game.locator(".guest-mark")).to_be_visible()
    expect(game.locator(".guest-mark")).to_have_count(1)
    expect(game).to_have_accessible_name(re.compile(r"\bGus guest\b"))

    # After the game, on its page, and in the list of games.
    guest.resigns()
    standing = page.locator(".standing").filter(has_text="Gus")
    expect(standing.locator(".guest-mark")).to_have_text("guest")
    page.get_by_role("link", name="Review game").click()
    expect(page.locator(".standing").filter(has_text="Gus").locator(".guest-mark")).to_be_visible()
    expect(
        page.locator(".standing").filter(has_text="Yvonne").locator(".guest-mark")
    ).to_have_count(0)
    page.goto("/games/")
    expect(page.locator(".game-list .guest-mark").first).to_have_text("guest")
