"""A turn has its time, and a player who was away his seat."""

from playwright.sync_api import expect

from tests.e2e.person import Person
from tests.e2e.site import Site


def code_of(link: str) -> str:
    return link.rstrip("/").rsplit("/", 1)[1]


def test_it_plays_on_for_the_absent_until_they_are_back(alice: Person, site: Site) -> None:
    link = alice.open_special_table("yacht", seats=1, clock="30")
    site.change_room(code_of(link), clock=1)
    alice.start(players=1)
    expect(alice.page.get_by_role("timer", name="Time left")).to_be_visible()
    alice.rolls_dice()
    best = max(int(text) for text in alice.page.locator(".offer").all_inner_texts())
    # Time runs out: the dice go where they score most. Twice in a row, and the seat plays alone.
    expect(alice.page.locator(".written").first).to_have_text(str(best))
    expect(alice.page.get_by_text("(out of time)").first).to_be_visible()
    expect(alice.page.get_by_text("Your seat plays by itself.")).to_be_visible()
    alice.page.get_by_role("button", name="I’m back").click()
    expect(alice.page.get_by_text("Your seat plays by itself.")).to_be_hidden()
    expect(alice.turn_title).to_have_text("Your turn")
