"""People react and talk: bubbles show it beside their seats."""

from playwright.sync_api import expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until

# Notes each bubble that appears, as it is gone soon: its text, and whether it is below Bob's seat.
WATCH = """
  window.bubbles = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const added of addedNodes) {
        if (!added.classList?.contains("bubble")) continue;
        const seats = [...document.querySelectorAll(".seat")];
        const seat = seats.find(({ textContent }) => textContent.includes("Bob"));
        const below = added.getBoundingClientRect().top >= seat.getBoundingClientRect().bottom;
        window.bubbles.push({ text: added.textContent, below });
      }
    }
  }).observe(document, { childList: true, subtree: true });
"""


def sees(person: Person, text: str) -> None:
    """Wait until a bubble with this text has appeared on the person's page."""

    def appeared() -> bool:
        return any(text in bubble["text"] for bubble in person.page.evaluate("window.bubbles"))

    until(appeared, person.page)


def test_it_shows_reactions_and_chat_beside_the_seats(
    alice: Person, bob: Person, arrive: Arrive
) -> None:
    # Moving bubbles would be in other places than their seats for a moment.
    phone = arrive("Charlie", phone=True)
    for person in (alice, phone):
        person.page.add_init_script(WATCH)
    link = alice.open_special_table("yacht", seats=3)
    bob.join(link)
    phone.join(link)
    alice.start(players=3)
    alice.waits_for_turn()

    # Bob waits for their turn: the reactions are beside the dice.
    bob.table.get_by_role("button", name="Applause").click()
    for person in (alice, phone):
        sees(person, "👏")
        assert person.page.evaluate("window.bubbles") == [{"text": "👏", "below": True}]
        person.hears("Bob: Applause")
    expect(alice.page.locator(".bubble")).to_have_count(0)

    # On the phone a phrase is in the bar's palette, and the chat is a sheet.
    phone.page.get_by_role("button", name="React").tap()
    phone.page.get_by_role("dialog").get_by_role("button", name="Nice roll!").tap()
    sees(alice, "Nice roll!")
    bob.page.get_by_role("tab", name="Chat").click()
    bob.page.get_by_label("Message").fill("hello there")
    bob.page.get_by_role("button", name="Send").click()
    sees(phone, "hello there")
    expect(phone.page.get_by_label("Message")).to_be_hidden()
    phone.page.get_by_role("button", name="Chat and log (1)").tap()
    expect(phone.page.locator(".chat-line")).to_contain_text("hello there")
    expect(phone.page.get_by_label("Message")).to_be_in_viewport(ratio=1)
    phone.page.keyboard.press("Escape")
    expect(phone.page.get_by_label("Message")).to_be_hidden()
    expect(phone.page.get_by_role("button", name="Chat and log", exact=True)).to_be_focused()


def test_it_gives_a_late_arrival_a_seat_after_the_game(
    alice: Person, bob: Person, arrive: Arrive
) -> None:
    late = arrive("Zed", phone=True)
    link = alice.open_special_table("yacht", seats=2)
    bob.join(link)
    alice.start(players=2)
    late.page.goto(link)
    late.page.get_by_label("Your name").fill("Zed")
    late.page.get_by_role("button", name="Join the next game").tap()
    expect(late.page.locator(".join-next")).to_contain_text("You’ll get the next free seat.")
    expect(alice.page.get_by_role("button", name="1 person watching")).to_be_visible()
    bob.resigns()
    expect(alice.page.get_by_role("button", name="Rematch")).to_be_visible()
    bob.page.get_by_text("Seats for the next game").click()
    bob.page.get_by_role("button", name="Leave").click()
    expect(late.page.get_by_role("button", name="Rematch")).to_be_visible()
