"""A game with real dice: every roll, a mistake that is corrected, a reload, and the verdict."""

import re

from playwright.sync_api import Page, expect

from tests.system.e2e.browser import SOLVER_MS
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.test_accessibility import check

RULES = (
    "yacht+no-full-house+no-four-of-a-kind+no-little-straight+no-big-straight+no-choice+no-yacht"
)
"""Only the upper section: a short game."""
UPPER = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")


def start(page: Page, *names: str, rules: str = RULES) -> None:
    page.goto(f"/scorecard/?rules={rules.replace('+', '%2B')}")
    for number, name in enumerate(names, start=1):
        field = page.get_by_label(f"Name of player {number}")
        if not field.is_visible():
            page.get_by_role("button", name="Add a player").click()
        field.fill(name)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name=f"{names[0]}’s turn")).to_be_visible()


def choose(page: Page, kind: str) -> None:
    page.get_by_role("radio", name=kind).check(force=True)


def type_dice(page: Page, dice: str) -> None:
    for face in dice:
        page.keyboard.press(face)


def fill(page: Page, points: int, box: str) -> None:
    page.get_by_role("button", name=f"Score {points} in {box}", exact=True).click()


def test_a_game_with_every_roll_a_correction_a_reload_and_the_verdict(alice: Person) -> None:
    page = alice.page
    start(page, "Anna", "Tom")
    choose(page, "Every roll")
    check(alice)
    # Anna keeps her sixes, Tom stops at once.
    type_dice(page, "66123")
    for at in (1, 2):
        page.get_by_role("button", name=f"Die {at}: 6").click()
    page.get_by_role("button", name="The others rolled again").click()
    type_dice(page, "645")
    expect(page.get_by_text("Roll 2 of 3")).to_be_visible()
    fill(page, 18, "Sixes")
    expect(page.get_by_role("heading", name="Tom’s turn")).to_be_visible()
    type_dice(page, "111")
    page.reload()
    # The dice that were being entered are there, too.
    expect(page.get_by_role("button", name="Die 3: 1")).to_be_visible()
    type_dice(page, "12")
    fill(page, 4, "Ones")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Die 5: 2")).to_be_visible()
    fill(page, 4, "Ones")
    # Anna's last die was a six: the box and all that follows from it change, with a trace.
    page.get_by_text("All turns").click()
    page.get_by_role("button", name="Correct turn 1 of Anna").click()
    page.keyboard.press("Backspace")
    type_dice(page, "6")
    fill(page, 24, "Sixes")
    expect(page.get_by_text("was: 18 Sixes")).to_be_visible()
    expect(page.get_by_role("button", name="Anna 24 points, enters now")).to_be_visible()
    for at, box in enumerate(UPPER[:5], start=1):
        type_dice(page, f"{at}{at}{at}66")
        fill(page, 3 * at, box)
        tom = UPPER[at]
        type_dice(page, f"{at + 1}{at + 1}111" if at < 5 else "66112")
        fill(page, 2 * (at + 1), tom)
    expect(page.get_by_role("heading", name="Anna wins with 69 points")).to_be_visible()
    sees_the_verdict(alice)
    with page.expect_download() as download:
        page.get_by_role("button", name="Share a picture").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("heading", name="Anna’s turn")).to_be_visible()
    page.get_by_role("button", name="Throw this card away").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    row = page.get_by_role("row").filter(has_text="Anna")
    expect(row).to_have_text(re.compile(r"Anna\s*1\s*1\s*1"))
    check(alice)


def sees_the_verdict(person: Person) -> None:
    """Asks again until perfect play by these rules is worked out."""
    page = person.page
    told = page.get_by_role("article", name="Anna")
    words = page.get_by_text(re.compile("was lucky|Nobody was lucky"))
    again = page.get_by_role("button", name="Ask again")
    for _ in range(SOLVER_MS // 3000):
        expect(words.or_(again).first).to_be_visible()
        if words.is_visible():
            break
        again.click()
        page.wait_for_timeout(3000)
    expect(words).to_be_visible()
    expect(told.get_by_text("From every roll")).to_be_visible()
    expect(told.get_by_text("Accuracy")).to_be_visible()
    check(person)


def test_points_that_no_dice_make_are_refused(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    page = alice.page
    start(page, "Anna", rules="yahtzee")
    choose(page, "Points only")
    page.get_by_role("button", name="Enter points for Chance").click()
    page.get_by_label("Points", exact=True).fill("31")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Chance can have")).to_be_visible()
    check(alice)
    page.get_by_label("Points", exact=True).fill("23")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("button", name="Correct Chance: 23")).to_be_visible()
    page.get_by_role("button", name="Enter points for Yahtzee").click()
    page.get_by_role("button", name="50", exact=True).click()
    choose(page, "Last dice")
    type_dice(page, "44444")
    # The joker rule applies itself: the fours are open, and nothing else may be filled.
    expect(page.get_by_role("button", name=re.compile("^Score "))).to_have_count(1)
    page.get_by_role("button", name="Score 20 in Fours, Bonus 100").click()
    expect(page.get_by_role("button", name="Anna 193 points, enters now")).to_be_visible()
    check(alice)


def stored_turns(page: Page) -> int:
    turns: int = page.evaluate("JSON.parse(localStorage['real-dice']).turns.length")
    return turns


def test_a_second_tab_takes_no_turn_back(alice: Person) -> None:
    a = alice.page
    start(a, "Mia", "Leo")
    b, c = alice.page.context.new_page(), alice.page.context.new_page()
    for tab in (b, c):
        tab.goto("/scorecard/")
        expect(tab.get_by_role("heading", name="Mia’s turn")).to_be_visible()
    for number, box in ((1, "Ones"), (1, "Twos"), (2, "Threes")):
        type_dice(
            a, f"{number}1166" if box == "Ones" else f"{'23'[number - 1]}{'23'[number - 1]}566"
        )
        a.get_by_role("button", name=re.compile(f"^Score .* in {box}$")).click()
    assert stored_turns(a) == 3
    b.bring_to_front()
    expect(b.get_by_role("heading", name="Leo’s turn")).to_be_visible()
    type_dice(b, "6")
    assert stored_turns(b) == 3
    # All tabs show the die, and one of them enters the turn.
    expect(a.get_by_role("button", name="Die 1: 6")).to_be_visible()
    c.bring_to_front()
    type_dice(c, "6112")
    fill(c, 12, "Sixes")
    for tab in (a, b):
        expect(tab.get_by_role("heading", name="Mia’s turn")).to_be_visible()
    b.bring_to_front()
    b.get_by_role("button", name="Undo").click()
    expect(a.get_by_role("button", name="Die 5: 2")).to_be_visible()
    a.reload()
    expect(a.get_by_role("heading", name="Leo’s turn")).to_be_visible()
    assert stored_turns(a) == 3


def test_a_tab_that_heard_of_nothing_says_so_and_loses_nothing(alice: Person) -> None:
    a = alice.page
    start(a, "Mia", "Leo")
    b = alice.page.context.new_page()
    b.add_init_script("addEventListener('storage', (event) => event.stopImmediatePropagation())")
    b.goto("/scorecard/")
    expect(b.get_by_role("heading", name="Mia’s turn")).to_be_visible()
    type_dice(a, "11166")
    fill(a, 3, "Ones")
    type_dice(b, "5")
    expect(b.get_by_role("alert")).to_contain_text("Another tab has just changed this card.")
    expect(b.get_by_role("heading", name="Leo’s turn")).to_be_visible()
    assert stored_turns(a) == 1
    type_dice(b, "22266")
    expect(b.get_by_role("alert")).to_have_count(0)
    fill(b, 6, "Twos")
    expect(a.get_by_role("heading", name="Mia’s turn")).to_be_visible()
    assert stored_turns(a) == 2


def play_alone(page: Page, name: str) -> None:
    start(page, name)
    for at, box in enumerate(UPPER, start=1):
        type_dice(page, f"{at}{at}{at}{at % 6 + 1}{at % 6 + 1}")
        fill(page, 3 * at, box)
    expect(page.get_by_role("heading", name=f"{name}: 63 points")).to_be_visible()
    page.get_by_role("button", name="New card").click()


def test_finished_games_of_two_tabs_all_stay(alice: Person) -> None:
    a = alice.page
    a.goto("/scorecard/")
    b = alice.page.context.new_page()
    b.add_init_script("addEventListener('storage', (event) => event.stopImmediatePropagation())")
    b.goto("/scorecard/")
    play_alone(a, "Mia")
    b.get_by_label("Name of player 1").fill("Leo")
    play_alone(b, "Leo")
    for tab in (a, b):
        for name in ("Mia", "Leo"):
            expect(tab.get_by_role("row").filter(has_text=name)).to_have_text(
                re.compile(rf"{name}\s*\d\s*\d\s*1")
            )
