"""Celebrations and sounds: once for everyone, never in the way, never after a reload."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site

# A sound that is not computed in time may start this late, and some more.
MOST_LATE_MS = 1000
MOVING = {"reduced_motion": "no-preference"}
# Notes the classes of celebrations, and counts the sounds that start. The page's clock never jumps,
# and a frame that a busy machine does not draw in time is one all the same: a page that was held up
# for long celebrates nothing.
WITNESS = """
  const now = performance.now.bind(performance);
  let shown = now(), held = 0;
  performance.now = () => {
    held = Math.max(held, now() - shown - 50);
    shown = now() - held;
    return shown;
  };
  const { requestAnimationFrame: ask, cancelAnimationFrame: cancel } = window;
  const late = new Map();
  const done = (frame) => {
    clearTimeout(late.get(frame));
    late.delete(frame);
    cancel(frame);
  };
  window.requestAnimationFrame = (draw) => {
    const run = (time) => {
      if (!late.has(frame)) return;
      done(frame);
      draw(time);
    };
    const frame = ask(run);
    late.set(frame, setTimeout(() => run(performance.now()), 50));
    return frame;
  };
  window.cancelAnimationFrame = done;
  window.celebrated = [];
  window.sounds = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const { className } of addedNodes) {
        if (/^(moment-|felt-light)/.test(className)) window.celebrated.push(className);
      }
    }
  }).observe(document, { childList: true, subtree: true });
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...when) {
    window.sounds += 1;
    return start.apply(this, when);
  };
"""


def watched(person: Person) -> Person:
    """Let the person's page record what is celebrated."""
    person.page.add_init_script(WITNESS)
    return person


def celebrated(page: Page, name: str) -> int:
    """Return how many elements of a class have appeared."""
    count: int = page.evaluate("name => celebrated.filter(each => each === name).length", name)
    return count


def waits_for(person: Person, name: str) -> None:
    """Wait until one element of a class has appeared on the person's page."""
    until(lambda: celebrated(person.page, name) == 1, person.page)


def sounds(page: Page) -> Any:
    """Return how many sounds have started."""
    return page.evaluate("sounds")


def holding_sounds(person: Person) -> bool:
    """Hold or release a die; return whether any sound has started. At first none is computed."""
    person.press("1")
    return bool(sounds(person.page) > 0)


def test_it_celebrates_a_yacht_once_for_everyone_and_not_after_a_reload(
    arrive: Arrive, site: Site
) -> None:
    alice, bob = watched(arrive("Alice", **MOVING)), watched(arrive("Bob", **MOVING))
    link = alice.open_special_table("yacht")
    bob.join(link)
    charlie = watched(arrive("Charlie", **MOVING))
    charlie.page.goto(link)
    expect(charlie.page.locator(".waiting-card")).to_be_visible()
    site.choose_dice(link, "66666")
    alice.start(players=2)
    alice.waits_for_turn()
    expect(charlie.turn_title).to_have_text("Alice’s turn")
    # With a gesture, or the first event, a watcher's page loads what celebrates.
    charlie.press("Tab")
    for person in (alice, bob, charlie):
        expect(person.page.locator(".moments-stage")).to_be_attached()
    alice.rolls_dice()
    for person in (alice, bob, charlie):
        waits_for(person, "moment-word")
    # It is not in the way: the points can be scored while it goes on.
    alice.writes_best()
    for person in (alice, bob):
        waits_for(person, "moment-points number")
        expect(person.page.locator(".seat-total").first).to_have_text("50")
        expect(person.page.locator(".moments-stage > *")).to_have_count(0)
        assert celebrated(person.page, "moment-word") == 1
    bob.page.reload()
    bob.waits_for_turn()
    assert bob.page.evaluate("celebrated") == []


def test_it_shows_a_still_word_to_those_who_want_no_motion(arrive: Arrive, site: Site) -> None:
    alice = watched(arrive("Alice"))
    site.choose_dice(alice.open_special_table("yacht", seats=1), "66666")
    alice.start(players=1)
    alice.rolls_dice()
    alice.writes_best()
    expect(alice.page.locator(".seat-total")).to_have_text("50")
    waits_for(alice, "moment-word")
    expect(alice.page.locator(".moments-stage > *")).to_have_count(0)
    assert alice.page.evaluate("celebrated") == ["moment-word"]


def test_it_sounds_after_the_first_gesture_until_it_is_muted(arrive: Arrive) -> None:
    alice = watched(arrive("Alice", **MOVING))
    alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    alice.rolls_dice()
    until(lambda: holding_sounds(alice), alice.page)
    alice.page.get_by_role("button", name="Turn sound off").click()
    alice.page.wait_for_timeout(MOST_LATE_MS)
    before = sounds(alice.page)
    alice.writes_best()
    alice.rolls_dice()
    assert sounds(alice.page) == before
    alice.page.reload()
    alice.page.get_by_role("button", name="Turn sound on").click()
    alice.writes_best()
    until(lambda: sounds(alice.page) > 0, alice.page)


NOTE_THE_END = """
  window.order = [];
  new MutationObserver(() => {
    for (const name of ["last-box", "result"]) {
      if (document.querySelector(`.${name}`) && !order.includes(name)) order.push(name);
    }
  }).observe(document, { childList: true, subtree: true });
"""


def test_the_result_waits_until_the_last_points_have_landed(alice: Person) -> None:
    alice.page.add_init_script(NOTE_THE_END)
    alice.open_special_table("yacht")
    alice.start(players=1)
    for _ in range(11):
        alice.takes_turn()
    alice.page.emulate_media(reduced_motion="no-preference")
    alice.takes_turn()
    expect(alice.page.locator(".result")).to_contain_text("Your best box")
    assert alice.page.evaluate("order") == ["last-box", "result"]
