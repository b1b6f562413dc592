"""Replay a finished game with the same dice."""

import re

from playwright.sync_api import expect

from tests.system.e2e.person import Person


def test_it_throws_the_same_dice_and_compares_at_the_end(alice: Person) -> None:
    alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    first = []
    for _ in range(12):
        alice.waits_for_turn()
        alice.rolls_dice()
        first.append(alice.dice())
        alice.writes_best()
    alice.page.get_by_role("link", name="Review game").click()
    score = alice.page.locator(".standing-total").inner_text()
    alice.page.get_by_role("button", name="Play these dice").click()
    alice.page.wait_for_url("**/r/*/")
    expect(alice.page.get_by_text("Replay with the same dice")).to_be_visible()
    for dice in first:
        alice.waits_for_turn()
        alice.rolls_dice()
        assert alice.dice() == dice
        alice.writes_best()
    note = alice.page.locator(".same-dice")
    # The same figure for both games: points, until the analysis knows what perfect play scores.
    same = re.compile(rf"^({score} points|\d+% of perfect play)The first time: \1$")
    expect(note).to_have_text(same)
    expect(note.get_by_role("link")).to_have_attribute("href", re.compile(r"/g/\w+/"))
