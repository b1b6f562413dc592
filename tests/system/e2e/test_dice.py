"""The dice on the table, with full motion."""

import re

from playwright.sync_api import Locator, expect

from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.line import Line
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site

MOVING = {"reduced_motion": "no-preference"}
# As in browsers that cannot draw on a canvas in a worker.
NO_WORKER_CANVAS = "delete HTMLCanvasElement.prototype.transferControlToOffscreen"
# The canvas belongs to a worker: its pixels can be read from a copy only.
COPY = """
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.clientWidth, canvas.clientHeight];
  const pen = copy.getContext("2d");
  pen.drawImage(canvas, 0, 0, copy.width, copy.height);
"""


def place(die: Locator) -> tuple[float, float]:
    """Return the left and the upper edge of a die."""
    box = die.bounding_box()
    assert box is not None
    return round(box["x"]), round(box["y"])


def picture(person: Person) -> str:
    """Return what the canvas shows, as the address of an image."""
    canvas = person.page.locator(".dice > canvas")
    return str(canvas.evaluate(f"canvas => {{ {COPY} return copy.toDataURL(); }}"))


def rests(person: Person) -> bool:
    """Return whether the canvas shows the same for a while."""
    before = picture(person)
    person.page.wait_for_timeout(250)
    return picture(person) == before


def painted(person: Person) -> int:
    """Return how many pixels of the canvas are opaque: those of dice."""
    count = """return pen.getImageData(0, 0, copy.width, copy.height).data
        .filter((value, at) => at % 4 === 3 && value === 255).length"""
    canvas = person.page.locator(".dice > canvas")
    return int(canvas.evaluate(f"canvas => {{ {COPY} {count} }}"))


def draws_in_worker(person: Person) -> bool:
    """Return whether a worker draws the dice."""
    return any("dice-worker" in worker.url for worker in person.page.workers)


def test_it_throws_the_dice_and_lays_held_ones_on_the_rail_for_everybody(
    arrive: Arrive, site: Site
) -> None:
    alice, bob = arrive("Alice", **MOVING), arrive("Bob", **MOVING)
    bob.page.add_init_script(NO_WORKER_CANVAS)
    link = alice.open_special_table("yacht")
    bob.join(link)
    site.choose_dice(link, "66116")
    alice.start(players=2)
    alice.waits_for_turn()
    expect(alice.page.locator(".die").first).to_have_attribute(
        "aria-label", "Die 1: not rolled yet"
    )
    alice.rolls_dice()
    until(lambda: alice.dice() == bob.dice() == [6, 6, 1, 1, 6], alice.page)
    second = alice.page.get_by_role("button", name="Die 2")
    column, row = place(second)
    second.click()
    expect(bob.page.locator(".die").nth(1)).to_have_attribute("aria-label", "Die 2: 6, held")
    until(lambda: place(second)[1] > row + 20, alice.page)
    assert place(second)[0] == column
    alice.rolls_dice()
    assert place(second)[0] == column
    assert alice.held() == [1]
    # Nothing is drawn any more once all dice lie still.
    until(lambda: rests(alice) and rests(bob), alice.page)
    for person in (alice, bob):
        assert painted(person) > 5 * 40 * 40
    assert draws_in_worker(alice)
    assert not draws_in_worker(bob)


def test_it_lays_the_dice_down_without_faces_while_the_connection_is_cut(
    arrive: Arrive, line: Line, problems: Problems
) -> None:
    problems.forgiven += ["WebSocket", "ERR_", "no style sheet"]
    alice = arrive("Alice", url=line.url, **MOVING)
    # The dice are drawn in the page if the worker cannot be loaded.
    alice.page.route("**/*dice-worker*", lambda route: route.abort())
    alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    until(lambda: painted(alice) > 5 * 40 * 40, alice.page)
    line.cut()
    alice.press("r")
    expect(alice.page.locator(".turn-doing")).to_have_text("Still waiting for your dice…")
    until(lambda: rests(alice), alice.page)
    assert not draws_in_worker(alice)
    assert alice.dice() == []
    assert painted(alice) > 5 * 40 * 40
    line.mend()
    expect(alice.page.locator(".die").first).to_have_attribute("aria-label", re.compile(r"1: \d"))
    expect(alice.offers.first).to_be_visible()
    assert alice.rolls() == 1
