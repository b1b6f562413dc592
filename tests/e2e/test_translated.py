"""A page that the browser translates: it says the same as one that is not translated."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Arrive
from tests.e2e.person import Person, until
from tests.e2e.translator import WAYS, translate, words_at

ROOM = "#room"


def untranslated(person: Person, region: str = "Table") -> Page:
    """Open the page of this person in a second tab, as the server sends it."""
    page = person.page.context.new_page()
    page.goto(person.page.url)
    expect(page.get_by_role("region", name=region, exact=True)).to_be_visible()
    person.page.bring_to_front()
    return page


def agree(translated: Page, plain: Page, place: str = ROOM) -> None:
    """Wait until both pages say the same at this place, and the one is translated."""
    with suppress(AssertionError):
        until(lambda: words_at(translated, place) == words_at(plain, place), plain, 3)
    assert words_at(translated, place) == words_at(plain, place)
    assert translated.locator(f"{place} font").count() > 10


def translated_table(person: Person, way: str = "replaced", late: int = 0, **bots: str) -> Page:
    """Open a table, translated from now on, and start; return a second tab without translation."""
    person.open_special_table()
    translate(person.page, way, late)
    if bots:
        person.page.get_by_role("button", name="Add a bot").click()
        person.page.get_by_role("dialog").get_by_role("button", name=bots["bot"]).first.click()
    person.page.reload()
    person.page.get_by_role("button", name=re.compile("^\\W*START (ALONE|WITH 2)")).click()
    expect(person.table).to_be_visible()
    return untranslated(person)


def score(person: Person, turn: int) -> None:
    """Fill the first free box."""
    person.offers.first.click()
    person.page.locator("button.write").click()
    expect(person.page.locator(".written:not(.writing)").nth(turn)).to_be_attached()


@pytest.mark.parametrize(
    ("way", "late"), [("replaced", 0), ("replaced", 150), ("beside", 0), ("kept", 0)]
)
def test_it_shows_a_whole_game_alone(arrive: Arrive, way: str, late: int) -> None:
    alice = arrive("Alice")
    plain = translated_table(alice, way, late)
    for turn in range(12):
        for _ in range(1 + turn % 2):
            alice.rolls_dice()
            agree(alice.page, plain)
        score(alice, turn)
        agree(alice.page, plain)
    expect(alice.page.locator(".result")).to_be_visible()
    agree(alice.page, plain)
