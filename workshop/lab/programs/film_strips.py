"""Film a throw: pictures of the dice 80 ms apart, of a real table with a stopped clock.

There are no checks: a person looks at the pictures.
"""

import base64
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.environment import ROOT
from tests.support.services import find_chromium
from tests.system.e2e.browser import open_window, running_browser
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site, running_site

STEP_MS = 80
PICTURES = 12
COLUMNS = 4
WIDTH_PX = 240
ANSWER_MS = 400
"""Real time that the server has for its answer, while the clock of the page stands."""


def strip(browser: Browser, pictures: list[bytes], path: Path) -> None:
    """Write the pictures as one, in rows."""
    sources = [base64.b64encode(picture).decode() for picture in pictures]
    images = "".join(
        f'<img width="{WIDTH_PX}" src="data:image/png;base64,{each}">' for each in sources
    )
    page = browser.new_page(viewport={"width": WIDTH_PX * COLUMNS, "height": 100})
    page.set_content(f"<style>body {{ margin: 0; font-size: 0 }}</style><main>{images}</main>")
    page.locator("main").screenshot(path=path, type="jpeg", quality=62)
    page.close()


def film(page: Page) -> list[bytes]:
    """Return pictures of the table while its clock goes on."""
    pictures = []
    for _ in range(PICTURES):
        pictures.append(page.locator(".tray").screenshot())
        page.clock.run_for(STEP_MS)
    return pictures


def seat(browser: Browser, site: Site, name: str) -> Person:
    """Return a person on a phone, whose page has a clock that can be stopped."""
    window = open_window(browser, site.url, phone=True, reduced_motion="no-preference")
    person = Person(name, window.new_page())
    # A worker has a clock of its own, which goes on.
    person.page.add_init_script("delete HTMLCanvasElement.prototype.transferControlToOffscreen")
    person.page.clock.install()
    return person


def take(browser: Browser, site: Site, folder: Path) -> None:
    """Film Alice's second roll, as she and as Bob see it."""
    alice, bob = seat(browser, site, "Alice"), seat(browser, site, "Bob")
    link = alice.open_special_table("yacht")
    bob.join(link)
    site.choose_dice(link, "46536")
    alice.start(players=2)
    alice.waits_for_turn()
    alice.rolls_dice()
    for position in (2, 5):
        alice.page.get_by_role("button", name=f"Die {position}").click()
    expect(bob.page.locator(".die.held")).to_have_count(2)
    people = {"mine": alice, "theirs": bob}
    for person in people.values():
        person.page.wait_for_timeout(1000)
        person.page.clock.pause_at(person.page.evaluate("Date.now()") + 1000)
    alice.table.locator("button.roll").click(no_wait_after=True)
    alice.page.wait_for_timeout(ANSWER_MS)
    for name, person in people.items():
        strip(browser, film(person.page), folder / f"dice-{name}.jpg")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what to take."""
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "images")


def run(options: Namespace) -> None:
    """Take both strips."""
    with (
        tempfile.TemporaryDirectory(prefix="yacht-film-") as data,
        running_site(Path(data)) as site,
        running_browser(find_chromium()) as browser,
    ):
        take(browser, site, options.folder)
