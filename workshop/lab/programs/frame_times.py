"""Measure the main thread's work for a frame of a throw or a celebration, and in a turn.

In a turn, played by taps, it is the longest task of each step. Processor time, so that other
programs do not count; four times as much, as on a processor that is four times slower. Chromium
runs without a graphics card: what fills pixels is measured, too.
"""

import tempfile
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.services import find_chromium
from tests.system.e2e.browser import open_window, running_browser
from tests.system.e2e.person import Person, until
from tests.system.e2e.site import Site, running_site

SLOWER = 4
ROLLS = 3
TURNS = 5
STEP_MS = 700
CARDS = ("yacht", "triple_yahtzee")
THROW_MS = 2000
YACHT_MS = 2000
FRAMES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
TASKS = ["toplevel"]
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
    """Times in ms. frames: of each task of the main thread that draws a frame. tasks: of all its
    tasks. scene: of drawing each frame of the dice, in their worker or in the page.
    """

    frames: list[float]
    tasks: list[float]
    scene: list[float]


def milliseconds(event: Event) -> float:
    """Return the processor time of an event on the slower processor."""
    measured = event["tdur"] if "tdur" in event else event.get("dur", 0)
    return SLOWER * float(measured) / 1000


def recorded(page: Page, act: Callable[[], None], categories: list[str]) -> list[Event]:
    """Return what the browser traces while `act` runs."""
    session = page.context.new_cdp_session(page)
    events: list[Event] = []
    ends: list[Any] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    # Playwright sets an attribute of the function, which a built-in one does not allow.
    session.on("Tracing.tracingComplete", lambda data: ends.append(data))  # noqa: PLW0108
    settings = {"includedCategories": categories}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": settings})
    act()
    session.send("Tracing.end")
    until(lambda: bool(ends), page)
    session.detach()
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
        [milliseconds(task) for task in mine],
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


def alone(
    browser: Browser, site: Site, dice: str, window: dict[str, Any], variant: str = "yacht"
) -> Person:
    """Return a person at a table of their own, with these dice."""
    context = open_window(browser, site.url, reduced_motion="no-preference", **window)
    person = Person("Alice", context.new_page())
    link = person.open_special_table(variant, seats=1)
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


def longest_of_turn(person: Person) -> dict[str, float]:
    """Play a turn; return the longest task of the main thread in each of its steps (ms)."""
    table = person.table
    steps = {
        "roll": table.locator("button.roll"),
        "hold": table.locator("button.die").first,
        "roll again": table.locator("button.roll"),
        "choose": person.offers.first,
        "score": table.locator("button.write"),
    }
    longest = {}
    for step, button in steps.items():
        expect(button).to_be_enabled()
        centre = centre_of(button)

        def act(place: tuple[float, float] = centre, step: str = step) -> None:
            # Not by the locator, because Playwright's own scripts would be measured, too.
            person.page.touchscreen.tap(*place)
            person.page.wait_for_timeout(THROW_MS if "roll" in step else STEP_MS)

        longest[step] = max(work_of(recorded(person.page, act, TASKS)).tasks)
    return longest


def centre_of(button: Locator) -> tuple[float, float]:
    """Scroll a button into the window, and return where its centre is."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def print_turns(site: Site, browser: Browser) -> None:
    """Print a table of the longest tasks of turns: median and worst."""
    print("\n| card | " + " | ".join(("roll", "hold", "roll again", "choose", "score")) + " |")
    print("|---|---|---|---|---|---|")
    for variant in CARDS:
        person = alone(browser, site, "46536", WINDOWS["phone"], variant)
        turns = [longest_of_turn(person) for _ in range(TURNS)]
        cells = [sorted(turn[step] for turn in turns) for step in turns[0]]
        shown = (f"{each[TURNS // 2]:.0f} ({each[-1]:.0f})" for each in cells)
        print(f"| {variant} | {' | '.join(shown)} |", flush=True)
        person.page.context.close()


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--turns", action="store_true", help="measure only the steps of turns")


def run(options: Namespace) -> None:
    """Print the tables."""
    with (
        tempfile.TemporaryDirectory(prefix="yacht-frames-") as data,
        running_site(Path(data)) as site,
        running_browser(find_chromium()) as browser,
    ):
        if not options.turns:
            print_frames(site, browser)
        print_turns(site, browser)


def print_frames(site: Site, browser: Browser) -> None:
    """Print a table of the frames while dice fly, and while a Yacht is celebrated."""
    scenes = {"throws": ("46536", ROLLS, THROW_MS), "a Yacht": ("66666", 1, THROW_MS + YACHT_MS)}
    print("| window | what | frames of the page | whole main thread | drawing of the dice |")
    print("|---|---|---|---|---|")
    for name, window in WINDOWS.items():
        for what, (dice, times, wait_ms) in scenes.items():
            person = alone(browser, site, dice, window)
            act = partial(roll, person, times, wait_ms)
            work = work_of(recorded(person.page, act, FRAMES))
            total = f"{sum(work.tasks) / times:.0f}"
            print(f"| {name} | {what} | {words(work.frames)} | {total} | {words(work.scene)} |")
            person.page.context.close()
