"""Tapping: no tap uses up a roll unseen, and a box is scored by two taps or by one with an undo."""

import json

import pytest
from playwright.sync_api import Locator, expect

from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person

# Presses R every 30 ms, also in the instant in which the values become readable.
MASH = """() => new Promise((done) => {
  const key = { key: "r", bubbles: true };
  const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", key));
  const timer = setInterval(press, 30);
  const watch = new MutationObserver(() => {
    if (!document.querySelector("button.offer")) return;
    watch.disconnect();
    clearInterval(timer);
    press();
    requestAnimationFrame(press);
    setTimeout(done, 800);
  });
  watch.observe(document.body, { subtree: true, childList: true });
  press();
})"""


DOUBLE_TAP_MS = 400
UNDO_MS = 6000
# A score by one tap can be undone for three seconds: a slow machine needs more.
LONGER = f"""{{
  const wait = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) =>
    wait(act, ms > 2500 && ms <= 3000 ? {UNDO_MS} : ms, ...rest);
}}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_it_rolls_once_however_often_roll_is_pressed_before_the_values_are_readable(
    arrive: Arrive, motion: str
) -> None:
    alice = arrive("Alice", reduced_motion=motion)
    alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    alice.page.evaluate(MASH)
    assert alice.rolls() == 1
    expect(alice.table.locator("button.roll")).to_be_enabled()
    alice.press("r")
    expect(alice.table.get_by_role("img", name="Roll 2 of 3")).to_be_visible()


def written(person: Person) -> Locator:
    return person.page.locator(".written:not(.writing)")


def test_it_scores_with_the_second_click_or_the_button(alice: Person) -> None:
    alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    alice.rolls_dice()
    expect(alice.table.get_by_text("Tap dice to keep, then roll or score")).to_be_visible()
    expect(alice.table.locator("button.write")).to_have_count(0)
    alice.offers.first.click()
    expect(alice.offers.first).to_have_attribute("aria-pressed", "true")
    expect(written(alice)).to_have_count(0)
    alice.press("Escape")
    expect(alice.offers.first).to_have_attribute("aria-pressed", "false")
    alice.offers.first.dblclick()
    expect(alice.offers.first).to_have_attribute("aria-pressed", "true")
    alice.page.wait_for_timeout(DOUBLE_TAP_MS)
    alice.offers.first.click()
    expect(written(alice)).to_have_count(1)
    alice.rolls_dice()
    alice.offers.last.click()
    alice.table.locator("button.write").click()
    expect(written(alice)).to_have_count(2)


def test_it_scores_with_one_tap_that_can_be_undone(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    setting = json.dumps({"confirmScore": "one tap"})
    alice.page.add_init_script(f"localStorage.setItem('settings', '{setting}')")
    alice.page.add_init_script(LONGER)
    link = alice.open_special_table("yacht", seats=1)
    alice.start(players=1)
    alice.rolls_dice()
    undo = alice.table.get_by_role("button", name="Undo")

    alice.offers.first.tap()
    expect(undo).to_be_visible()
    alice.press("r", "1")  # neither rolls nor holds meanwhile
    undo.tap()
    expect(undo).to_have_count(0)
    assert (alice.rolls(), alice.held()) == (1, [])
    alice.offers.first.tap()
    expect(undo).to_be_visible()
    alice.press("Escape")
    expect(undo).to_have_count(0)
    alice.page.wait_for_timeout(UNDO_MS + 500)
    expect(written(alice)).to_have_count(0)

    alice.offers.first.tap()
    expect(undo).to_be_visible()
    expect(written(alice)).to_have_count(1)
    alice.rolls_dice()
    alice.offers.first.tap()
    expect(undo).to_be_visible()
    alice.page.goto("/")  # leaving the page sends it
    alice.page.goto(link)
    expect(written(alice)).to_have_count(2)
