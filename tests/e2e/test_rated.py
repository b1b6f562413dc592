"""People who press Play, play a rated game, and see what it did to their ratings and the board."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person, until
from tests.e2e.test_history import sign_up

HALF = 6
# Two, then three of them.
TABLES = [("Paula", "Quentin"), ("Rosa", "Sven", "Tilda")]


def seek(person: Person, players: int) -> None:
    """Look for a rated game of Yacht."""
    page = person.page
    page.goto("/")
    page.get_by_role("radio", name=re.compile(r"^Yacht\b")).check(force=True)
    page.locator(f"input[name=play-players][value='{players}']").check(force=True)
    expect(page.locator("input[name=play-rated]")).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()


def pair(people: list[Person]) -> None:
    """Have them look for each other; their game begins by itself."""
    for person in people:
        sign_up(person)
    for person in people:
        seek(person, len(people))
    for person in people:
        person.page.wait_for_url("**/r/*/", timeout=30_000)
        expect(person.table).to_be_visible(timeout=30_000)


def play(people: list[Person], rounds: int) -> None:
    """Play so many rounds."""

    def has_turn(person: Person) -> bool:
        return person.turn_title.inner_text() == "Your turn"

    page = people[0].page
    for _ in range(rounds * len(people)):
        until(lambda: any(map(has_turn, people)), page)
        person = next(filter(has_turn, people))
        person.takes_turn()
        expect(person.turn_title).not_to_have_text("Your turn")


def change_of(person: Person, name: str) -> int:
    """How much rating the result on this person's page says that `name` has won or lost."""
    line = person.page.locator(".standing").filter(has_text=name)
    words = line.locator(".standing-rating").inner_text(timeout=20_000)
    found = re.search(r"\(([+−±])(\d+)\)", words)
    assert found, words
    return -int(found[2]) if found[1] == "−" else int(found[2])


@pytest.mark.parametrize("names", TABLES, ids=len)
def test_it_pairs_rates_and_changes_the_board(arrive: Arrive, names: tuple[str, ...]) -> None:
    people = [arrive(name) for name in names]
    pair(people)
    play(people, HALF)
    first, *others = people
    for person in others:
        person.gives_up()
    for person in people:
        changes = [change_of(person, name) for name in names]
        assert changes[0] > 0
        assert sum(changes[1:]) < 0
    first.page.goto("/leaderboards/yacht/?board=wins")
    row = first.page.get_by_role("row").filter(has_text=names[0])
    expect(row).to_be_visible()
    first.page.goto(f"/@{names[0]}/?variant=yacht")
    expect(first.page.get_by_text("1 rated game.")).to_be_visible()


def test_it_says_at_the_table_why_a_game_did_not_count(arrive: Arrive) -> None:
    people = [arrive("Ursula"), arrive("Vito")]
    pair(people)
    play(people, 2)
    people[1].gives_up()
    for person in people:
        note = person.page.get_by_text("It ended before half of the boxes were filled.")
        expect(note).to_be_visible(timeout=20_000)
        assert change_of(person, "Vito") < 0
        assert person.page.locator(".standing-rating").count() == 1
