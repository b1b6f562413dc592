"""Accounts keep games with real dice, with a page for whoever has the link."""

import json
import random
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.core.rules import VARIANTS, find_variant
from games.models import Game, RealDiceGame, User
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.export import export
from games.site.study.real_dice import kept
from tests.fixtures import As
from tests.site.study.real_dice.cards import random_card
from tests.support.people import account
from tests.support.reading import plain

CARD, TRUTH = random_card(VARIANTS["yatzy"], random.Random(5), 2, lambda: "points")


def keep(browser: Client, card: Any = CARD) -> Any:
    return browser.post("/scorecard/keep/", json.dumps(card), content_type="application/json")


@pytest.fixture
def address(signed_in: As, db: None) -> str:
    """The page of a game that Alice keeps."""
    return str(keep(signed_in(account("Alice"))).json()["address"])


def alice() -> User:
    return User.objects.get(name="Alice")


def test_anyone_with_the_link_sees_the_game(
    outsider: Client, address: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        page = plain(outsider.get(address).content.decode())
    for name, truth in zip(CARD["names"], TRUTH, strict=True):
        assert f"<li>{name}: {truth.total}</li>" in page
    assert 'name="robots" content="noindex"' in page
    assert "Kept by Alice." in page
    assert "Delete" not in page
    assert outsider.get(address.upper().replace("SCORECARD", "scorecard")).status_code == 200
    assert outsider.get("/scorecard/nothing/").status_code == 404


def test_it_is_listed_under_my_games_and_counts_nowhere(signed_in: As, address: str) -> None:
    page = signed_in(alice()).get("/games/").content.decode()
    assert "With real dice" in page
    assert f'href="{address}"' in page
    assert str(max(truth.total for truth in TRUTH)) in page
    assert not Game.objects.exists()
    assert "With real dice" not in signed_in(account("Bob")).get("/games/").content.decode()


def test_the_same_card_is_kept_once(signed_in: As, address: str) -> None:
    assert keep(signed_in(alice())).json()["address"] == address
    assert keep(signed_in(account("Bob"))).json()["address"] != address
    assert RealDiceGame.objects.count() == 2


def test_only_its_keeper_deletes_it(outsider: Client, signed_in: As, address: str) -> None:
    for browser in (outsider, signed_in(account("Bob"))):
        assert browser.post(f"{address}forget/").status_code == 404
    mine = signed_in(alice())
    assert mine.get(f"{address}forget/").status_code == 405
    assert mine.post(f"{address}forget/")["Location"] == "/games/"
    assert outsider.get(address).status_code == 404


def test_nobody_keeps_too_many(
    signed_in: As, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_KEPT", 1)
    other, _ = random_card(find_variant("yacht"), random.Random(6), 1, lambda: "points")
    refused = keep(signed_in(alice()), other)
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "full")
    assert "You keep 1 games" in refused.json()["error"]["message"]


def test_it_is_exported_and_goes_with_the_account(address: str) -> None:
    (told,) = export(alice())["real_dice"]
    assert told["card"]["names"] == CARD["names"]
    assert address == f"/scorecard/{told['code']}/"
    delete_player(alice())
    assert not RealDiceGame.objects.exists()


def test_the_corrections_of_a_card_are_kept(signed_in: As, db: None) -> None:
    before = {"column": 0, "category": "ones", "points": 4, "bonus": 0}
    turns = [{**CARD["turns"][0], "was": [before]}, *CARD["turns"][1:]]
    code = keep(signed_in(account("Alice")), {**CARD, "turns": turns}).json()["address"]
    assert RealDiceGame.objects.get(code=code.split("/")[2]).card["turns"][0]["was"] == [before]


def test_the_page_offers_every_game(outsider: Client, db: None) -> None:
    page = outsider.get("/scorecard/?rules=yatzy%2Bbonus-100%2Blimit-63").content.decode()
    for id_ in (*VARIANTS, "generala", "maxi_yatzy", "yatzy+order-down", "yatzy+bonus-100"):
        assert f'"id": "{id_}"' in page
    assert '"asked": "yatzy+bonus-100"' in page
    assert '"asked": ""' in outsider.get("/scorecard/?rules=chess").content.decode()
