"""Rated games between paired players, and their effect on ratings and leaderboards."""

import re

from playwright.sync_api import Page, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.test_history import sign_up

HALF = 6
NAMES = ("Rosa", "Sven", "Tilda")


def seek(person: Person, players: int) -> None:
    """Search for a rated game of Yacht."""
    page = person.page
    page.goto("/")
    person.chooses("Yacht", str(players))
    expect(page.locator("#play-form input[name=rated]")).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()


def pair(people: list[Person]) -> None:
    """Pair these people; their game starts automatically."""
    for person in people:
        sign_up(person)
    for person in people:
        seek(person, len(people))
    for person in people:
        person.page.wait_for_url("**/r/*/", timeout=30_000)
        expect(person.table).to_be_visible(timeout=30_000)


def play(people: list[Person], rounds: int) -> None:
    """Play this many rounds."""

    def has_turn(person: Person) -> bool:
        return person.turn_title.inner_text() == "Your turn"

    page = people[0].page
    for _ in range(rounds * len(people)):
        until(lambda: any(map(has_turn, people)), page)
        person = next(filter(has_turn, people))
        person.takes_turn()
        expect(person.turn_title).not_to_have_text("Your turn")


def change_of(person: Person, name: str) -> int:
    """Return the rating change of `name` in the result on this person's page."""
    line = person.page.locator(".standing").filter(has_text=name)
    words = line.locator(".standing-rating").inner_text(timeout=20_000)
    found = re.search(r"\(([+−±])(\d+)\)", words)
    assert found, words
    return -int(found[2]) if found[1] == "−" else int(found[2])


def test_it_pairs_rates_and_changes_the_board(arrive: Arrive) -> None:
    people = [arrive(name) for name in NAMES]
    pair(people)
    play(people, HALF)
    first, *others = people
    for person in others:
        person.resigns()
    for person in people:
        changes = [change_of(person, name) for name in NAMES]
        assert changes[0] > 0
        assert sum(changes[1:]) < 0
    first.page.goto("/leaderboards/yacht/?board=week")
    row = first.page.get_by_role("row").filter(has_text=NAMES[0])
    expect(row).to_be_visible()
    first.page.goto(f"/@{NAMES[0]}/?variant=yacht")
    expect(first.page.locator("[aria-current=page] .record-games")).to_have_text("1 game, 1 won")


def test_it_says_at_the_table_why_a_game_did_not_count(arrive: Arrive) -> None:
    people = [arrive("Ursula"), arrive("Vito")]
    pair(people)
    play(people, 2)
    people[1].resigns()
    for person in people:
        note = person.page.get_by_text("It ended before half of the boxes were filled.")
        expect(note).to_be_visible(timeout=20_000)
        assert change_of(person, "Vito") < 0
        assert person.page.locator(".standing-rating").count() == 1


def test_it_lets_the_host_ask_a_bot_to_a_rated_table_and_another_one_after_the_game(
    arrive: Arrive,
) -> None:
    wanda = arrive("Wanda")
    page = wanda.page
    sign_up(wanda)
    page.goto("/new/?variant=yacht")
    wanda.fills_table_form(rated="on")
    wanda.opens_the_table()
    expect(wanda.seat("Wanda")).to_be_visible()
    expect(page.get_by_text("Rated games need accounts")).to_be_visible()
    # Not available at a rated table.
    expect(page.get_by_label("A bot replaces anyone who leaves")).to_have_count(0)
    add_bot(page, "Pip")
    expect(wanda.seat("Pip")).to_contain_text("bot")
    wanda.start(2)
    wanda.waits_for_turn()
    wanda.resigns()
    expect(page.get_by_text("It ended before two players had filled 2 boxes.")).to_be_visible()
    page.get_by_text("Seats for the next game").click()
    page.get_by_role("button", name="Remove Pip").click()
    add_bot(page, "Breeze")
    expect(wanda.seat("Breeze")).to_be_visible()


def add_bot(page: Page, name: str) -> None:
    """Choose a bot for the second seat."""
    page.get_by_role("button", name="Add a bot to seat 2").click()
    dialog = page.get_by_role("dialog")
    # The dialog must be opaque.
    expect(dialog).to_have_css("background-color", re.compile(r"^rgb\("))
    dialog.get_by_role("button", name=re.compile(f"^{name}\\b")).click()
    expect(page.get_by_role("dialog")).to_be_hidden()
