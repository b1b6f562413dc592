"""What a first visit costs: requests, bytes, and how far the page moves while it loads."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect

from tests.system.e2e.browser import SOLVER_MS, open_window
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site

CODES = [code for code, _ in settings.LANGUAGES if code not in ("en", "en-xa")]
MOST_REQUESTS = 12
MOST_BYTES = 130_000
MOST_SHIFT = 0.02
WATCH_SHIFTS = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


class Traffic:
    """Counts what a page loads. `sent`: bytes as compressed, with headers."""

    def __init__(self, page: Any) -> None:
        self.addresses: list[str] = []
        self.sent = 0
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._on_request)
        session.on("Network.loadingFinished", self._on_end)
        session.send("Network.enable")

    def _on_request(self, event: dict[str, Any]) -> None:
        address = event["request"]["url"]
        if not address.startswith("data:"):
            self.addresses.append(address)

    def _on_end(self, event: dict[str, Any]) -> None:
        self.sent += int(event["encodedDataLength"])


def waiting_room(person: Person) -> str:
    """Open a table; return its address."""
    return person.open_special_table()


def running_game(person: Person) -> str:
    """Start a game alone; return the table's address."""
    link = person.open_special_table()
    person.start(1)
    return link


def finished_game(person: Person) -> str:
    """Play a game alone to its end; return the address of its page."""
    person.open_special_table()
    person.start(1)
    for _ in range(12):
        person.takes_turn()
    link = person.page.get_by_role("link", name="Review game")
    expect(link).to_be_visible()
    # While the server computes the analysis, the page of the game asks for it again and again.
    expect(person.page.locator(".review-bars").first).to_be_visible(timeout=SOLVER_MS)
    return link.get_attribute("href") or ""


LONGEST = "pl"
"""The language whose texts for scripts are the longest: tests/platform/bundling/test_weight.py."""

LANGUAGES = [
    *("en", LONGEST),
    *(pytest.param(code, marks=pytest.mark.release) for code in CODES if code != LONGEST),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "place",
    [
        *("/", "/puzzles/", "/daily/", "/leaderboards/"),
        *(waiting_room, running_game, finished_game),
    ],
)
def test_it_loads_few_files_and_bytes_and_does_not_jump(
    site: Site,
    browser: Browser,
    arrive: Arrive,
    place: str | Callable[[Person], str],
    language: str,
) -> None:
    path = place if isinstance(place, str) else place(arrive("Alice"))
    window = open_window(browser, site.url, phone=True)
    window.add_cookies([{"name": "language", "value": language, "url": site.url}])
    page = window.new_page()
    page.add_init_script(WATCH_SHIFTS)
    traffic = Traffic(page)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    loaded = (len(traffic.addresses), traffic.sent, traffic.addresses)
    assert 0 < len(traffic.addresses) <= MOST_REQUESTS, loaded
    assert 0 < traffic.sent <= MOST_BYTES, loaded
    assert page.evaluate("window.shift") < MOST_SHIFT
    window.close()


def test_the_home_page_fetches_a_table_when_somebody_begins_with_its_form(arrive: Arrive) -> None:
    alice = arrive("Alice", phone=True)
    page = alice.page
    page.goto("/")
    page.wait_for_load_state("networkidle")
    files = page.locator("#table-files").evaluate(
        "it => [...it.content.querySelectorAll('link')]"
        ".map((each) => new URL(each.getAttribute('href'), location).href)"
    )
    page.get_by_label("Your name").focus()
    page.wait_for_function(
        "files => files.every((each) => performance.getEntriesByName(each).length)", arg=files
    )
    alice.open_table()
    sent = page.evaluate(
        "files => files.flatMap((each) => performance.getEntriesByName(each))"
        ".map(({ transferSize }) => transferSize)",
        files,
    )
    assert len(sent) >= 3
    assert set(sent) == {0}
