"""Text mode: a whole game by typed commands, in the words of one live region."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.system.e2e.person import Person, until

ROLLED = re.compile(r"^You rolled [\d, and]+ \(roll 1 of 3\)\.$")


@pytest.fixture
def field(alice: Person) -> Locator:
    """Alice alone at a table, with text mode open by its key."""
    alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    alice.press("/")
    field = alice.page.get_by_label("Command")
    expect(field).to_be_focused()
    return field


# The last typed command, and what was announced right after it.
EXCHANGE = """region => {
  const typed = [...region.querySelectorAll(".typed")].at(-1);
  return [typed?.textContent ?? "", typed?.nextElementSibling?.textContent ?? ""];
}"""


def types(person: Person, line: str) -> str:
    """Type a command, another than the last one; return what is announced next."""
    region = person.page.locator(".live-region")
    person.page.keyboard.type(line)
    person.press("Enter")
    until(
        lambda: region.evaluate(EXCHANGE)[0] == line and region.evaluate(EXCHANGE)[1], person.page
    )
    return str(region.evaluate(EXCHANGE)[1])


def test_it_plays_a_whole_game(alice: Person, field: Locator) -> None:
    for _ in range(12):
        assert ROLLED.match(types(alice, "roll"))
        box, points = re.findall(r"^(.+?) (\d+)\.", types(alice, "boxes"))[0]
        answer = types(alice, f"score {box}")
        if points == "0":
            assert answer == f"{box} scores 0. Type yes to score it."
            answer = types(alice, "yes")
        assert answer.startswith(f"You scored {points} in {box}")
    expect(alice.page.get_by_role("button", name="Play again")).to_be_visible()
    alice.hears("The game is over")
    expect(field).to_be_focused()
    assert types(alice, "rematch") == "Sent."
    until(lambda: alice.live_text.endswith("Your turn."), alice.page)


def test_it_answers_every_command_and_says_why_not(alice: Person, field: Locator) -> None:
    assert types(alice, "hold 1") == "Roll first."
    types(alice, "r")
    dice = alice.dice()
    assert types(alice, "1 3") == f"Holding {dice[0]} and {dice[2]}."
    assert alice.held() == [0, 2]
    assert types(alice, f"keep {dice[4]}").startswith(f"Holding {dice[4]}")
    assert types(alice, "keep 7").startswith("There are no such dice")
    assert types(alice, "score").startswith("Which one? Ones, ")
    assert types(alice, "time") == "No clock."
    assert types(alice, "scores") == "You 0. Round 1 of 12."
    assert types(alice, "card").startswith("You: 0 points. Open: Ones,")
    assert types(alice, "rule big") == "Big straight: 30 for 2-3-4-5-6."
    assert types(alice, "last") == "Big straight: 30 for 2-3-4-5-6."
    assert types(alice, "dance") == "There is no “dance” here. Type help."
    assert types(alice, "help").startswith("Roll. Hold 1 3")
    assert types(alice, "say hello") == "Sent."
    assert types(alice, "quit") == "Closed."
    expect(field).to_have_count(0)
    assert alice.page.evaluate("document.activeElement !== document.body")
