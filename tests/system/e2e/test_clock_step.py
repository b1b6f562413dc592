"""The device's clock is set while a page is open: the time that is left stays right."""

import re
import time

import pytest
from playwright.sync_api import Page

from tests.system.e2e.person import Person, until

HOUR_MS = 3_600_000
STEP = """(ms) => {
  const real = Date.now.bind(Date);
  Date.now = () => real() + ms;
}"""
CLOCK = 90


def left(page: Page) -> int:
    """Return the seconds that the turn's timer shows."""
    shown = page.locator(".clock .number").first.inner_text()
    minutes, seconds = shown.split(":")
    return int(minutes) * 60 + int(seconds)


@pytest.mark.parametrize("step", [HOUR_MS, -HOUR_MS])
def test_the_turns_timer_stays_right(alice: Person, step: int) -> None:
    page = alice.page
    sent: list[float] = []

    def note(frame: str | bytes) -> None:
        if re.search(r'"type":\s*"ping"', str(frame)):
            sent.append(time.monotonic())

    page.on("websocket", lambda socket: socket.on("framesent", note))
    alice.open_special_table(clock=str(CLOCK))
    alice.start(1)
    before, began = left(page), time.monotonic()
    page.evaluate(STEP, step)
    stepped = time.monotonic()
    page.wait_for_timeout(1000)
    for _ in range(20):
        gone = time.monotonic() - began
        assert abs(before - gone - left(page)) < 3
        page.wait_for_timeout(100)
    until(lambda: any(0 < at - stepped < 3 for at in sent), page, 3)
