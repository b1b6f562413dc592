"""A game can be played with the keyboard alone."""

import pytest
from playwright.sync_api import Locator, expect

from tests.system.e2e.person import Person, until

# What the keys 1, 2, R, C and H give on other layouts.
LAYOUTS = {
    "Russian": {"Digit1": "1", "Digit2": "2", "KeyR": "к", "KeyC": "с", "KeyH": "р"},
    "Hebrew": {"Digit1": "1", "Digit2": "2", "KeyR": "ר", "KeyC": "ב", "KeyH": "י"},
    "Arabic": {"Digit1": "١", "Digit2": "٢", "KeyR": "ق", "KeyC": "ؤ", "KeyH": "ا"},
    "French": {"Digit1": "&", "Digit2": "é", "KeyR": "r", "KeyC": "c", "KeyH": "h"},
    "Czech": {"Digit1": "+", "Digit2": "ě", "KeyR": "r", "KeyC": "c", "KeyH": "h"},
}
PRESS = """([key, code]) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))"""


def tabs_to(person: Person, button: Locator) -> None:
    """Press Tab until the button has the focus."""
    for _ in range(20):
        person.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            return
    raise AssertionError("Tab does not lead to the button")


@pytest.fixture
def alone(alice: Person) -> Person:
    """Alice alone at a table, before the first roll."""
    alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    return alice


def test_it_opens_a_table_and_starts_with_tab_and_enter(alice: Person) -> None:
    alice.page.goto("/")
    alice.page.get_by_label("Your name").focus()
    alice.page.keyboard.type("Alice")
    friends = alice.page.get_by_role("button", name="Play with friends")
    tabs_to(alice, friends)
    alice.press("Enter")
    alice.page.wait_for_url("**/r/*/")
    start = alice.page.get_by_role("button", name="Start alone")
    expect(start).to_be_visible()
    tabs_to(alice, start)
    alice.press("Enter")
    expect(alice.turn_title).to_have_text("Your turn")


def test_it_holds_rolls_and_scores_by_keys(alone: Person) -> None:
    alone.press("r")
    expect(alone.offers.first).to_be_visible()
    alone.press("2", "4", "5", "4")
    assert alone.held() == [1, 4]
    before = alone.dice()
    alone.rolls_dice()
    assert [alone.dice()[position] for position in (1, 4)] == [before[1], before[4]]
    expect(alone.table.locator("button.roll")).to_be_enabled()
    alone.page.locator("body").press(" ")
    expect(alone.table.get_by_role("img", name="Roll 3 of 3")).to_be_visible()
    expect(alone.table.locator("button.roll")).to_have_count(0)
    alone.press("r")
    until(lambda: alone.live_text == "No rolls left. Score a box.", alone.page)

    alone.press("ArrowDown", "ArrowDown")
    focused = alone.page.locator("button.offer:focus")
    expect(focused).to_have_count(1)
    alone.press("Enter")
    expect(focused).to_have_attribute("aria-pressed", "true")
    expect(alone.page.locator(".written")).to_have_count(0)
    alone.press("Enter")
    expect(alone.page.locator(".written")).to_have_count(1)
    expect(alone.page.get_by_text("Round 2 of 12")).to_be_visible()


def test_it_walks_every_box_on_offer_with_the_arrows(alone: Person) -> None:
    alone.rolls_dice()
    seen = set()
    for key in ["ArrowDown"] * 13 + ["ArrowUp"] * 13:
        alone.press(key)
        seen.add(alone.page.evaluate("document.activeElement.ariaLabel"))
    assert len(seen) == 12, seen


def test_it_shows_and_hides_the_keys(alone: Person) -> None:
    help_ = alone.page.get_by_role("dialog", name="How to play")
    alone.press("?")
    expect(help_).to_be_visible()
    alone.press("r", "Escape")
    expect(help_).to_be_hidden()
    assert alone.rolls() == 0


def test_it_closes_the_menu_with_escape(alone: Person) -> None:
    alone.page.goto("/")
    menu = alone.page.locator(".menu > summary:visible")
    menu.focus()
    alone.press("Enter")
    expect(alone.page.locator(".menu[open]")).to_have_count(1)
    alone.press("Tab", "Escape")
    expect(alone.page.locator(".menu[open]")).to_have_count(0)
    expect(menu).to_be_focused()


def test_it_types_letters_into_the_chat_without_rolling(alone: Person) -> None:
    alone.press("c")
    expect(alone.page.get_by_label("Message")).to_be_focused()
    alone.page.keyboard.type("r 1 c ?")
    alone.press("Enter")
    expect(alone.page.get_by_label("Chat", exact=True).get_by_text("r 1 c ?")).to_be_visible()
    assert alone.rolls() == 0


def focused(person: Person) -> str:
    """Return the tag and class of the focused element."""
    return str(
        person.page.evaluate(
            "(({ tagName, className }) => `${tagName} ${className}`)(document.activeElement)"
        )
    )


def keeps_place(person: Person) -> None:
    """Wait until something is focused: that may come a moment after what is seen."""
    until(lambda: not focused(person).startswith("BODY"), person.page)


def test_it_opens_a_dialog_right_after_another_has_closed(alone: Person) -> None:
    # A key can come before the browser has reported that the first dialog is closed.
    alone.page.get_by_role("button", name="Invite", exact=True).click()
    expect(alone.page.get_by_role("dialog", name="Invite")).to_be_visible()
    alone.page.evaluate("""async () => {
        document.querySelector("dialog[open]").close();
        document.querySelector("[aria-label='Resign']").click();
        await new Promise((done) => setTimeout(done, 100));
    }""")
    expect(alone.page.get_by_role("dialog", name="Resign this game?")).to_be_visible()


def test_it_never_loses_the_place_of_the_keyboard(alice: Person, bob: Person) -> None:
    # Every answer moves the focus to what comes next, never to the start of the page.
    bob.join(alice.open_special_table("yacht"))
    alice.page.get_by_role("button", name="Start with 2 players").press("Enter")
    alice.waits_for_turn()
    keeps_place(alice)
    roll = alice.table.locator("button.roll")
    for number in (1, 2, 3):
        expect(roll).to_be_enabled()
        roll.press("Enter")
        expect(alice.table.get_by_role("img", name=f"Roll {number} of 3")).to_be_visible()
        keeps_place(alice)
        alice.press("1")
        expect(alice.offers.first).to_be_visible()
        keeps_place(alice)
    alice.press("ArrowDown", "Enter", "Enter")
    expect(alice.turn_title).to_have_text("Bob’s turn")
    keeps_place(alice)
    for opens in ("How to play", "Invite", "Resign"):
        button = alice.page.get_by_role("button", name=opens, exact=True)
        button.press("Enter")
        expect(alice.page.get_by_role("dialog")).to_be_visible()
        alice.press("Escape")
        expect(button).to_be_focused()
    bob.takes_turn()
    alice.waits_for_turn()
    keeps_place(alice)
    bob.resigns()
    expect(alice.page.get_by_role("button", name="Rematch")).to_be_visible()
    keeps_place(alice)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_it_plays_on_other_keyboards(alone: Person, layout: str) -> None:
    def press(code: str) -> None:
        alone.page.evaluate(PRESS, [LAYOUTS[layout][code], code])

    press("KeyR")
    expect(alone.offers.first).to_be_visible()
    until(lambda: alone.rolls() == 1, alone.page)
    press("Digit2")
    until(lambda: alone.held() == [1], alone.page)
    press("Digit1")
    until(lambda: alone.held() == [0, 1], alone.page)
    alone.page.evaluate(PRESS, ["7", "Digit7"])
    alone.hears("There are no such dice.")
    press("KeyC")
    expect(alone.page.locator("#chat-text")).to_be_focused()
