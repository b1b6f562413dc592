"""House rules from the editor to the analysis of a game, and another game at the same table."""

import re

import pytest
from playwright.sync_api import expect

from games.core.rules.house_rules import BASES
from tests.system.e2e.browser import SOLVER_MS
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site
from tests.system.e2e.test_accessibility import check

TURNS = 8
QUESTIONS = 5
MOST_HEIGHT = 1000
# What is wider than its place, or than the window.
CUT = """() => [...document.querySelectorAll("main :is(legend, label, button, summary, small, p)")]
  .filter((each) => each.offsetWidth > 1 && getComputedStyle(each).display !== "inline")
  .filter((each) => !each.closest("details:not([open]) > :not(summary)"))
  .filter((each) => each.scrollWidth > each.clientWidth + 1
    || each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.outerHTML.slice(0, 100))"""
NEAR = 1e-6


def test_rules_of_the_house_are_played_and_analysed(alice: Person) -> None:
    page = alice.page
    page.goto("/new/")
    page.get_by_text("More games").click()
    page.get_by_role("link", name="House rules").click()
    page.get_by_role("radio", name="Yacht").check(force=True)
    expect(page).to_have_url(re.compile(r"from=yacht$"))
    card = page.locator("[data-part=card]")
    for fold in ("Boxes", "More rules"):
        page.locator("summary", has_text=re.compile(f"^{fold}$")).click()
    for box in ("Full house", "Four of a kind", "Little straight", "Big straight"):
        page.get_by_role("checkbox", name=box, exact=True).uncheck(force=True)
    page.get_by_label("Bonus points").fill("35")
    page.get_by_label("Order of the boxes").select_option("Lower section first")
    expect(card).to_contain_text("The upper bonus is 35 points.")
    expect(card).to_contain_text("Without the box “Full house”.")
    expect(card.get_by_role("row")).to_have_count(TURNS + 1)
    expect(card).to_contain_text(re.compile(r"Perfect play scores \d+\.\d\d"), timeout=SOLVER_MS)
    check(alice)
    page.get_by_role("link", name="A page of these rules to share").click()
    check(alice)
    page.get_by_role("link", name="Play with these rules").click()
    page.get_by_role("radio", name="A bot").check(force=True)
    page.get_by_role("radio", name=re.compile("Polaris")).check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    for number in range(1, TURNS + 1):
        expect(page.get_by_text(f"Round {number} of {TURNS}")).to_be_visible()
        alice.takes_turn()
    link = page.get_by_role("link", name="Review game")
    address = link.get_attribute("href") or ""
    page.goto(f"{address}#analysis")
    told = page.get_by_role("tabpanel", name="Analysis").get_by_role("article", name="Polaris")
    expect(told).to_contain_text("Accuracy 100%", timeout=SOLVER_MS)
    check_sums(alice, address)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", BASES)
def test_a_phone_asks_five_questions_in_little_room(
    arrive: Arrive, game: str, language: str
) -> None:
    page = arrive("Pia", phone=True).page
    page.goto("/")
    page.locator(f"[name=language][value={language}]").click()
    page.goto(f"/rules/x/?from={game}")
    play = page.locator(".rules-bar button")
    expect(play).to_be_in_viewport(ratio=1)
    expect(page.locator(".rules-question > legend")).to_have_count(QUESTIONS + 1)
    end = page.evaluate("document.querySelector('main').getBoundingClientRect().bottom + scrollY")
    assert end <= MOST_HEIGHT, end
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(play).to_be_in_viewport(ratio=1)
    assert page.evaluate(CUT) == []


def check_sums(alice: Person, address: str) -> None:
    """What was expected, luck and choices make up the score, to the last digit."""
    code = address.strip("/").split("/")[-1]
    answer = alice.page.request.get(f"/api/v1/games/{code}/analysis").json()
    assert answer["exact"]
    for seat in answer["seats"]:
        left = seat["score"] + seat["unplayed"]
        right = seat["start"] + seat["luck"] + seat["correction"]
        assert abs(left - right + seat["loss"] + seat["other_loss"]) < NEAR
    polaris = next(seat for seat in answer["seats"] if seat["loss"] < NEAR)
    assert polaris["accuracy"] == 100


def test_the_host_changes_the_game_and_everybody_sees_it(alice: Person, arrive: Arrive) -> None:
    bob = arrive("Bob")
    bob.join(alice.open_special_table("yacht"))
    alice.start(players=2)
    alice.resigns()
    for person in (alice, bob):
        expect(person.page.get_by_role("button", name="Rematch")).to_be_visible()
    page = alice.page
    page.get_by_text("Seats for the next game").click()
    page.get_by_role("button", name="Change the game").click()
    dialog = page.get_by_role("dialog", name="The next game")
    dialog.get_by_label("Game").select_option("Maxi Yatzy")
    dialog.get_by_label("Time per turn").select_option("60 s a turn")
    dialog.get_by_role("button", name="Change the game").click()
    bob.hears(re.compile("The next game: Maxi Yatzy.*60 s"))
    for person in (alice, bob):
        expect(person.page.get_by_role("heading", level=1)).to_have_text("Maxi Yatzy")
        expect(person.page.get_by_text("60 s a turn", exact=True)).to_be_visible()
    # The game waits for those who have not agreed to it.
    expect(bob.page.get_by_text("The host has changed the game. Are you in?")).to_be_visible()
    page.get_by_role("button", name="Start with 2 players").click()
    expect(page.get_by_text("Still to say they are ready: Bob.")).to_be_visible()
    bob.page.get_by_role("button", name="I’m ready").click()
    alice.start(players=2)
    # The first seat rotates.
    expect(bob.page.get_by_text("Round 1 of 20")).to_be_visible()
    bob.waits_for_turn()
    bob.rolls_dice()
    assert len(bob.dice()) == 6


def test_a_served_generala_wins_and_unused_rolls_are_saved(
    alice: Person, arrive: Arrive, site: Site
) -> None:
    bob = arrive("Bob")
    link = alice.open_special_table("generala%2Bserved-win%2Bsave-rolls")
    bob.join(link)
    site.choose_dice(link, "66666")
    alice.start(players=2)
    alice.waits_for_turn()
    alice.rolls_dice()
    alice.offers.first.click()  # the ones: nothing
    alice.page.locator("button.write").click()
    # Ten boxes are open, but the Generala decides.
    bob.waits_for_turn()
    bob.rolls_dice()
    bob.offers.last.click()  # the Generala
    bob.page.locator("button.write").click()
    expect(bob.page.get_by_role("heading", level=1)).to_have_text(re.compile("^You win"))
    expect(alice.page.get_by_role("heading", level=1)).to_have_text(re.compile("^Bob wins"))
    alice.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name="Rematch").click()
    # The first seat rotates. After one roll, two are there for the next turn.
    bob.takes_turn()
    alice.takes_turn()
    expect(bob.table.get_by_role("img", name="Roll 0 of 5")).to_have_text("+2")
