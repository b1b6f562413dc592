"""Measure the main thread's work for a frame while dice fly, and while a Yacht is celebrated.

Processor time, so that other programs do not count; four times as much, as on a processor that is
four times slower. Chromium runs without a graphics card: what fills pixels is measured, too.
"""

import tempfile
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.e2e.browser import open_window, running_browser
from tests.e2e.person import Person, until
from tests.e2e.site import Site, running_site
from tests.services import find_chromium

SLOWER = 4
ROLLS = 3
THROW_MS = 2000
YACHT_MS = 2000
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
TASK = "ThreadControllerImpl::RunTask"
FRAME = "FireAnimationFrame"
WINDOWS: dict[str, dict[str, Any]] = {
    "phone": {"phone": True},
    "phone, two pixels a point": {"phone": True, "device_scale_factor": 2},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}

Event = dict[str, Any]


@dataclass(frozen=True)
class Work:
    """Times in ms. frames: of each task of the main thread that draws a frame. total: of all its
    tasks. scene: of drawing each frame of the dice, in their worker or in the page.
    """

    frames: list[float]
    total: float
    scene: list[float]


def milliseconds(event: Event) -> float:
    """Return the processor time of an event on the slower processor."""
    measured = event["tdur"] if "tdur" in event else event.get("dur", 0)
    return SLOWER * float(measured) / 1000


def recorded(page: Page, session: CDPSession, act: Callable[[], None]) -> list[Event]:
    """Return what the browser traces while `act` runs."""
    events: list[Event] = []
    ends: list[Any] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    # Playwright sets an attribute of the function, which a built-in one does not allow.
    session.on("Tracing.tracingComplete", lambda data: ends.append(data))  # noqa: PLW0108
    settings = {"includedCategories": CATEGORIES}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": settings})
    act()
    session.send("Tracing.end")
    until(lambda: bool(ends), page)
    return events


def work_of(events: list[Event]) -> Work:
    """Return the work of the main thread of the page with the most tasks."""
    whole = [event for event in events if event.get("ph") == "X"]
    names = {
        (event["pid"], event["tid"]): event["args"]["name"]
        for event in events
        if event["name"] == "thread_name"
    }
    tasks = [event for event in whole if event["name"] == TASK]
    mains = Counter(place(e) for e in tasks if names.get(place(e)) == "CrRendererMain")
    [(main, _)] = mains.most_common(1)
    draws = [event for event in whole if event["name"] == FRAME]
    mine = [event for event in tasks if place(event) == main]
    begun = [event["ts"] for event in draws if place(event) == main]
    frames = [task for task in mine if any(is_in(task, moment) for moment in begun)]
    workers = [event for event in draws if event["pid"] == main[0] and place(event) != main]
    scene = workers or [event for event in draws if place(event) == main]
    return Work(
        [milliseconds(task) for task in frames],
        sum(milliseconds(task) for task in mine),
        [milliseconds(event) for event in scene],
    )


def place(event: Event) -> tuple[int, int]:
    """Return the process and the thread of an event."""
    return event["pid"], event["tid"]


def is_in(task: Event, moment: float) -> bool:
    """Return whether a task runs at this moment."""
    begin = float(task["ts"])
    return begin <= moment <= begin + float(task.get("dur", 0))


def words(times: list[float]) -> str:
    """Return how many times there are, their median, 95 %, and the longest."""
    if not times:
        return "0"
    ordered = sorted(times)
    chosen = [ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], ordered[-1]]
    return f"{len(times)}: " + ", ".join(f"{time:.1f}" for time in chosen)


def alone(browser: Browser, site: Site, dice: str, window: dict[str, Any]) -> Person:
    """Return a person at a table of their own, with these dice."""
    context = open_window(browser, site.url, reduced_motion="no-preference", **window)
    person = Person("Alice", context.new_page())
    link = person.open_special_table("yacht", seats=1)
    site.choose_dice(link, dice)
    person.start(players=1)
    person.page.wait_for_timeout(1500)
    return person


def roll(person: Person, times: int, wait_ms: float) -> None:
    """Roll some times, and wait after each."""
    for _ in range(times):
        expect(person.table.locator("button.roll")).to_be_enabled()
        person.table.locator("button.roll").click(no_wait_after=True)
        person.page.wait_for_timeout(wait_ms)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare nothing: there is nothing to choose."""


def run(options: Namespace) -> None:
    """Print a table."""
    scenes = {"throws": ("46536", ROLLS, THROW_MS), "a Yacht": ("66666", 1, THROW_MS + YACHT_MS)}
    print("| window | what | frames of the page | whole main thread | drawing of the dice |")
    print("|---|---|---|---|---|")
    with (
        tempfile.TemporaryDirectory(prefix="yacht-frames-") as data,
        running_site(Path(data)) as site,
        running_browser(find_chromium()) as browser,
    ):
        for name, window in WINDOWS.items():
            for what, (dice, times, wait_ms) in scenes.items():
                person = alone(browser, site, dice, window)
                session = person.page.context.new_cdp_session(person.page)
                act = partial(roll, person, times, wait_ms)
                work = work_of(recorded(person.page, session, act))
                total = f"{work.total / times:.0f}"
                print(f"| {name} | {what} | {words(work.frames)} | {total} | {words(work.scene)} |")
                person.page.context.close()
