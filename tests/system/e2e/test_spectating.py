"""Anyone with the link can watch."""

import re

import pytest
from playwright.sync_api import expect

from tests.system.e2e.browser import SOLVER_MS
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until


def test_it_shows_the_game_live_to_a_spectator_without_controls(
    alice: Person, bob: Person, arrive: Arrive
) -> None:
    charlie = arrive("Charlie")
    link = alice.open_table()
    bob.join(link)
    alice.start(players=2)
    charlie.page.goto(link)
    expect(charlie.turn_title).to_have_text("Alice’s turn")
    expect(charlie.table.get_by_text("You’re watching")).to_be_visible()
    alice.rolls_dice()
    expect(charlie.page.locator(".offer").first).to_be_visible()
    until(lambda: charlie.dice() == alice.dice(), charlie.page)
    alice.press("1", "3")
    expect(charlie.page.get_by_label("Die 3", exact=False)).to_have_attribute(
        "aria-label", f"Die 3: {alice.dice()[2]}, held"
    )
    until(lambda: charlie.held() == [0, 2], charlie.page)

    charlie.press("r", "1", "Enter")
    expect(charlie.table.get_by_role("button")).to_have_text(["Join the next game"])
    expect(charlie.page.locator("button.offer")).to_have_count(0)
    expect(charlie.page.get_by_role("button", name="Resign")).to_have_count(0)
    assert alice.rolls() == 1

    alice.writes_best()
    expect(charlie.turn_title).to_have_text("Bob’s turn")
    expect(charlie.page.locator(".written")).to_have_count(1)
    expect(alice.page.get_by_label("1 person watching")).to_be_visible()


@pytest.mark.parametrize(
    ("variant", "words"),
    [("yacht", r"^chance to win \d+%$"), ("triple_yahtzee", r"^chance to win ≈ \d+%$")],
)
def test_it_shows_win_probabilities_to_spectators_only(
    alice: Person, bob: Person, arrive: Arrive, variant: str, words: str
) -> None:
    charlie = arrive("Charlie")
    link = alice.open_special_table(variant)
    bob.join(link)
    alice.start(players=2)
    charlie.page.goto(link)
    alice.takes_turn()
    expect(charlie.page.locator(".seat-chance")).to_have_text(
        [re.compile(words)] * 2, timeout=SOLVER_MS
    )
    expect(alice.page.locator(".seat-chance")).to_have_count(0)


def test_it_tells_the_third_person_that_the_table_is_full(
    alice: Person, bob: Person, arrive: Arrive
) -> None:
    charlie = arrive("Charlie")
    link = alice.open_special_table(seats=2)
    bob.join(link)
    charlie.page.goto(link)
    expect(charlie.page.get_by_text("All seats are taken.")).to_be_visible()
    expect(charlie.page.get_by_role("button", name="Take a seat")).to_have_count(0)
    bob.seat("Bob").get_by_role("button", name="Leave").click()
    charlie.page.get_by_label("Your name").fill("Charlie")
    charlie.page.get_by_role("button", name="Take a seat").click()
    expect(alice.seat("Charlie")).to_be_visible()
