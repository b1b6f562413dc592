"""Times on pages in New York, Kathmandu and Auckland, in English and German."""

import json
import re
import subprocess
import sys
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.environment import ROOT
from tests.support.people import PASSWORD
from tests.system.e2e.browser import Problems
from tests.system.e2e.conftest import Arrive
from tests.system.e2e.person import Person
from tests.system.e2e.site import Site
from tests.system.e2e.zoned_scene import NAME


class There(NamedTuple):
    """What a page says in a zone, written by hand, of the moments of the scene: the short date,
    date and time of 28 Nov 2026 at 01:25 UTC, when a pause ends (04:25 UTC), when a tournament
    begins (1 June 2032, 03:30 UTC), and when a day of the site ends, in winter or in summer.
    """

    zone: str
    language: str
    short: str
    moment: str
    pause: str
    starts: str
    ends: str


ZONES = (
    There(
        *("America/New_York", "en", "27 Nov 2026", "27 Nov 2026, 20:25"),
        *("It ends on 27 Nov 2026, 23:25.", "31 May 2032, 23:30"),
        r"Ends (today|tomorrow) at (19|20):00\.",
    ),
    There(
        *("America/New_York", "de", "27.11.2026", "27.11.2026, 20:25"),
        *("27.11.2026, 23:25", "31.05.2032, 23:30", r"Endet (heute|morgen) um (19|20):00\."),
    ),
    There(
        *("Asia/Kathmandu", "en", "28 Nov 2026", "28 Nov 2026, 07:10"),
        *("It ends on 28 Nov 2026, 10:10.", "1 Jun 2032, 09:15"),
        r"Ends (today|tomorrow) at 05:45\.",
    ),
    There(
        *("Asia/Kathmandu", "de", "28.11.2026", "28.11.2026, 07:10"),
        *("28.11.2026, 10:10", "01.06.2032, 09:15", r"Endet (heute|morgen) um 05:45\."),
    ),
    There(
        *("Pacific/Auckland", "en", "28 Nov 2026", "28 Nov 2026, 14:25"),
        *("It ends on 28 Nov 2026, 17:25.", "1 Jun 2032, 15:30"),
        r"Ends (today|tomorrow) at (12|13):00\.",
    ),
    There(
        *("Pacific/Auckland", "de", "28.11.2026", "28.11.2026, 14:25"),
        *("28.11.2026, 17:25", "01.06.2032, 15:30", r"Endet (heute|morgen) um (12|13):00\."),
    ),
)
ADD_LATER = """() => {
  const list = document.createElement("ul");
  list.id = "later";
  const time = 'datetime="2026-11-28T01:25:00+00:00" data-local="moment"';
  list.innerHTML = `<li><time ${time}>UTC</time></li>`;
  document.querySelector("main").append(list);
}"""


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, str]:
    """The addresses of what has times."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.system.e2e.zoned_scene"],
        cwd=ROOT,
        env=site.environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found: dict[str, str] = json.loads(made.stdout)
    return found


def comes(arrive: Arrive, site: Site, zone: str, language: str, **options: bool) -> Person:
    """Sign in in a zone."""
    nadia = arrive(NAME, timezone_id=zone, **options)
    page = nadia.page
    page.goto("/sign-in/")
    page.locator("input[name=username], input[name=name]").first.fill(NAME)
    page.locator("input[name=password]").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page.locator(".menu-name")).to_have_text(NAME)
    page.context.add_cookies([{"name": "language", "value": language, "url": site.url}])
    return nadia


def times(page: Page, path: str) -> Locator:
    page.goto(path)
    return page.locator("main time[data-local]")


@pytest.mark.parametrize("there", ZONES, ids=lambda each: f"{each.zone} {each.language}")
def test_pages_show_local_times(
    arrive: Arrive, site: Site, pages: dict[str, str], there: There
) -> None:
    page = comes(arrive, site, there.zone, there.language).page
    page.goto("/decisions/")
    expect(page.locator(".decision")).to_contain_text(there.pause)
    # Both a game of the site and a kept card.
    expect(times(page, "/games/")).to_have_text([there.short, there.short])
    expect(times(page, f"/@{NAME}/").first).to_have_text("November 2026")
    expect(times(page, pages["game"]).first).to_have_text(re.compile(rf"^{there.short[:2]}\b"))
    page.goto(pages["kept"])
    expect(page.get_by_text(there.short)).to_be_visible()
    page.goto(pages["tournament"])
    expect(page.locator("#arena-clock")).to_contain_text(there.starts)
    page.goto("/daily/")
    expect(page.locator(".daily-head")).to_contain_text(re.compile(there.ends))
    page.evaluate(ADD_LATER)
    expect(page.locator("#later time")).to_have_text(there.moment)


def test_without_scripts_times_say_utc(arrive: Arrive, site: Site, pages: dict[str, str]) -> None:
    page = comes(arrive, site, "America/New_York", "en", java_script_enabled=False).page
    expect(times(page, "/decisions/")).to_have_text(["28 Nov 2026, 04:25 UTC"])
    expect(times(page, "/games/")).to_have_text(["28 Nov 2026 UTC", "28 Nov 2026 UTC"])


def test_the_settings_learn_the_zone_and_keep_a_chosen_one(
    arrive: Arrive, site: Site, pages: dict[str, str], problems: Problems
) -> None:
    problems.forgiven.append("422")
    page = comes(arrive, site, "Asia/Kathmandu", "en").page
    with page.expect_response("**/settings/save"):
        page.goto("/settings/")
    page.goto("/settings/")
    expect(page.locator("#time-zone summary")).to_contain_text("Asia/Kathmandu")
    page.locator("#time-zone summary").click()
    page.get_by_label("Time zone").fill("Sprngfield")
    page.locator("#time-zone").get_by_role("button", name="Save").click()
    expect(page.locator("#time-zone")).to_contain_text("There is no time zone “Sprngfield”.")
    expect(page.get_by_label("Time zone")).to_have_value("Sprngfield")
    page.get_by_label("Time zone").fill("auckland")
    page.locator("#time-zone").get_by_role("button", name="Save").click()
    expect(page.locator("#time-zone summary")).to_contain_text("Pacific/Auckland")
