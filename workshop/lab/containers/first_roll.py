"""The time from `run` to the first roll of a stranger, whose phone opened the link of a table."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import expect

from tests.support.services import find_chromium
from tests.system.e2e.browser import open_window, running_browser
from tests.system.e2e.person import Person
from workshop.lab.containers.engine import Log, remove, start
from workshop.lab.containers.one import PORT, SITE, wait_until_ready

NAME, VOLUME = "yacht-lab-first", "yacht-lab-first-data"


def check_first_roll(log: Log, image: str) -> None:
    """Start a site, open a table, and let a stranger take the second turn, in two browsers."""
    remove([NAME], [VOLUME])
    with log.step("a stranger's phone rolls at a table of a new site") as say, _people() as people:
        alice, bob = people
        begun = time.monotonic()
        start(NAME, image, f"{VOLUME}:/data", port=PORT)
        wait_until_ready()
        ready = time.monotonic()
        link = alice.open_table()
        bob.join(link)
        alice.start(2)
        alice.takes_turn()
        expect(bob.turn_title).to_have_text("Your turn")
        bob.table.get_by_role("button", name="Roll the dice").tap()
        expect(bob.offers.first).to_be_visible()
        end = time.monotonic()
        say(f"ready after {ready - begun:.1f} s; they rolled after {end - begun:.1f} s")
    remove([NAME], [VOLUME])


@contextmanager
def _people() -> Iterator[tuple[Person, Person]]:
    """Yield who opens the table at a desktop, and a stranger with a phone."""
    with running_browser(find_chromium()) as browser:
        desktop = open_window(browser, SITE, worker=True)
        phone = open_window(browser, SITE, phone=True, worker=True)
        yield Person("Alice", desktop.new_page()), Person("Bob", phone.new_page())
