"""Accounts keep games with dice of a browser: once, and apart from all that counts."""

import json
import random
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from games.core.rules import VARIANTS
from games.models import Game, RealDiceGame, User
from games.platform.limits.rates import BUCKETS
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.export import export
from games.site.study.real_dice import kept
from tests.fixtures import As
from tests.site.study.real_dice.cards import last_dice_only, points_only, random_card
from tests.support.people import account
from tests.support.reading import plain

GAME = UUID("9e7a27c3-6f0f-4d53-8f5d-0b3d0c1c1a11")


def card(seed: int, kind: str = "rolls") -> Any:
    return random_card(VARIANTS["yacht"], random.Random(seed), 2, lambda: kind)[0]


CARD = card(5)


def keep(browser: Client, sent: Any = CARD, game: UUID = GAME) -> Any:
    body = json.dumps(sent)
    return browser.post(f"/scorecard/keep/{game}/", body, content_type="application/json")


@pytest.fixture
def alice(signed_in: As, db: None) -> Client:
    return signed_in(account("Alice"))


def me() -> User:
    return User.objects.get(name="Alice")


def test_a_game_that_is_sent_again_is_kept_once(alice: Client, signed_in: As) -> None:
    address = keep(alice).json()["address"]
    assert keep(alice).json()["address"] == address
    # Another tab has corrected nothing, but its card is written in another way.
    assert keep(alice, card(6)).json()["address"] == address
    # The browser has lost its name for the game.
    assert keep(alice, game=uuid4()).json()["address"] == address
    assert keep(signed_in(account("Bob"))).json()["address"] != address
    assert RealDiceGame.objects.count() == 2


def test_the_table_itself_holds_one_game_of_a_name(alice: Client) -> None:
    keep(alice)
    with pytest.raises(IntegrityError):
        RealDiceGame.objects.create(
            player=me(), digest="another", offline=GAME, text="yacht", card={}, verdict={}
        )


def test_it_is_told_apart_from_real_dice_and_counts_nowhere(
    alice: Client, outsider: Client
) -> None:
    address = keep(alice).json()["address"]
    mine = alice.get("/games/").content.decode()
    assert "Without a network" in mine
    assert "With real dice" not in mine
    assert f'href="{address}"' in mine
    shown = plain(outsider.get(address).content.decode())
    assert "A browser rolled these dice" in shown
    assert "The dice were real" not in shown
    assert not Game.objects.exists()


def test_no_circle_counts_it(alice: Client) -> None:
    address = keep(alice).json()["address"]
    assert "Count it for a circle" not in alice.get(address).content.decode()
    assert alice.get(f"{address}circle/").status_code == 404
    assert alice.post(f"{address}circle/").status_code == 404
    assert not kept.give(RealDiceGame.objects.get(), 1)


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(points_only(CARD), id="points only"),
        pytest.param(card(7, "dice"), id="last dice only"),
        pytest.param({**CARD, "turns": CARD["turns"][:-1]}, id="not over"),
        pytest.param({**CARD, "rules": "chess"}, id="other rules"),
        pytest.param(
            {**CARD, "turns": [{**CARD["turns"][0], "points": 99}, *CARD["turns"][1:]]}, id="points"
        ),
        pytest.param({**CARD, "names": ["Alice"]}, id="nobody's turns"),
        pytest.param({**CARD, "rated": True}, id="another field"),
        pytest.param([], id="no card"),
    ],
)
def test_it_keeps_nothing_that_the_rules_do_not_allow(alice: Client, sent: Any) -> None:
    answer = keep(alice, sent)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]
    assert not RealDiceGame.objects.exists()


@pytest.mark.parametrize("name", ["1", "x" * 32, f"{GAME}0", str(GAME)[:-1], "ä"])
def test_a_name_that_is_no_uuid_is_refused_as_scripts_read_it(alice: Client, name: str) -> None:
    answer = alice.post(f"/scorecard/keep/{name}/", json.dumps(CARD), "application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    assert answer.json()["error"]["message"]
    assert not RealDiceGame.objects.exists()


def test_only_accounts_keep_games(outsider: Client, db: None) -> None:
    answer = keep(outsider)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorized")


def test_there_is_a_limit_for_a_day_which_repeats_do_not_touch(
    alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert settings.LIMITS["offline-game"] == (50, 86400)
    monkeypatch.setitem(settings.LIMITS, "offline-game", (1, 86400))
    address = keep(alice).json()["address"]
    refused = keep(alice, card(8), uuid4())
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "rate_limited")
    assert refused.json()["error"]["message"]
    assert keep(alice).json()["address"] == address


def test_the_limit_for_a_day_holds_in_all_processes(
    alice: Client, signed_in: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.LIMITS, "offline-game", (2, 86400))
    keep(alice)
    keep(alice, card(8), uuid4())
    # Another process has counted nothing.
    BUCKETS.forget(f"offline-game|{me().pk}")
    refused = keep(alice, card(9), uuid4())
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "rate_limited")
    assert 86_000 < int(refused["Retry-After"]) <= 86_401
    assert keep(signed_in(account("Bob")), card(9), uuid4()).status_code == 200
    yesterday = timezone.now() - timedelta(days=1, minutes=1)
    RealDiceGame.objects.filter(offline=GAME).update(kept_at=yesterday)
    BUCKETS.forget(f"offline-game|{me().pk}")
    assert keep(alice, card(9), uuid4()).status_code == 200


def test_real_dice_have_no_part_in_it(alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.LIMITS, "offline-game", (1, 86400))
    for seed in (8, 9):
        sent = json.dumps(card(seed))
        assert alice.post("/scorecard/keep/", sent, "application/json").status_code == 200
    assert keep(alice).status_code == 200


def test_a_request_that_came_second_gets_the_older_of_two_games(
    alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This card was kept under another name, and this name for another card, both just now."""
    other = uuid4()

    def keeps_both(what: str, who: object) -> None:
        monkeypatch.undo()
        keep(alice, CARD, other)
        keep(alice, card(6), GAME)

    monkeypatch.setattr(kept, "spend", keeps_both)
    address = keep(alice).json()["address"]
    assert RealDiceGame.objects.count() == 2
    assert address == f"/scorecard/{RealDiceGame.objects.get(offline=other).code}/"


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        (["breeze", None], ["breeze", None]),
        (["unknown", "polaris"], [None, "polaris"]),
        ([None, None], None),
        (["breeze"], None),
        ([], None),
    ],
)
def test_its_page_says_who_were_bots_and_its_card_stays_as_it_was(
    alice: Client, outsider: Client, sent: list[str | None], stored: Any
) -> None:
    address = keep(alice, {**CARD, "bots": sent}).json()["address"]
    row = RealDiceGame.objects.get()
    assert row.verdict.get("bots") == stored
    assert row.card == CARD
    page = outsider.get(address)
    assert page.context["shown"]["bots"] == (stored or [])
    assert "Breeze" in page.content.decode()


def test_it_is_exported_deleted_and_goes_with_the_account(alice: Client) -> None:
    code = keep(alice).json()["address"].split("/")[2]
    keep(alice, card(9), uuid4())
    assert {each["dice"] for each in export(me())["real_dice"]} == {"browser"}
    assert alice.post(f"/scorecard/{code}/forget/")["Location"] == "/games/"
    assert RealDiceGame.objects.count() == 1
    delete_player(me())
    assert not RealDiceGame.objects.exists()


def test_last_dice_alone_are_refused_also_from_a_whole_game(alice: Client) -> None:
    whole = {**CARD, "turns": [turn for turn in CARD["turns"] if len(turn["rolls"]) == 3]}
    assert keep(alice, last_dice_only(whole)).status_code == 400
