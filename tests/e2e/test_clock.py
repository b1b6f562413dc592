"""A turn has its time, and a player who was away his seat."""

from typing import Any

from playwright.sync_api import expect

from games.rules import find_variant
from tests.e2e.person import Person
from tests.e2e.site import Site


def code_of(link: str) -> str:
    return link.rstrip("/").rsplit("/", 1)[1]


def first_box(person: Person) -> tuple[list[int], dict[str, Any]]:
    """The dice that went into the first box of a finished game, and how it was filled."""
    link = person.page.get_by_role("link", name="See the whole game").get_attribute("href") or ""
    record = person.page.request.get(link.rstrip("/") + ".json").json()
    dice: list[int] = []
    for event in record["events"]:
        dice = event["data"].get("dice", dice)
        if event["type"] == "box.scored":
            return dice, event["data"]
    raise AssertionError("no box was filled")


def test_it_plays_on_for_the_absent_until_they_are_back(alice: Person, site: Site) -> None:
    link = alice.open_special_table("yacht", seats=1, clock="30")
    site.change_room(code_of(link), clock=1)
    alice.start(players=1)
    expect(alice.page.get_by_role("timer", name="Time left")).to_be_visible()
    alice.press("r")
    # Time runs out. Twice in a row, and the seat plays alone.
    expect(alice.page.get_by_text("(out of time)").first).to_be_visible()
    expect(alice.page.get_by_text("Your seat plays by itself.")).to_be_visible()
    alice.page.get_by_role("button", name="I’m back").click()
    expect(alice.page.get_by_text("Your seat plays by itself.")).to_be_hidden()
    expect(alice.turn_title).to_have_text("Your turn")
    alice.gives_up()

    # The dice on the table went where they score most.
    dice, filled = first_box(alice)
    _, best = find_variant("yacht").best(dice)[0]
    assert (filled["points"], filled["timed_out"]) == (best, True)
