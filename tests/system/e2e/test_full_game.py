"""Two people play a whole game of Yacht by link."""

import re

from playwright.sync_api import expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.line import Line
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site

ROUNDS = 12


def play_rounds(rounds: range, *people: Person) -> None:
    for number in rounds:
        for person in people:
            expect(person.page.get_by_text(f"Round {number} of {ROUNDS}")).to_be_visible()
            person.takes_turn()


def test_it_plays_a_whole_game_by_link_through_a_reload_and_a_lost_connection(
    alice: Person, arrive: Arrive, line: Line, site: Site, problems: Problems
) -> None:
    bob = arrive("Bob", url=line.url)
    link = alice.open_table("Yacht").removeprefix(site.url)
    site.throw_fair_dice(link)
    bob.join(link)
    expect(alice.seat("Bob")).to_be_visible()
    alice.start(players=2)
    play_rounds(range(1, 4), alice, bob)
    reload_in_the_middle(alice, bob)
    play_rounds(range(5, 7), alice, bob)
    lose_the_connection(alice, bob, line, problems)
    play_rounds(range(8, ROUNDS + 1), alice, bob)

    totals = {person.name: read_result(person) for person in (alice, bob)}
    assert totals["Alice"] == totals["Bob"]
    check_the_dice(bob)
    bob.page.goto(link)
    ask_for_another(alice, bob)


def reload_in_the_middle(alice: Person, bob: Person) -> None:
    """Round 4: Alice holds dice and reloads; nothing changes."""
    alice.waits_for_turn()
    alice.rolls_dice()
    alice.press("2", "5")
    alice.rolls_dice()
    before = alice.sees()
    assert (before["rolls"], before["held"]) == (2, [1, 4])
    alice.page.reload()
    expect(alice.offers.first).to_be_visible()
    until(lambda: alice.sees() == before, alice.page)
    alice.writes_best()
    bob.takes_turn()


def lose_the_connection(alice: Person, bob: Person, line: Line, problems: Problems) -> None:
    """Round 7: Bob is offline while Alice plays; the page says so, and catches up afterwards."""
    banner = bob.page.locator(".banner")
    problems.forgiven += ["net::ERR_"]
    bob.page.context.set_offline(True)
    line.cut()
    expect(banner).to_contain_text("You are offline")
    alice.takes_turn()
    expect(bob.turn_title).to_have_text("Alice’s turn")
    line.mend()
    bob.page.context.set_offline(False)
    bob.waits_for_turn()
    expect(banner).to_be_hidden()
    until(lambda: sorted(alice.written()) == sorted(bob.written()), bob.page)
    bob.takes_turn()


def read_result(person: Person) -> list[str]:
    """Return the totals in the final standings on this person's page."""
    expect(person.page.get_by_role("heading", level=1)).to_contain_text(re.compile("win|tie"))
    return [
        text.replace("(you)", "").split()[-1]
        for text in person.page.locator(".standing").all_inner_texts()
    ]


def check_the_dice(person: Person) -> None:
    person.page.get_by_role("link", name="Review game").click()
    person.page.wait_for_url("**/g/*/")
    person.page.get_by_role("tab", name="Proof").click()
    person.page.get_by_role("button", name="Check these dice").click()
    expect(person.page.get_by_text("The dice were fair.")).to_be_visible()


def ask_for_another(alice: Person, bob: Person) -> None:
    alice.page.get_by_role("button", name="Rematch").click()
    expect(alice.page.get_by_text("Waiting for Bob")).to_be_visible()
    bob.page.get_by_role("button", name="Rematch").click()
    for person in (alice, bob):
        expect(person.page.get_by_text(f"Round 1 of {ROUNDS}")).to_be_visible()
        expect(person.page.locator(".written")).to_have_count(0)
