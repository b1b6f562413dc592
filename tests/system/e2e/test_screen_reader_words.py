"""What a screen reader says of whole pages, in order: of each thing it says who or what it is."""

from playwright.sync_api import Page, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.spoken import spoken, unclear
from tests.system.e2e.test_real_dice import UPPER, fill, start, type_dice


def reads_well(page: Page, *wanted: str) -> str:
    """Return what is read of the page, which has these words and nothing that is unclear."""
    phrases = spoken(page)
    text = "\n".join(map(str, phrases))
    assert unclear(phrases) == [], text
    words = " ".join(text.split())
    assert all(each in words for each in wanted), (wanted, text)
    return text


def test_it_notices_what_is_unclear(alice: Person) -> None:
    # A page without scripts: none can miss what is not there.
    alice.page.set_content("""
      <main><button></button><p>Roll Roll</p><p>game.started</p>
        <ol><li><span>1</span> <b>Breeze</b> <span>51</span></li></ol><p>Again</p><p>Again</p>
      </main>""")
    found = " ".join(unclear(spoken(alice.page)))
    for fault in ("nameless button", "Roll Roll", "game.started", "1 Breeze 51", "'Again'"):
        assert fault in found


def test_a_game_of_two_reads_well(alice: Person, bob: Person) -> None:
    page = alice.page
    page.goto("/")
    reads_well(page, "[textbox] Your name", "[button] Play a bot")
    page.goto("/new/")
    reads_well(page, "[radio, checked] Friends", "[button] Play")
    bob.join(alice.open_special_table("yacht"))
    reads_well(page, "Bob", "[button] Start with 2 players")
    reads_well(bob.page, "[button, not pressed] I’m ready The host starts the game.")
    alice.start(players=2)
    alice.waits_for_turn()
    reads_well(page, "Your turn", "Die 1: not rolled yet", "[button] Roll the dice")
    alice.rolls_dice()
    alice.press("1")
    said = reads_well(page, "Die 1: ", ", held", "You rolled")
    assert said.count("You rolled") == 2, said  # in the log, and announced
    alice.writes_best()
    expect(alice.turn_title).to_have_text("Bob’s turn")
    reads_well(page, "You scored", "You’re next")
    reads_well(bob.page, "Alice rolled", "Alice scored")
    bob.resigns()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    total = page.locator(".standing-total").first.inner_text()
    reads_well(page, f"Place 1 Alice (you) {total} points Place 2 Bob resigned 0 points")
    page.get_by_role("link", name="Review game").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    reads_well(page, f"Place 1 Alice {total} points Place 2 Bob resigned 0 points")


def test_a_card_for_real_dice_reads_well(alice: Person) -> None:
    page = alice.page
    page.goto("/scorecard/")
    reads_well(page, "[textbox] Name of player 1", "[button] Start")
    start(page, "Anna", "Tom")
    reads_well(page, "Anna 0 points, enters now", "Die 1: empty")
    for at, box in enumerate(UPPER, start=1):
        for _ in range(2):
            type_dice(page, f"{at}{at}{at}{at % 6 + 1}{at % 6 + 1}")
            reads_well(page, f"Score {3 * at} in {box}")
            fill(page, 3 * at, box)
    expect(page.get_by_role("heading", name="Anna and Tom tie")).to_be_visible()
    reads_well(page, "Place 1 Anna 63 points Place 1 Tom 63 points", "[button] Rematch")


def test_a_puzzle_reads_well_before_and_after_the_answer(arrive: Arrive) -> None:
    for phone in (False, True):
        alice = arrive("Alice", phone=phone)
        page = alice.page
        page.goto("/puzzles/")
        expect(page.locator("button.offer").first).to_be_visible()
        reads_well(page, "[button, not pressed] Die 1: ")
        page.locator("button.offer:visible").first.click()
        page.locator(".actions .write").click()
        expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
        if phone:
            page.get_by_role("button", name="Why?").click()
        reads_well(page, "Final score")
