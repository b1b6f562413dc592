"""Measure what a player feels, in the window of a phone, on a site that it starts.

    shifts   how far the page of a table moves by itself, from the first roll to the review
    tasks    the long tasks of a turn, on a processor four times slower
    start    from the home page to the first roll, on such a processor with slow 4G
    memory   what a game leaves behind in the tab, after the garbage collection

Times depend on the machine: compare runs on the same one, while it does nothing else.
"""

import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from statistics import linear_regression, median
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from tests.support.services import find_chromium
from tests.system.e2e.browser import SOLVER_MS, open_window, running_browser
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site, running_site

SLOWER = 4
"""How often slower the processor of a cheap phone is."""
SLOW_4G = {"latency": 150, "downloadThroughput": 175_000, "uploadThroughput": 84_000}
"""Milliseconds, bytes a second."""
SHORTEST = "generala+no-straight+no-full-house+no-poker+no-generala"
WARM_GAMES = 3
"""The first games load and compile code, which is no leak."""

ROLL = "button.roll:not([aria-disabled])"
BOX = "button.offer:not([aria-disabled], :disabled)"
WRITE = "button.write:not([aria-disabled])"
AGAIN = ".rematch .button.large"
WATCH = """
window.shifts = [];
window.tasks = [];
const note = (list, pick) => (seen) => list.push(...seen.getEntries().map(pick).filter(Boolean));
const watch = (type, list, pick) =>
  new PerformanceObserver(note(list, pick)).observe({ type, buffered: true });
watch("layout-shift", shifts, (each) => each.hadRecentInput ? 0 : each.value);
watch("longtask", tasks, (each) => each.duration);
"""
PLACE = """(selector) => {
  const place = document.querySelector(selector)?.getBoundingClientRect();
  return place && [place.left + place.width / 2, place.top + place.height / 2];
}"""
# In the page itself: a thousand turns by messages from here would take an hour.
PLAY_ON = """async ([roll, box, write, again]) => {
  const find = async (...selectors) => {
    for (;;) {
      const found = selectors.map((each) => document.querySelector(each)).find(Boolean);
      if (found) return found;
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  (await find(again)).click();
  await find(roll);
  for (;;) {
    const next = await find(again, write, box, roll);
    if (next.matches(again)) return;
    next.click();
    await new Promise((done) => setTimeout(done, 20));
  }
}"""


class Phone:
    """The window of a phone. Taps are real; finding their places costs the page next to nothing."""

    def __init__(self, browser: Browser, site: Site, motion: bool = True) -> None:
        options: dict[str, Any] = {"reduced_motion": "no-preference" if motion else "reduce"}
        self.window = open_window(browser, site.url, phone=True, **options)
        self.window.add_init_script(WATCH)
        self.page: Page = self.window.new_page()
        self.session: CDPSession = self.window.new_cdp_session(self.page)

    def sits_alone(self, game: str) -> None:
        person = Person("Alice", self.page)
        person.open_special_table(game.replace("+", "%2B"), seats=1)
        person.start(players=1)

    def slow_down(self) -> None:
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def tap(self, selector: str) -> None:
        until(lambda: self.page.evaluate(PLACE, selector) is not None, self.page, 90)
        self.page.touchscreen.tap(*self.page.evaluate(PLACE, selector))

    def plays_turn(self) -> None:
        """Roll, keep a die, roll again, fill a box; end when the next turn or the end is there."""
        written = self.count(".written")
        self.tap(ROLL)
        until(lambda: self.count(BOX) > 0, self.page)
        self.tap("button.die")
        self.tap(ROLL)
        until(lambda: self.count(".rolls .made") == 2 and self.count(BOX) > 0, self.page)
        self.tap(BOX)
        self.tap(WRITE)
        until(lambda: self.count(".written:not(.writing)") > written, self.page)
        until(lambda: self.count(ROLL) + self.count(AGAIN) > 0, self.page)

    def count(self, selector: str) -> int:
        return int(self.page.evaluate("it => document.querySelectorAll(it).length", selector))

    def numbers(self, name: str) -> list[float]:
        """What the page has noted, which it forgets."""
        found: list[float] = self.page.evaluate(f"() => {name}.splice(0)")
        return found

    def held(self) -> dict[str, float]:
        """Return what the tab holds, after the garbage collection."""
        self.session.send("Performance.enable")
        for _ in range(3):
            self.session.send("HeapProfiler.collectGarbage")
        found = self.session.send("Performance.getMetrics")["metrics"]
        return {each["name"]: each["value"] for each in found}


def shifts(phone: Phone, options: Namespace) -> str:
    phone.sits_alone("yahtzee")
    phone.numbers("shifts")
    while not phone.count(AGAIN):
        phone.plays_turn()
    phone.page.locator(".review-bars").first.wait_for(timeout=SOLVER_MS)
    phone.page.wait_for_timeout(1000)
    return f"{sum(phone.numbers('shifts')):.3f} in a game"


def tasks(phone: Phone, options: Namespace) -> str:
    phone.sits_alone("yahtzee")
    phone.plays_turn()
    phone.slow_down()
    phone.page.wait_for_timeout(2000)
    phone.numbers("tasks")
    longest, all_ = [], []
    for _ in range(options.turns):
        phone.plays_turn()
        phone.page.wait_for_timeout(1000)
        found = phone.numbers("tasks")
        longest.append(max(found, default=0))
        all_ += found
    words = " ".join(f"{each:.0f}" for each in sorted(all_, reverse=True)[:12])
    return (
        f"the longest of a turn {median(longest):.0f} ms in the median, {max(longest):.0f} at most;"
        f" {len(all_) / options.turns:.1f} a turn: {words} ..."
    )


def start(phone: Phone, options: Namespace) -> str:
    phone.slow_down()
    phone.session.send("Network.enable")
    phone.session.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_4G})
    began = monotonic()
    phone.page.goto("/", wait_until="commit")
    phone.tap("#play-bot")
    tapped = monotonic()
    phone.page.wait_for_url("**/r/*/", wait_until="commit")
    phone.tap(f".table-layout {ROLL}")
    may_roll = monotonic()
    until(lambda: phone.count(BOX) > 0, phone.page)
    told = {"tapped": tapped, "may roll": may_roll, "rolled": monotonic()}
    return ", ".join(f"{name} after {at - began:.1f} s" for name, at in told.items())


def memory(phone: Phone, options: Namespace) -> str:
    phone.sits_alone(SHORTEST)
    for _ in range(6):
        phone.plays_turn()
    found: list[dict[str, float]] = []
    for game in range(WARM_GAMES + options.games):
        phone.page.evaluate(PLAY_ON, [ROLL, BOX, WRITE, AGAIN])
        if game >= WARM_GAMES:
            found.append(phone.held())
    units = {"JSHeapUsedSize": "bytes", "Nodes": "nodes", "JSEventListeners": "listeners"}
    games = range(len(found))
    slopes = {
        unit: linear_regression(games, [each[name] for each in found]).slope
        for name, unit in units.items()
    }
    return ", ".join(f"{slope:+.1f} {unit}" for unit, slope in slopes.items()) + " a game"


PARTS: dict[str, Callable[[Phone, Namespace], str]] = {
    each.__name__: each for each in (shifts, tasks, start, memory)
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--only", choices=PARTS, help="one of the parts")
    parser.add_argument("--turns", type=int, default=10, help="for the long tasks")
    parser.add_argument("--games", type=int, default=30, help="for the memory, in one tab")


def run(options: Namespace) -> None:
    chosen = [options.only] if options.only else list(PARTS)
    with (
        tempfile.TemporaryDirectory(prefix="yacht-feel-") as data,
        running_site(Path(data)) as site,
        running_browser(find_chromium()) as browser,
    ):
        for name in chosen:
            phone = Phone(browser, site, motion=name != "memory")
            print(f"{name}: {PARTS[name](phone, options)}", flush=True)
            phone.window.close()
