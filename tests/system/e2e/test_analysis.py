"""The analysis of a game, its mistakes as puzzles, and the analysis board."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.system.e2e.browser import SOLVER_MS, Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.test_accessibility import check
from tests.system.e2e.test_history import MOST_SHIFTED, WATCH_SHIFTS


@pytest.fixture(scope="module")
def played() -> dict[str, str]:
    """The path of the game that these tests share, once it was played: {"path": "/g/..."}."""
    return {}


@pytest.fixture
def game(played: dict[str, str], arrive: Arrive) -> str:
    """The path of a game in which Alice and Bob score their first roll in every turn."""
    if not played:
        alice, bob = arrive("Alice"), arrive("Bob")
        bob.join(alice.open_special_table("yacht"))
        alice.start(players=2)
        for _ in range(2):
            for person in (alice, bob):
                person.takes_turn()
        bob.resigns()
        link = alice.page.get_by_role("link", name="Review game")
        played["path"] = link.get_attribute("href") or ""
    return played["path"]


def analysis(page: Page) -> Locator:
    return page.get_by_role("tabpanel", name="Analysis")


def test_it_separates_luck_from_choices_and_links_to_each(game: str, arrive: Arrive) -> None:
    charlie = arrive("Charlie")
    page = charlie.page
    page.goto(f"{game}#analysis")
    alice = analysis(page).get_by_role("article", name="Alice")
    expect(alice).to_contain_text(re.compile(r"Accuracy \d+%"), timeout=SOLVER_MS)
    alice.get_by_text("Perfect play with the same dice").click()
    same_luck = alice.get_by_role("region", name="Perfect play: Alice")
    expect(same_luck.get_by_role("row")).to_have_count(1 + 12)
    expect(same_luck.get_by_role("row").nth(1).locator(".roll-dice").first).to_be_visible()
    alice.get_by_role("link", name=re.compile(r"^Turn \d scored|^Turn \d crossed")).first.click()
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    note = page.locator("#stepper .move-note")
    expect(note).to_contain_text(re.compile("Inaccuracy|Mistake|Blunder"))
    expect(note).to_contain_text("best: ")
    expect(page.locator("#stepper .luck")).to_be_visible()
    expect(page.locator("#log .win-chart polyline").first).to_be_visible()
    expect(page.locator("#log .chance-legend")).to_contain_text(re.compile(r"Alice\s*\d+%"))
    check(charlie)
    note.get_by_role("link", name="All choices").click()
    expect(page).to_have_url(re.compile(r"/analysis/yacht/[-,\d]+_0_[1-6]{5}_1$"))
    expect(page.get_by_role("region", name="Dice")).to_contain_text("Expected final score")


def test_it_turns_mistakes_into_puzzles_for_the_keyboard(game: str, arrive: Arrive) -> None:
    charlie = arrive("Charlie")
    page = charlie.page
    page.goto(f"{game}#analysis")
    link = (
        analysis(page).get_by_role("article", name="Bob").get_by_role("link", name="Practise these")
    )
    link.click(timeout=SOLVER_MS)
    standing = page.locator("#puzzle-standing")
    expect(standing).to_have_text(re.compile("Puzzle 1 of [12]"))
    count = int((standing.text_content() or "")[-1])
    title = page.get_by_role("heading", level=1)
    for number in range(1, count + 1):
        expect(standing).to_have_text(f"Puzzle {number} of {count}")
        expect(title).to_have_text("What do you keep?")
        charlie.press("1", "2", "1")
        expect(page.get_by_role("button", name="Roll 4 again")).to_be_visible()
        if number == 1:
            check(charlie)
        charlie.press("r")
        answer = page.get_by_role("region", name="Answer")
        expect(answer).to_contain_text("In the game: ")
        charlie.hears(re.compile("^(Right!|You give up)"))
        if number == 1:
            check(charlie)
        expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
        charlie.press("Enter")
    expect(title).to_have_text(re.compile(rf"\d of {count} solved"))
    expect(title).to_be_focused()
    page.get_by_role("button", name="Try again").click()
    page.locator("button.offer").first.click()
    page.get_by_role("button", name=re.compile("^Score ")).first.click()
    expect(page.get_by_role("region", name="Answer")).to_be_visible()


def test_it_values_any_position_and_keeps_it_in_its_address(arrive: Arrive) -> None:
    charlie = arrive("Charlie", phone=True)
    page = charlie.page
    page.goto("/")
    page.get_by_role("navigation", name="Site").get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Analysis board").click()
    page.get_by_label("Game").select_option("yahtzee")
    expect(page.get_by_role("button", name="Twos: 6")).to_be_visible()  # an example
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Die 1: 5").focus()
    charlie.press("6", "6", "1", "6", "6")
    for box, points in (("Yahtzee", "50"), ("Sixes", "18")):
        page.get_by_role("button", name=f"{box}: open").click()
        dialog = page.get_by_role("dialog", name=box)
        if box == "Sixes":
            check(charlie)
        dialog.get_by_role("button", name=points, exact=True).click()
        expect(page.get_by_role("button", name=f"{box}: {points}")).to_be_focused()
    page.get_by_role("radio", name="0").check(force=True)
    path = "/analysis/yahtzee/-,-,-,-,-,18,-,-,-,-,-,50,-_0_66166_3"
    expect(page).to_have_url(re.compile(f"{re.escape(path)}$"))
    values = page.get_by_role("region", name="Dice")
    expect(values.locator(".board-best")).to_have_text("Score 25 in Four of a kind")
    check(charlie)
    page.reload()
    expect(values.locator(".board-best")).to_have_text("Score 25 in Four of a kind")
    page.get_by_role("button", name="Die 3: 1").click()
    expect(page).to_have_url(re.compile("_66266_3$"))
    expect(values.locator(".board-best")).to_have_text("Score 26 in Four of a kind")
    page.get_by_role("button", name="Sixes: 18").click()
    page.get_by_role("dialog").get_by_role("button", name="open").click()
    expect(page).to_have_url(re.compile(r"/yahtzee/-,-,-,-,-,-,-,"))
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]  # type: ignore[index]


def test_it_explains_that_an_address_is_not_a_position(arrive: Arrive, problems: Problems) -> None:
    problems.forgiven += ["404"]
    page = arrive("Charlie").page
    page.goto("/analysis/yacht/nonsense")
    expect(page.get_by_role("alert")).to_contain_text("This address is not a valid position")
    expect(page.get_by_role("region", name="Dice")).to_contain_text("Expected final score")


@pytest.mark.parametrize("phone", [True, False])
def test_the_board_does_not_move_while_it_loads(arrive: Arrive, phone: bool) -> None:
    page = arrive("Charlie", phone=phone).page
    page.add_init_script(WATCH_SHIFTS)
    page.goto("/analysis/")
    expect(page.locator(".worth-table")).to_be_visible(timeout=SOLVER_MS)
    assert page.evaluate("shifted") < MOST_SHIFTED
