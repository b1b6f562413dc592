"""What a screen reader announces at the table."""

import itertools
import re

from playwright.sync_api import expect

from tests.system.e2e.person import Person, until

ROLLED = re.compile(r"^You rolled \d, \d, \d, \d,? and \d.*\(roll 1 of 3\)\.$")


def test_it_tells_rolls_scores_and_turns_in_words(alice: Person, bob: Person) -> None:
    bob.join(alice.open_special_table("yacht"))
    alice.start(players=2)
    until(lambda: alice.live_text.endswith("Your turn."), alice.page)
    alice.rolls_dice()
    until(lambda: bool(ROLLED.match(alice.live_text)), alice.page)
    spoken = [int(digit) for digit in re.findall(r"\d", alice.live_text)[:5]]
    assert spoken == alice.dice()
    until(lambda: bob.live_text == alice.live_text.replace("You", "Alice"), bob.page)

    label = alice.writes_best()  # "Score 18 in Sixes"
    points, box = re.findall(r"Score (\d+) in (.+)", label)[0]
    until(lambda: f"You scored {points} in {box}. Bob is next." == alice.live_text, alice.page)
    until(lambda: f"Alice scored {points} in {box}. Your turn." == bob.live_text, bob.page)


def test_it_names_every_control_of_a_turn(alice: Person) -> None:
    alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    for die in range(1, 6):
        expect(alice.page.get_by_label(f"Die {die}: not rolled yet")).to_be_visible()
    alice.rolls_dice()
    alice.press("3")
    third = alice.page.get_by_role("button", name=f"Die 3: {alice.dice()[2]}, held", exact=True)
    expect(third).to_have_attribute("aria-pressed", "true")
    names = alice.offers.evaluate_all("boxes => boxes.map((box) => box.ariaLabel)")
    assert len(names) == 12
    assert all(re.fullmatch(r"Score \d+ in [A-Z].+", name) for name in names)
    nameless = alice.page.locator("button:visible").evaluate_all(
        "all => all.filter((each) => !(each.ariaLabel || each.innerText).trim()).length"
    )
    assert nameless == 0


def test_it_has_a_card_of_real_tables_and_headings_in_order(alice: Person) -> None:
    alice.open_special_table("triple_yahtzee", seats=1)
    expect(alice.page.get_by_role("heading", level=1)).to_have_count(1)
    alice.start(players=1)
    for section in ("Upper section", "Lower section"):
        table = alice.page.get_by_role("table", name=section)
        expect(table.get_by_role("columnheader", name="×3")).to_have_count(1)
        assert table.locator("tbody th:not([scope=row])").count() == 0
    expect(alice.page.get_by_role("rowheader", name="Yahtzee", exact=True)).to_have_count(1)
    levels = alice.page.locator("h1, h2, h3, h4").evaluate_all(
        "all => all.map((each) => Number(each.tagName[1]))"
    )
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
