"""Hints: on request, in unrated games, and visible in the log of all players."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.system.e2e.browser import SOLVER_MS
from tests.system.e2e.person import Person

BEST = re.compile(r"^Best: .+ Final score about \d+")


def button(person: Person) -> Locator:
    return person.table.get_by_role("button", name="Hint", exact=True)


def line(person: Person) -> Locator:
    return person.table.locator(".turn-doing .hint-best")


@pytest.fixture
def two(alice: Person, bob: Person) -> tuple[Person, Person]:
    """Alice and Bob at a table; Alice begins."""
    bob.join(alice.open_special_table("yacht", seats=2))
    alice.start(players=2)
    alice.waits_for_turn()
    return alice, bob


def test_it_tells_the_best_choice_and_the_others_that_it_was_asked(
    two: tuple[Person, Person],
) -> None:
    alice, bob = two
    expect(button(alice)).to_be_disabled()
    expect(button(bob)).to_have_count(0)
    alice.rolls_dice()
    button(alice).click()
    expect(line(alice)).to_have_text(BEST, timeout=SOLVER_MS)
    alice.hears("Best: ")
    where = alice.page.locator(".dice").bounding_box()
    alice.table.get_by_role("button", name="More").click()
    expect(alice.table.locator(".hint-others > li")).to_have_count(3)
    assert alice.page.locator(".dice").bounding_box() == where
    alice.press("Escape")
    expect(alice.table.locator(".hint-others")).to_be_hidden()
    expect(bob.page.get_by_text("Alice used a hint").first).to_be_attached()
    expect(line(bob)).to_have_count(0)


def test_it_answers_the_key_and_is_gone_with_the_next_roll(two: tuple[Person, Person]) -> None:
    alice, _ = two
    alice.press("h")  # no hint before the first roll
    alice.rolls_dice()
    alice.press("h")
    expect(line(alice)).to_have_text(BEST, timeout=SOLVER_MS)
    alice.rolls_dice()
    expect(line(alice)).to_have_count(0)
    expect(button(alice)).to_be_enabled()
