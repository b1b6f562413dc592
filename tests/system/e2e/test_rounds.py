"""Rounds: four people play at once, and see each other's boxes when all are done."""

from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.reveals import sees_reveal, watch_reveals
from tests.system.e2e.site import Site


def plays_round(person: Person) -> None:
    """Roll once and fill the best box, as soon as the round has begun."""
    roll = person.table.get_by_role("button", name="Roll the dice")
    expect(roll).to_be_enabled()
    roll.focus()  # the keys of a tab are its own
    person.rolls_dice()
    person.writes_best()


def totals(person: Person) -> tuple[str, ...]:
    """Return the totals of all players as this person sees them, sorted."""
    return tuple(sorted(person.page.locator(".seat-total").all_inner_texts()))


def test_four_people_play_rounds_hidden_from_each_other_until_all_are_done(
    alice: Person, bob: Person, arrive: Arrive, site: Site
) -> None:
    charlie, nora = arrive("Charlie", phone=True), arrive("Nora")
    watcher = arrive("Watcher")
    everybody = (alice, bob, charlie, nora, watcher)
    for person in everybody:
        watch_reveals(person)
    link = alice.open_special_table(seats=4, mode="rounds", clock="90")
    # Longer than a round takes on the slowest machine.
    site.change_room(link, clock=900)
    for person in (bob, charlie, nora):
        person.join(link)
    alice.start(players=4)
    watcher.page.goto(link)
    for person in everybody:
        expect(person.turn_title).to_have_text("Round 1 of 12")

    # A phone has room for all four, in both sections of the card.
    heads = charlie.page.locator("thead .seat-column:visible")
    expect(heads).to_have_count(2 * 4)
    assert charlie.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # Alice has rolled and scored: the others learn that she is done, and no more.
    alice.rolls_dice()
    for person in (bob, charlie, nora):
        assert person.dice() == []
        expect(person.page.locator(".seat-state.done")).to_have_count(0)
    alice.writes_best()
    expect(alice.table).to_contain_text("Waiting for Bob, Charlie, and Nora")
    for person in (bob, charlie, nora, watcher):
        expect(person.page.locator(".seat", has_text="Alice").locator(".done")).to_be_attached()
        assert person.written() == []
    expect(watcher.table).to_contain_text("1 of 4 is done")
    alice.page.get_by_role("tab", name="Chat").click()
    expect(alice.page.get_by_text("You can write again when the round is over.")).to_be_visible()

    # Bob reloads with dice on his table: they are still there.
    bob.rolls_dice()
    dice = bob.dice()
    bob.page.reload()
    expect(bob.offers.first).to_be_visible()
    assert bob.dice() == dice
    bob.writes_best()
    plays_round(charlie)

    # The last box reveals the round to all, and shows who got what.
    plays_round(nora)
    for person in everybody:
        sees_reveal(person, seats=4)
        expect(person.page.locator(".written:not(.writing)").nth(1)).to_be_attached()
    for person in everybody:
        expect(person.turn_title).to_have_text("Round 2 of 12")
    expect(watcher.page.locator(".written")).to_have_count(4)
    until(lambda: len({totals(person) for person in everybody}) == 1, watcher.page)
    two_leave_and_one_wins(alice, bob, charlie, nora, watcher)


def two_leave_and_one_wins(
    alice: Person, bob: Person, charlie: Person, nora: Person, watcher: Person
) -> None:
    """Two leave in the second round. The others see it with the reveal."""
    for person in (nora, bob):
        person.resigns()
    expect(alice.page.locator(".seat.out")).to_have_count(0)
    for person in (alice, charlie):
        plays_round(person)
    for person in (alice, charlie, watcher):
        expect(person.page.locator(".seat.out")).to_have_count(2)
        expect(person.turn_title).to_have_text("Round 3 of 12")
    alice.resigns()
    expect(watcher.page.get_by_text("Charlie wins").first).to_be_visible()
