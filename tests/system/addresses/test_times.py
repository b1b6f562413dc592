"""No page shows a time in UTC that does not say so, and none mixes UTC and local time."""

import json
import random
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from games.core.rules import VARIANTS
from games.models import Passkey, User
from games.platform.clock import ONE_DAY, day_of, utc_now
from games.site.events.tournaments.scheduling import Plan, open_tournament
from tests.site.study.real_dice.cards import random_card
from tests.support.people import BACKEND, PASSWORD, passes_second_factor
from tests.system.addresses.every_address import QUERIES, Route, Site, make_site, routes

pytestmark = pytest.mark.logs_errors("django.request: Not Implemented: /oembed")

TIME_OF_DAY = re.compile(r"\b\d{1,2}:\d{2}\b(?!(?::\d\d)? UTC)")
FULL_DATE = re.compile(
    r"\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}\b(?! UTC|, \d)"
)
READ_BY_PEOPLE = ("title", "alt", "aria-label", "placeholder", "content", "value")
NOT_READ = ("script", "style", "code", "pre", "svg")
WITH_TIMES = {
    *("my-games", "profile", "game", "my-decisions", "my-reports", "settings", "tournaments"),
    *("tournament", "daily", "daily-results", "same-dice", "leaderboards", "desk-case"),
    *("desk-audit", "fair-log", "second-factor"),
}
"""Pages that show times, each in somebody's eyes."""


class Shown(HTMLParser):
    """What a page shows: the elements of times, and all other texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.times: list[tuple[dict[str, str | None], str]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self._open: list[str] = []
        self._time: dict[str, str | None] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        # A field for a time of day has its zone in the field beside it.
        if found.get("type") != "time":
            self.texts += [value for name in READ_BY_PEOPLE if (value := found.get(name))]
        if tag in NOT_READ:
            self._open.append(tag)
        if tag == "script":
            self.scripts.append(found.get("src") or "")
        if tag == "time":
            self._time = found
            self.times.append((found, ""))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()
        if tag == "time":
            self._time = None

    def handle_data(self, data: str) -> None:
        if self._open:
            return
        if self._time is None:
            self.texts.append(data)
        else:
            attributes, text = self.times.pop()
            self.times.append((attributes, text + data))


def problems_of(page: str) -> Iterator[str]:
    """Yield what is wrong with the times of a page in English."""
    shown = Shown(page)
    local = [(attrs, text) for attrs, text in shown.times if "data-local" in attrs]
    for attrs, text in shown.times:
        said = attrs.get("datetime") or ""
        if "data-local" not in attrs:
            date.fromisoformat(said)
        elif datetime.fromisoformat(said).tzinfo != UTC or not text.endswith(" UTC"):
            yield f"{said}: {text}"
    if bool(local) != any("local-times" in script for script in shown.scripts):
        yield "the script of times"
    today = day_of(utc_now())
    days = {today - ONE_DAY, today, today + ONE_DAY}
    of_the_site = {f"{day.day} {day:{name} %Y}" for day in days for name in ("%b", "%B")}
    for text in shown.texts:
        yield from TIME_OF_DAY.findall(text)
        yield from (found for found in FULL_DATE.findall(text) if found not in of_the_site)


@pytest.fixture
def site(db: None) -> Site:
    """A site with one of everything, and what has times besides."""
    found = make_site()
    alice, bob = found.people["account"], User.objects.get(name="Bob")
    open_tournament(bob.pk, Plan("Second Cup", "yatzy", 60, 2, False, 15, 45))
    Passkey.objects.create(player=alice, credential=b"1", public_key=b"2", created_at=utc_now())
    return found


def browsers(site: Site) -> dict[str, Client]:
    """Return a browser of each kind of person. The account keeps a game with real dice."""
    found = {"visitor": Client()}
    for name, player in site.people.items():
        found[name] = Client()
        found[name].force_login(player, backend=BACKEND)
    passes_second_factor(found["staff"])
    for who, name in (("account", "Alice"), ("bob", "Bob")):
        found[who] = Client()
        form = {"name": name, "password": PASSWORD}
        assert found[who].post("/sign-in/", form).status_code == 302
    card, _ = random_card(VARIANTS["yatzy"], random.Random(5), 2, lambda: "points")
    kept = found["account"].post(
        "/scorecard/keep/", json.dumps(card), content_type="application/json"
    )
    assert kept.status_code == 200
    return found


def page_of(browser: Client, site: Site, route: Route) -> str | None:
    """Return a page that a person may see; None for what is no page."""
    query: Any = QUERIES.get(route.name, {})
    if route.name == "leaderboards":
        query = {"board": "week"}
    answer = browser.get(site.path(route), query)
    is_page = answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]
    return answer.content.decode() if is_page else None


def test_no_page_shows_a_time_without_its_zone(site: Site) -> None:
    wrong: set[str] = set()
    with_times: set[str] = set()
    seen = 0
    for who, browser in browsers(site).items():
        for route in routes():
            page = page_of(browser, site, route)
            if page is None or route.name in ("sign-out", "logout"):
                continue
            seen += 1
            wrong |= {f"{route.name} ({who}): {each}" for each in problems_of(page)}
            if "data-local" in page:
                with_times.add(route.name)
    assert wrong == set()
    assert seen > 150
    assert with_times >= WITH_TIMES


@pytest.mark.parametrize(
    "page",
    [
        "<p>It ends on 28 Nov 2025, 04:25:02.</p>",
        "<title>Tournament, 28 November 2025</title>",
        '<p title="at 04:25">soon</p>',
        '<time datetime="2025-11-28T04:25:00+00:00" data-local="moment">28 Nov 2025, 04:25</time>',
        '<time datetime="2025-11-28T04:25:00+00:00" data-local="time">04:25 UTC</time>',
    ],
)
def test_it_finds_a_time_without_its_zone(page: str) -> None:
    assert list(problems_of(page))
