"""Games have the names by which people of the reader's language know them."""

import json
import re

import pytest
from django.test import Client
from django.utils.translation import override

from games.core.rules import find_variant
from games.models import User
from games.platform.language.browser import browser_texts
from games.tables.rooms.room_view import variant_view
from tests.fixtures import OpenRoom

NAMES = {
    "en": ("Yahtzee", "Triple Yahtzee", "Yahtzee+", "Forced Yatzy"),
    "de": ("Fünferpasch", "Triple-Fünferpasch", "Fünferpasch+", "Zwangs-Yatzy"),
    "fi": ("Yahtzee", "Triple Yahtzee", "Yahtzee+", "Pakkoyatzy"),
    "fr": ("Yams", "Triple Yams", "Yams+", "Yatzy imposé"),
}
"""Names of `GAMES`, by language."""
GAMES = ("yahtzee", "triple_yahtzee", "yahtzee+no-chance", "yatzy+order-down")
IN_BUNDLE = re.compile(r"names:(\{.*?\})")

in_each = pytest.mark.parametrize("language", NAMES)


@in_each
def test_they_are_those_of_the_readers_language(language: str) -> None:
    with override(language):
        assert tuple(find_variant(text).name for text in GAMES) == NAMES[language]


@in_each
def test_what_many_read_is_in_english(language: str, outsider: Client) -> None:
    with override(language):
        assert tuple(find_variant(text).common_name for text in GAMES) == NAMES["en"]
        assert variant_view(find_variant("yahtzee+no-chance+no-yahtzee")).name == "Yahtzee+"
    answer = outsider.get("/api/v1/variants", headers={"accept-language": language}).json()
    assert {each["name"] for each in answer["variants"]} >= set(NAMES["en"][:2])


@pytest.mark.parametrize("language", [each for each in NAMES if each != "en"])
def test_browsers_know_those_that_differ(language: str) -> None:
    found = IN_BUNDLE.search(browser_texts(language).setup(with_names=True))
    assert found is not None
    known = json.loads(found[1])
    assert tuple(known.get(name, name) for name in NAMES["en"]) == NAMES[language]


@in_each
def test_pages_have_them(language: str, outsider: Client, alice: User, new_room: OpenRoom) -> None:
    room = new_room(alice, variant="yahtzee")
    outsider.cookies["language"] = language
    for path in ("/rules/yahtzee/", f"/r/{room.code}/"):
        shown = outsider.get(path, follow=True).content.decode()
        title = re.search(r"<title>(.*?)</title>", shown)
        assert title is not None
        assert NAMES[language][0] in title[1], path


def test_people_find_a_game_by_its_other_names(outsider: Client) -> None:
    outsider.cookies["language"] = "fr"
    names = [name for name, _ in outsider.get("/rules/x/").context["known_as"]]
    assert names == ["Kniffel", "Yahtzee", "Triple Yahtzee"]
    outsider.cookies["language"] = "en"
    assert [name for name, _ in outsider.get("/rules/x/").context["known_as"]] == [
        "Kniffel",
        "Yams",
    ]
