"""The turn clock, and players who return to their seats."""

from typing import Any

from playwright.sync_api import expect

from games.core.rules import find_variant
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site


def first_turn(person: Person) -> dict[str, dict[str, Any]]:
    """Return the last event of each type up to the first filled box of a finished game."""
    link = person.page.get_by_role("link", name="Review game").get_attribute("href") or ""
    record = person.page.request.get(link.rstrip("/") + ".json").json()
    happened = {}
    for event in record["events"]:
        happened[event["type"]] = event["data"]
        if event["type"] == "box.scored":
            return happened
    raise AssertionError("no box was filled")


def test_it_plays_for_absent_players_until_they_return(alice: Person, site: Site) -> None:
    link = alice.open_special_table("yacht", seats=1, clock="30")
    # Short, but longer than a slow machine needs for each step before the next time-out.
    site.change_room(link, clock=3)
    alice.start(players=1)
    expect(alice.page.get_by_role("timer", name="Time left")).to_be_visible()
    alice.press("r")
    # After two time-outs in a row, auto-play starts.
    expect(alice.page.get_by_text("(out of time)").first).to_be_visible()
    expect(alice.page.get_by_text("Auto-play is on for your seat.")).to_be_visible()
    alice.page.get_by_role("button", name="I’m back").click()
    expect(alice.page.get_by_text("Auto-play is on for your seat.")).to_be_hidden()
    expect(alice.turn_title).to_have_text("Your turn")
    alice.resigns()

    happened = first_turn(alice)
    assert "turn.timed_out" in happened
    # The server filled the box with most points.
    _, best = find_variant("yacht").best(happened["dice.rolled"]["dice"])[0]
    assert happened["box.scored"]["points"] == best
