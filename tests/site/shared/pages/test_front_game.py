"""Every page opens on the same game: the one that people of the visitor's language play."""

import re

import pytest
from django.test import Client

from games.models import Tournament
from games.platform.clock import utc_now
from games.site.events.daily.opening import open_dailies
from tests.fixtures import As
from tests.site.events.tournaments.arena import arena
from tests.support.people import registered

LANGUAGES = {"de": "yahtzee", "en-GB,en;q=0.5": "yahtzee", "sv-SE": "yatzy", "nb,en;q=0.5": "yatzy"}
"""The game that a page opens on, by what a browser asks for."""

RADIO = r'<input type="radio" name="(?:variant|base)" value="([a-z_]+)"[^>]* checked'
TABS = r'class="board-variants".*?/([a-z_]+)/[^/"]*" aria-current="page"'
FIRST_TAB = r'class="board-variants".*?<a href="[^"]*?/([a-z_]+)/[^/"]*"'
PAGES = {
    "/": RADIO,
    "/new/": RADIO,
    "/device/": r'<option value="([a-z_]+)" selected',
    "/daily/": r'class="daily-front.*?formaction="/daily/([a-z_]+)/',
    "/scorecard/": r'"games": \[\{"id": "([a-z_]+)"',
    "/leaderboards/": TABS,
    "/strength/": TABS,
    "/bots/": TABS,
    "/rules/": r'class="door panel" href="/rules/([a-z_]+)/',
    "/rules/triple_yahtzee/": FIRST_TAB,
    "/puzzles/": r'id="puzzle-variants".*?variant=([a-z_]+)" aria-current',
    "/puzzles/streak/": r'id="puzzle-variants".*?variant=([a-z_]+)" aria-current',
    "/analysis/": r'"variants": \[\{"id": "([a-z_]+)"',
    "/tournaments/": r'<h2><a href="/tournaments/([a-z0-9]+)/"',
    "/tournaments/new/": RADIO,
    "/rules/x/": RADIO,
}
"""What shows the game that a page opens on."""


@pytest.fixture
def site(db: None) -> None:
    """A site with a daily of each game, and an arena of each: first those that nobody asks for."""
    open_dailies(utc_now())
    for begun, variant in enumerate(("yacht", "triple_yahtzee", "yatzy", "yahtzee")):
        arena(begins_in=-600 + begun, variant=variant)


def opened_game(browser: Client, path: str, language: str) -> str:
    answer = browser.get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    found = re.search(PAGES[path], answer.content.decode(), re.DOTALL)
    assert found is not None, "the page shows no game"
    if path == "/tournaments/":
        return Tournament.objects.get(code=found[1]).variant
    return found[1]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_on_the_game_of_the_visitors_language(
    site: None, outsider: Client, signed_in: As, path: str
) -> None:
    browser = signed_in(registered("Alice")) if path == "/tournaments/new/" else outsider
    opened = {language: opened_game(browser, path, language) for language in LANGUAGES}
    assert opened == LANGUAGES


def test_it_shows_the_next_tournament_first_if_none_of_the_favourite_begins_soon(
    db: None, outsider: Client
) -> None:
    arena(begins_in=600, variant="yacht")
    arena(begins_in=3 * 3600, lasts=3600, variant="yahtzee")
    assert opened_game(outsider, "/tournaments/", "de") == "yacht"
