"""Every page opens on the same game: the one that people of the visitor's language play."""

import re

import pytest
from django.conf import settings
from django.test import Client
from pytest_django.fixtures import Settings

from games.core.rules import VARIANTS
from games.models import Room, Tournament
from games.platform.clock import utc_now
from games.platform.language.known_games import known_game, known_official_game
from games.site.events.daily.opening import open_dailies
from tests.fixtures import As
from tests.site.events.tournaments.arena import arena
from tests.support.people import registered

LANGUAGES = {"de": "yahtzee", "en-GB,en;q=0.5": "yahtzee", "sv-SE": "yatzy", "nb,en;q=0.5": "yatzy"}
"""The game that a page opens on, by what a browser asks for."""

GENERALA = ("/new/", "/device/", "/scorecard/")
"""Pages that can open on a game that is none of the official ones, as in Spanish."""

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
    "/rules/": r'class="door panel" href="(?:/sv)?/rules/([a-z_]+)/',
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
    found = re.search(PAGES[path.removeprefix("/sv")], answer.content.decode(), re.DOTALL)
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
    spanish = "generala" if path in GENERALA else "yahtzee"
    assert opened_game(browser, path, "es-AR") == spanish


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_language_of_the_site_has_a_game(language: str) -> None:
    assert language in settings.KNOWN_GAMES
    assert known_game(language).id == settings.KNOWN_GAMES[language]
    assert known_official_game(language).id in VARIANTS


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_what_the_form_begins_with_can_be_played(outsider: Client, language: str) -> None:
    form = outsider.get("/", headers={"accept-language": language}).context["form"]
    assert form.value("variant") == known_official_game(language).id
    assert form.official_games.split(",")[0] == known_official_game(language).id
    own = outsider.get("/new/", headers={"accept-language": language}).context["form"]
    assert own.value("variant") == known_game(language).id
    asked = {"quick": "bot", "variant": own.value("variant")}
    assert outsider.post("/new/", asked).status_code == 302
    assert Room.objects.get().variant == known_game(language).id


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_first_game_is_one_that_has_lessons(outsider: Client, language: str) -> None:
    outsider.post("/first-game/", headers={"accept-language": language})
    assert Room.objects.get().variant == known_official_game(language).id


def test_the_address_comes_first_then_the_choice_then_the_site_then_the_browser(
    outsider: Client, settings: Settings
) -> None:
    assert opened_game(outsider, "/rules/", "sv") == "yatzy"
    settings.SITE_LANGUAGE = "de"
    assert opened_game(outsider, "/rules/", "sv") == "yahtzee"
    outsider.cookies["language"] = "sv"
    assert opened_game(outsider, "/rules/", "en") == "yatzy"
    del outsider.cookies["language"]
    assert opened_game(outsider, "/sv/rules/", "en") == "yatzy"


def test_what_a_link_asks_for_comes_before_the_language(outsider: Client) -> None:
    answer = outsider.get("/new/?variant=yacht", headers={"accept-language": "es"})
    assert answer.context["form"].value("variant") == "yacht"


def test_it_shows_the_next_tournament_first_if_none_of_the_favourite_begins_soon(
    db: None, outsider: Client
) -> None:
    arena(begins_in=600, variant="yacht")
    arena(begins_in=3 * 3600, lasts=3600, variant="yahtzee")
    assert opened_game(outsider, "/tournaments/", "de") == "yacht"
