"""The page of games without a network, and what a browser takes along."""

import json
import random
import re
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.core.rules import MORE_GAMES, NAMED, VARIANTS, find_variant
from games.people.accounts.names import NAME_LENGTH
from games.platform.limits.page_limit import MAX_BODY_BYTES
from games.site.study.house_rules import kept
from games.site.study.real_dice.card import MOST_PLAYERS, most_players
from tests.fixtures import As
from tests.site.study.real_dice.cards import random_card
from tests.support.people import account

LANGUAGES = [code for code, _ in settings.LANGUAGES]
DATA = re.compile(r'id="offline-games-data" type="application/json">(.*?)</script>', re.DOTALL)


def data_in(page: str) -> Any:
    [found] = DATA.findall(page)
    return json.loads(unescape(found))


def taken(client: Client, language: str = "en") -> Any:
    return client.get(f"/offline-games/taken/{language}/").json()


def test_it_offers_every_game(
    outsider: Client, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page = outsider.get("/offline-games/").content.decode()
    offered = {each["id"] for each in data_in(page)["games"]}
    assert {*VARIANTS, *MORE_GAMES} <= offered
    assert "data-bots=" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_taken_along_is_in_the_language_and_names_nobody(
    outsider: Client, signed_in: As, db: None, language: str
) -> None:
    pages = taken(outsider, language)["pages"]
    assert set(pages) == {"/offline-games/", "/scorecard/"}
    alice = signed_in(account("Alice"))
    for address in pages.values():
        assert "Alice" in alice.get(address).content.decode()
        # The worker sends no cookies.
        answer = outsider.get(address)
        assert answer.status_code == 200
        text = answer.content.decode()
        assert f'<html lang="{language}"' in text
        assert "Alice" not in text
    assert data_in(alice.get("/offline-games/").content.decode())["may_keep"] is True
    assert data_in(outsider.get("/offline-games/").content.decode())["may_keep"] is False


def test_it_takes_the_rules_and_bots_of_every_game_along_with_every_choice(
    outsider: Client, db: None
) -> None:
    data = taken(outsider)["data"]
    assert len(set(data)) == len(data)
    for variant in (*VARIANTS, *MORE_GAMES, *NAMED):
        name = variant.replace("+", "%2B")
        for kind in ("scorecard/rules", "offline-games/bots"):
            assert f"/{kind}/{name}/" in data
    for joker in ("forced", "free", "none"):
        assert f"/scorecard/rules/yahtzee/?joker={joker}" in data
    for address in data:
        assert outsider.get(address).status_code == 200


def test_it_has_no_other_language_and_no_other_game(outsider: Client, db: None) -> None:
    assert outsider.get("/offline-games/taken/xx/").status_code == 404
    assert outsider.get("/offline-games/bots/chess/").status_code == 404


def test_its_lists_are_for_everybody(outsider: Client, signed_in: As, db: None) -> None:
    assert taken(outsider) == taken(signed_in(account("Alice")))


def test_the_worker_knows_what_can_be_taken_along(outsider: Client) -> None:
    worker = outsider.get("/sw.js").content.decode()
    site = json.loads(worker.splitlines()[0].removeprefix("const SITE = ").removesuffix(";"))
    assert set(site["taken"]) == set(taken(outsider)["pages"])
    for address in taken(outsider)["data"]:
        assert any(address.startswith(folder) for folder in site["data"])


def test_names_that_somebody_gave_to_rules_are_marked(signed_in: As, db: None) -> None:
    alice = account("Alice")
    rules = find_variant("yacht+rolls-4")
    kept.keep(alice, "Grandma's", rules)
    for address in ("/offline-games/", f"/offline-games/?rules={rules.id.replace('+', '%2B')}"):
        games = data_in(signed_in(alice).get(address).content.decode())["games"]
        [own] = [each for each in games if each["id"] == rules.id]
        assert own.get("plain", own["name"]) == rules.name
        assert all("plain" not in each for each in games if each is not own)


@pytest.mark.parametrize("text", [*VARIANTS, *MORE_GAMES, *NAMED])
def test_every_game_that_is_offered_can_be_sent(text: str) -> None:
    variant = find_variant(text)
    players = most_players(variant)
    sent, _ = random_card(variant, random.Random(1), players, lambda: "rolls")
    names = [f"{seat}{'日' * (NAME_LENGTH - 1)}" for seat in range(players)]
    longest = max(variant.categories, key=lambda each: len(each.id)).id
    dice = [variant.faces] * variant.dice_count
    held = list(range(1, variant.dice_count))
    rolls = [{"dice": dice, "hold": held if at else []} for at in range(variant.rolls_per_turn)]
    turns = [
        {**turn, "category": longest, "points": 100, "bonus": 100, "rolls": rolls}
        for turn in sent["turns"]
    ]
    card = {**sent, "names": names, "turns": turns, "bots": ["polaris"] * players}
    size = len(json.dumps(card, separators=(",", ":"), ensure_ascii=False).encode())
    assert size <= MAX_BODY_BYTES
    assert players == MOST_PLAYERS or size > MAX_BODY_BYTES / 2
