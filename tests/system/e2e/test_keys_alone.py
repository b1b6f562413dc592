"""Whole games by keys alone, from the home page to the rematch. The place of the keyboard is never
lost, and always in sight.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.system.e2e.browser import SOLVER_MS
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.test_real_dice import RULES, UPPER

NAME = """() => {
  const { activeElement: at } = document;
  const name = at.ariaLabel || at.labels?.[0]?.innerText || at.innerText || "";
  return name.replaceAll(/\\s+/g, " ").trim();
}"""
LOST = """() => {
  const { activeElement: at, body } = document;
  if (at === null || at === body) return "lost";
  const seen = at.matches("[type=radio], [type=checkbox]") ? (at.closest("label") ?? at) : at;
  const { top, bottom, left, right } = seen.getBoundingClientRect();
  if (right - left < 1 || bottom - top < 1) return "invisible";
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const hit = document.elementFromPoint(x, y);
  if (hit === null) return "outside";
  return seen.contains(hit) || hit.contains(seen) ? "" : `under ${hit.outerHTML.slice(0, 80)}`;
}"""
RINGED = """() => {
  const at = document.activeElement;
  const places = [at, at.nextElementSibling, at.parentElement, at.closest("label")].filter(Boolean);
  return places.some((each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  });
}"""
MOST_TABS = 60
MOMENTS = 160


def keeps_place(person: Person) -> None:
    """Wait until something in sight has the focus: that may come a moment after what is seen."""
    for _ in range(MOMENTS):
        lost = person.page.evaluate(LOST)
        if lost == "":
            return
        person.page.wait_for_timeout(50)
    at = person.page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
    raise AssertionError(f"{person.name}: {lost}: {at}")


def goes_to(person: Person, name: str) -> None:
    """Press Tab until what has this name has the focus; all on the way is in sight, with a ring."""
    passed = []
    for _ in range(MOST_TABS):
        person.press("Tab")
        at = str(person.page.evaluate(NAME))
        passed.append(at)
        if person.page.evaluate("document.activeElement === document.body"):
            continue  # between the end of the page and its start
        keeps_place(person)
        assert person.page.evaluate(RINGED), f"no ring: {at}"
        if re.match(name, at):
            return
    raise AssertionError(f"Tab does not lead to {name}: {passed}")


def presses(person: Person, name: str) -> None:
    goes_to(person, name)
    person.press("Enter")


def takes_turn(person: Person) -> None:
    """Roll, and score a box, by keys; the keyboard then has a place in what comes next."""
    person.waits_for_turn()
    person.rolls_dice()
    before = person.page.locator(".written:not(.writing)").count()
    person.press("ArrowDown")
    expect(person.page.locator("button.offer:focus")).to_have_count(1)
    keeps_place(person)
    person.press("Enter", "Enter")
    expect(person.page.locator(".written:not(.writing)").nth(before)).to_be_attached()
    keeps_place(person)


def test_a_game_with_a_bot(alice: Person) -> None:
    page = alice.page
    page.goto("/")
    goes_to(alice, "Your name")
    page.keyboard.type("Alice")
    presses(alice, "Play a bot")
    page.wait_for_url("**/r/*/")
    takes_turn(alice)
    alice.waits_for_turn()
    presses(alice, "Resign$")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    presses(alice, "Resign$")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    keeps_place(alice)
    presses(alice, "Rematch")
    expect(page.get_by_text("Round 1 of 13")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    keeps_place(alice)


@pytest.mark.parametrize("phone", [False, True])
def test_a_whole_game_with_a_friend(arrive: Arrive, phone: bool) -> None:
    alice, bob = arrive("Alice", phone=phone), arrive("Bob")
    page = alice.page
    page.goto(f"/new/?variant={RULES.replace('+', '%2B')}")
    goes_to(alice, "Your name")
    page.keyboard.type("Alice")
    presses(alice, "Play$")
    page.wait_for_url("**/r/*/")
    expect(alice.seat("Alice")).to_be_visible()
    bob.join(page.url)
    expect(page.locator("[data-unsealed]")).to_have_count(0)
    presses(alice, "Start with 2 players")
    for _ in range(6):
        alice.waits_for_turn()
        keeps_place(alice)
        takes_turn(alice)
        bob.takes_turn()
    for person in (alice, bob):
        expect(person.page.get_by_role("button", name="Rematch")).to_be_visible()
        keeps_place(person)
        presses(person, "Rematch")
    expect(page.get_by_text("Round 1 of 6")).to_be_visible()
    for person in (alice, bob):
        expect(person.table).to_be_visible()
        keeps_place(person)


def test_a_card_for_real_dice_up_to_its_verdict(alice: Person) -> None:
    page = alice.page
    page.goto(f"/scorecard/?rules={RULES.replace('+', '%2B')}")
    for number, name in ((1, "Anna"), (2, "Tom")):
        goes_to(alice, f"Name of player {number}")
        page.keyboard.type(name)
    presses(alice, "Start$")
    expect(page.get_by_role("heading", name="Anna’s turn")).to_be_visible()
    keeps_place(alice)
    for at, box in enumerate(UPPER, start=1):
        for name, other in (("Anna", "Tom"), ("Tom", "Anna")):
            expect(page.get_by_role("heading", name=f"{name}’s turn")).to_be_visible()
            alice.press(*f"{at}{at}{at}{at % 6 + 1}{at % 6 + 1}")
            keeps_place(alice)
            presses(alice, f"Score {3 * at} in {box}$")
            if not (at == len(UPPER) and name == "Tom"):
                alice.hears(f"{name} scored {3 * at} in {box}. {other} is next.")
            keeps_place(alice)
    expect(page.get_by_role("heading", name="Anna and Tom tie with 63 points")).to_be_visible()
    asks_for_the_verdict(alice)
    page.evaluate("document.querySelector('.real-place').focus()")
    presses(alice, "Rematch")
    expect(page.get_by_role("heading", name="Anna’s turn")).to_be_visible()
    keeps_place(alice)


def asks_for_the_verdict(person: Person) -> None:
    """Press "Ask again" until perfect play by these rules is worked out."""
    page = person.page
    again = page.get_by_role("button", name="Ask again")
    verdict = page.get_by_text("Without each roll nobody can tell").first
    for _ in range(SOLVER_MS // 3000):
        expect(verdict.or_(again).first).to_be_visible()
        if verdict.is_visible():
            keeps_place(person)
            return
        if page.evaluate(NAME) != "Ask again":
            goes_to(person, "Ask again")
        person.press("Enter")
        page.wait_for_timeout(3000)
    raise AssertionError("there is no verdict")


def test_it_makes_house_rules(alice: Person) -> None:
    page = alice.page
    page.goto("/rules/x/?from=yatzy")
    goes_to(alice, "5")
    alice.press("ArrowRight")
    expect(page.locator("[data-said]")).not_to_be_empty()
    expect(page.get_by_role("radio", name="6")).to_be_checked()
    goes_to(alice, "A name for your rules")
    page.keyboard.type("Sixes at home")
    goes_to(alice, "Play")
    alice.press("Enter")
    page.wait_for_url("**/new/?variant=yatzy%2Bsix-dice")
    expect(page.get_by_text("Sixes at home").first).to_be_visible()
