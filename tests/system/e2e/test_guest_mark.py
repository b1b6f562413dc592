"""The mark "guest" after the names of people without an account, wherever names are shown."""

import re

from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.test_history import sign_up


def test_it_marks_guests_in_the_waiting_room_lobby_and_lists_and_on_the_games_page(
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

    # At the table the seats are enough: a mark beside each name would be noise.
    expect(page.get_by_role("list", name="Players").get_by_text("Gus")).to_be_visible()
    expect(page.locator(".seats, .scorecard").locator(".guest-mark")).to_have_count(0)

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


def test_it_marks_nobody_at_a_private_table_or_on_its_screen(arrive: Arrive) -> None:
    alice, bob, screen = arrive("Alice"), arrive("Bob"), arrive("Screen")
    link = alice.open_special_table("yacht")
    bob.join(link)
    screen.page.goto(f"{link}screen/")
    expect(screen.page.get_by_text("Bob").first).to_be_visible()
    expect(alice.seat("Bob")).to_be_visible()
    for person in (alice, bob, screen):
        expect(person.page.locator(".guest-mark")).to_have_count(0)
