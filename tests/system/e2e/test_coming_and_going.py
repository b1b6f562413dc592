"""People leave, return, are removed, and open the table in two tabs."""

from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until

SELECT_MS = 1000
"""Marks are sent at most five times a second."""


def test_it_keeps_two_tabs_of_one_player_the_same(alice: Person) -> None:
    link = alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    other = Person("Alice", alice.page.context.new_page())
    other.page.goto(link)
    alice.rolls_dice()
    expect(other.offers.first).to_be_visible()
    other.press("2")
    rest = other.table.get_by_role("button", name="Roll 4 again")
    expect(rest).to_be_visible()
    other.page.wait_for_timeout(SELECT_MS)
    other.page.reload()
    expect(rest).to_be_visible()
    other.rolls_dice()
    until(lambda: alice.dice() == other.dice() and alice.rolls() == 2, alice.page)
    alice.writes_best()
    expect(other.page.locator(".written")).to_have_count(1)


def test_it_leads_back_to_the_table_from_the_home_page(alice: Person, bob: Person) -> None:
    link = alice.open_special_table("yacht")
    bob.join(link)
    alice.start(players=2)
    alice.rolls_dice()
    before = alice.dice()
    alice.page.goto("/")
    expect(bob.page.get_by_text("Alice is away.")).to_be_visible()
    tables = alice.page.get_by_role("region", name="Your tables")
    expect(tables.get_by_text("Your turn")).to_be_visible()
    tables.get_by_role("link", name="Yacht with Bob").click()
    expect(alice.page).to_have_url(link)
    expect(alice.offers.first).to_be_visible()
    assert alice.dice() == before
    expect(bob.page.get_by_text("Alice is away.")).to_be_hidden()


def test_it_goes_on_when_one_of_three_resigns(alice: Person, bob: Person, arrive: Arrive) -> None:
    charlie = arrive("Charlie")
    link = alice.open_special_table("yacht", seats=3)
    bob.join(link)
    charlie.join(link)
    alice.start(players=3)
    alice.takes_turn()
    bob.waits_for_turn()
    bob.rolls_dice()
    bob.resigns()
    expect(bob.page.get_by_text("You resigned and are watching")).to_be_visible()
    expect(charlie.turn_title).to_have_text("Your turn")
    charlie.takes_turn()
    expect(alice.turn_title).to_have_text("Your turn")
    alice.resigns()
    for person, words in ((charlie, "You win"), (bob, "Charlie wins")):
        expect(person.page.get_by_role("heading", level=1)).to_have_text(words)


def test_it_hands_the_table_on_when_the_host_leaves(alice: Person, bob: Person) -> None:
    link = alice.open_special_table("yacht")
    bob.join(link)
    alice.seat("Alice").get_by_role("button", name="Leave").click()
    expect(bob.page.get_by_role("button", name="Start alone")).to_be_visible()
    expect(alice.page.get_by_text("You no longer have a seat")).to_be_hidden()
    # Opening the link again does not take the free seat.
    alice.page.reload()
    expect(alice.page.get_by_role("button", name="Take a seat")).to_be_visible()


def test_it_tells_who_wants_to_play_again(alice: Person, bob: Person) -> None:
    bob.page.set_viewport_size({"width": 1280, "height": 800})
    bob.join(alice.open_special_table("yacht"))
    alice.start(players=2)
    alice.resigns()
    links = bob.page.locator(".result-links")
    expect(bob.page.get_by_text("Alice is still here")).to_be_visible()
    before = links.bounding_box()
    assert before is not None
    alice.page.get_by_role("button", name="Rematch").click()
    expect(bob.page.get_by_text("Alice wants to play again")).to_be_visible()
    assert links.bounding_box() == before  # a request moves nothing
    for link in links.locator("a, button").all():
        expect(link).to_be_in_viewport(ratio=1)
    expect(bob.page).to_have_title("● Rematch · Yacht")
    expect(alice.page.get_by_text("Waiting for Bob")).to_be_visible()
    alice.page.get_by_role("button", name="Not now").click()
    expect(bob.page.get_by_text("Alice is still here")).to_be_visible()
    for person in (alice, bob):
        person.page.get_by_role("button", name="Rematch").click()
    for person in (alice, bob):
        expect(person.table).to_be_visible()


def test_it_tells_that_nobody_is_left_to_play_again(alice: Person, bob: Person) -> None:
    bob.join(alice.open_special_table("yacht"))
    alice.start(players=2)
    alice.resigns()
    alice.page.get_by_role("button", name="Rematch").click()
    expect(alice.page.get_by_text("Waiting for Bob")).to_be_visible()
    bob.page.close()
    expect(alice.page.get_by_text("Bob has gone")).to_be_visible()
    expect(alice.page.get_by_text("Waiting for Bob")).to_be_hidden()


def test_it_tells_a_player_that_they_were_removed(alice: Person, bob: Person) -> None:
    bob.join(alice.open_special_table("yacht"))
    alice.page.get_by_role("button", name="Remove Bob").click()
    expect(bob.page.get_by_text("You no longer have a seat at this table.")).to_be_visible()
    expect(alice.page.get_by_text("Free seat")).to_be_visible()
    bob.page.get_by_role("button", name="Take a seat, Bob").click()
    expect(bob.page.get_by_text("The host has removed you from this table.")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Take a seat")).to_have_count(0)


def test_it_blinks_in_the_title_of_somebody_who_does_not_begin_their_turn(
    alice: Person, bob: Person
) -> None:
    bob.join(alice.open_special_table("yacht"))
    alice.start(players=2)
    alice.takes_turn()
    expect(bob.page).to_have_title("● Your turn · Yacht")
    expect(bob.page).to_have_title("○ Your turn · Yacht")
    bob.waits_for_turn()
    bob.rolls_dice()
    expect(bob.page).to_have_title("● Your turn · Yacht")
