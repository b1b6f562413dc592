"""Bad cards are refused with one clear error, and nothing of them is stored."""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.core.rules import VARIANTS
from games.models import RealDiceGame
from games.site.study.real_dice.card import MOST_BYTES
from tests.fixtures import As
from tests.site.study.real_dice.cards import Card, random_card
from tests.support.people import account, person

ADDRESSES = ("/scorecard/verdict/", "/scorecard/keep/")
GOOD, _ = random_card(VARIANTS["yacht"], random.Random(2), 2, lambda: "rolls")
POINTS, _ = random_card(VARIANTS["yahtzee"], random.Random(2), 1, lambda: "points")
Change = Callable[[Card], Any]


def changed(change: Change, card: Card = GOOD) -> Card:
    copy = deepcopy(card)
    found = change(copy)
    return copy if found is None else found


def turn(at: int, **values: Any) -> Change:
    return lambda card: card["turns"][at].update(values)


def roll(at: int, **values: Any) -> Change:
    return lambda card: card["turns"][0]["rolls"][at].update(values)


BAD: dict[str, tuple[Change, str]] = {
    "a list": (lambda card: [card], "unreadable"),
    "nothing": (lambda card: {}, "unreadable"),
    "more than is asked for": (lambda card: card.update(rated=True), "unreadable"),
    "no names": (lambda card: card.update(names=[]), "unreadable"),
    "nine names": (lambda card: card.update(names=["Anna"] * 9), "unreadable"),
    "a number as name": (lambda card: card.update(names=[1, 2]), "unreadable"),
    "a seat that is no number": (turn(0, seat="0"), "unreadable"),
    "a negative seat": (turn(0, seat=-1), "unreadable"),
    "points in words": (turn(0, points="ten"), "unreadable"),
    "a fraction": (turn(0, points=1.5), "unreadable"),
    "negative points": (turn(0, points=-1), "unreadable"),
    "another kind": (turn(0, kind="guess"), "unreadable"),
    "five rolls": (lambda card: card["turns"][0].update(rolls=[{}] * 5), "unreadable"),
    "a die with nine spots": (roll(0, dice=[9, 9, 9, 9, 9]), "unreadable"),
    "endless turns": (lambda card: card.update(turns=card["turns"] * 50), "unreadable"),
    "endless corrections": (
        lambda card: card["turns"][0].update(
            was=[{"column": 0, "category": "ones", "points": 1, "bonus": 0}] * 21
        ),
        "unreadable",
    ),
    "a name without letters": (lambda card: card.update(names=["\u200b", "Tom"]), "bad_name"),
    "a long name": (lambda card: card.update(names=["A" * 21, "Tom"]), "bad_name"),
    "another game": (lambda card: card.update(rules="chess"), "unknown_rules"),
    "unknown house rules": (lambda card: card.update(rules="yatzy+fly"), "unknown_rules"),
    "house rules that contradict": (
        lambda card: card.update(rules="yatzy+bonus-1+bonus-2"),
        "unknown_rules",
    ),
    "an unknown switch": (lambda card: card.update(switches={"wind": "north"}), "unknown_rules"),
    "other rules": (lambda card: card.update(rules="yatzy"), "impossible"),
    "a turn of nobody": (turn(0, seat=5), "impossible"),
    "an unknown box": (turn(0, category="castle"), "impossible"),
    "a second column": (turn(0, column=1), "impossible"),
    "more points than the dice": (turn(0, points=GOOD["turns"][0]["points"] + 1), "impossible"),
    "a bonus that does not exist": (turn(0, bonus=100), "impossible"),
    "no rolls": (turn(0, rolls=[]), "impossible"),
    "points with rolls": (turn(0, kind="points"), "impossible"),
    "another number of the roll": (turn(0, roll=4), "impossible"),
    "four dice": (roll(0, dice=[1, 2, 3, 4]), "unreadable"),
    "six dice": (roll(0, dice=[1, 2, 3, 4, 5, 6]), "impossible"),
    "held before the first roll": (roll(0, hold=[0]), "impossible"),
    "a turn too few": (lambda card: card.update(turns=card["turns"][:-1]), "not_over"),
    "a box filled twice": (lambda card: card["turns"].append(card["turns"][0]), "impossible"),
}


def send(browser: Client, card: Any, address: str) -> Any:
    body = card if isinstance(card, bytes) else json.dumps(card)
    return browser.post(address, body, content_type="application/json")


def is_one_error(answer: Any, status: int, code: str) -> bool:
    body = answer.json()
    assert (answer.status_code, body["error"]["code"]) == (status, code), body
    assert list(body) == ["error"]
    assert body["error"]["message"]
    return not RealDiceGame.objects.exists()


@pytest.mark.parametrize("name", BAD)
def test_a_bad_card_is_refused(signed_in: As, db: None, name: str) -> None:
    change, code = BAD[name]
    browser = signed_in(account("Alice"))
    for address in ADDRESSES:
        assert is_one_error(send(browser, changed(change), address), 400, code)


@pytest.mark.parametrize(
    "body", [b"", b"\xff\xfe", b"null", b"[" * 20_000, b'{"rules":"\\ud800"}', b"<card/>", b"NaN"]
)
def test_what_is_no_card_is_refused(outsider: Client, body: bytes) -> None:
    assert is_one_error(send(outsider, body, ADDRESSES[0]), 400, "unreadable")


def test_impossible_points_are_refused(outsider: Client) -> None:
    for at, each in enumerate(POINTS["turns"]):
        for points in (each["points"] + 1, 1000):
            answer = send(outsider, changed(turn(at, points=points), POINTS), ADDRESSES[0])
            possible = VARIANTS["yahtzee"].possible_points
            ids = [category.id for category in VARIANTS["yahtzee"].categories]
            if points not in possible[ids.index(each["category"])]:
                assert is_one_error(answer, 400, "impossible")
                number = at + 1
                assert f"Turn {number} of Alice" in answer.json()["error"]["message"]


def test_a_joker_must_be_played_as_the_rules_say(outsider: Client) -> None:
    rolls = [{"dice": [5, 5, 5, 5, 5], "hold": []}]
    yahtzee = {"column": 0, "category": "yahtzee", "points": 50, "bonus": 0, "rolls": rolls}
    chance = {**yahtzee, "category": "chance", "points": 25, "bonus": 100}
    known = {"seat": 0, "kind": "dice", "roll": 3, "was": []}
    card = {**POINTS, "turns": [{**known, **yahtzee}, {**known, **chance}]}
    answer = send(outsider, card, ADDRESSES[0])
    assert is_one_error(answer, 400, "impossible"), "fives are open"
    answer = send(outsider, {**card, "switches": {"joker": "free"}}, ADDRESSES[0])
    assert is_one_error(answer, 400, "not_over")


def served(seat: int, kind: str, roll: int) -> Any:
    rolls = [{"dice": [3, 3, 3, 3, 3], "hold": []}]
    box = {"column": 0, "category": "generala", "points": 50, "bonus": 0}
    return {"seat": seat, "kind": kind, **box, "rolls": rolls, "roll": roll, "was": []}


def test_a_served_win_ends_the_game(outsider: Client) -> None:
    card = {**GOOD, "rules": "generala+served-win", "turns": [served(1, "dice", 1)]}
    found = send(outsider, card, ADDRESSES[0]).json()
    assert [seat["place"] for seat in found["seats"]] == [2, 1]
    for turns in ([served(1, "dice", 3)], [{**served(1, "points", 1), "rolls": []}]):
        answer = send(outsider, {**card, "turns": turns}, ADDRESSES[0])
        assert is_one_error(answer, 400, "not_over")


def test_rolls_are_saved_where_the_rules_say_so(outsider: Client) -> None:
    def rolled(count: int, category: str) -> Any:
        rolls = [{"dice": [1, 1, 1, 2, 3, 5], "hold": []}] * count
        points = {"ones": 3, "twos": 2}[category]
        box = {"column": 0, "category": category, "points": points, "bonus": 0}
        return {"seat": 0, "kind": "rolls", **box, "rolls": rolls, "roll": count, "was": []}

    for first, code in ((1, "not_over"), (3, "impossible")):
        turns = [rolled(first, "ones"), rolled(5, "twos")]
        card = {"rules": "maxi_yatzy", "switches": {}, "names": ["Alice"], "turns": turns}
        assert is_one_error(send(outsider, card, ADDRESSES[0]), 400, code)


def test_a_huge_card_is_refused(outsider: Client, settings: Settings) -> None:
    huge = json.dumps(GOOD).encode() + b" " * MOST_BYTES
    assert is_one_error(send(outsider, huge, ADDRESSES[0]), 413, "too_large")
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    assert is_one_error(send(outsider, GOOD, ADDRESSES[0]), 413, "too_large")


def test_one_address_gets_a_limited_number_of_verdicts(
    outsider: Client, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "scorecard": (2, 3600)}
    for _ in range(2):
        assert send(outsider, b"", ADDRESSES[0]).status_code == 400
    assert is_one_error(send(outsider, GOOD, ADDRESSES[0]), 429, "rate_limited")


def test_only_accounts_keep_games(outsider: Client, signed_in: As, db: None) -> None:
    for browser in (outsider, signed_in(person("Guest"))):
        assert is_one_error(send(browser, GOOD, ADDRESSES[1]), 401, "unauthorized")


def test_it_takes_only_posts_with_the_token(db: None) -> None:
    browser = Client(enforce_csrf_checks=True)
    for address in ADDRESSES:
        assert browser.get(address).status_code in (404, 405)
        assert send(browser, GOOD, address).status_code == 403
    assert not RealDiceGame.objects.exists()


def test_the_rules_of_a_game_are_told_by_their_text(outsider: Client) -> None:
    found = outsider.get("/scorecard/rules/yahtzee/?joker=free").json()
    assert (found["joker"], found["switches"]) == ("free", {"joker": "free"})
    assert outsider.get("/scorecard/rules/yatzy+order-down/").json()["order"] == "down"
    for bad in ("chess/", "yahtzee/?joker=wild", "yatzy+fly/", "yatzy/?joker=free"):
        assert outsider.get(f"/scorecard/rules/{bad}").status_code == 404
