"""No address fills the solver's queue, however it asks; and no table is refused for it."""

import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.core.rules import find_variant
from games.models import Room, RuleSet, User
from games.platform.database.threads import in_database
from games.record.solving import requests
from games.tables.live.registry import Hubs
from tests.site.study.real_dice.cards import random_card
from tests.support.client import visit
from tests.support.people import cookie_of, open_room, person
from tests.tables.matchmaking.tab import look

ADDRESS, ELSEWHERE = "198.51.100.7", "203.0.113.5"
MOST = 5
TIMES = 9
FIVE_WAIT = "5 of your rules wait for perfect play"


def text(number: int) -> str:
    """House rules that nobody has asked for."""
    return f"yatzy+bonus-{number + 1}"


def waiting() -> int:
    return RuleSet.objects.filter(state=RuleSet.State.WAITING).count()


def guest(number: int, address: str = ADDRESS) -> Client:
    """The browser of a new guest."""
    browser = Client(REMOTE_ADDR=address)
    browser.force_login(person(f"Gus {number}"))
    return browser


def by_the_page(number: int) -> str:
    answer = guest(number).post(f"/rules/x/{text(number)}/perfect/")
    return str(answer.json()["text"])


def by_a_new_table(number: int) -> str:
    browser = guest(number)
    address = browser.post("/new/", {"variant": text(number), "quick": "friends"})["Location"]
    return browser.get(address).content.decode()


def by_a_table_with_a_bot(number: int) -> str:
    browser = guest(number)
    form = {"variant": text(number), "quick": "bot", "bot": "pip"}
    return browser.get(browser.post("/new/", form)["Location"]).content.decode()


def by_a_table_on_a_device(number: int) -> str:
    browser = guest(number)
    form = {"variant": text(number), "player": [f"Mia {number}", f"Leo {number}"]}
    return browser.get(browser.post("/device/", form)["Location"]).content.decode()


def by_the_api(number: int) -> str:
    browser = Client(REMOTE_ADDR=ADDRESS)
    token = cookie_of(person(f"Robo {number}"))
    answer = browser.post(
        "/api/v1/rooms",
        {"variant": text(number)},
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert answer.status_code == 201
    return str(answer.json().get("notice", ""))


def by_a_scorecard(number: int) -> str:
    card, _ = random_card(find_variant(text(number)), random.Random(1), 2, lambda: "points")
    body = json.dumps(card)
    answer = guest(number).post("/scorecard/verdict/", body, content_type="application/json")
    assert answer.status_code == 200
    return str(answer.json().get("why", ""))


WAYS: list[Callable[[int], str]] = [
    *(by_the_page, by_a_new_table, by_a_table_with_a_bot, by_a_table_on_a_device),
    *(by_the_api, by_a_scorecard),
]
OPENS = WAYS[1:5]


@pytest.mark.django_db
@pytest.mark.parametrize("ask", WAYS, ids=lambda each: each.__name__)
def test_one_address_has_five_places_whatever_its_guests_do(ask: Callable[[int], str]) -> None:
    said = [ask(number) for number in range(TIMES)]
    assert waiting() == MOST
    assert [FIVE_WAIT in each for each in said] == [False] * MOST + [True] * (TIMES - MOST)
    if ask in OPENS:
        assert Room.objects.count() == TIMES
    # Somebody else still gets a place, and is served before the address has its second.
    other = guest(99, ELSEWHERE)
    assert other.post(f"/rules/x/{text(50)}/perfect/").json()["state"] == "waiting"
    first, second = requests.claim(), None
    assert first is not None
    requests.store(first, 1.0, 1.0)
    second = requests.claim()
    assert second is not None
    assert {first.text, second.text} == {text(0), text(50)}


@pytest.mark.django_db
def test_all_ways_together_count_once(settings: Settings) -> None:
    for number in range(TIMES):
        WAYS[number % len(WAYS)](number)
    assert waiting() == MOST
    settings.LIMITS = {**settings.LIMITS, "solve": (3, 3600)}
    said = [
        guest(number, ELSEWHERE).post(f"/rules/x/{text(number)}/perfect/")
        for number in range(20, 26)
    ]
    assert [answer.status_code for answer in said] == [200] * 3 + [429] * 3
    assert "Please wait" in said[-1].json()["text"]


@pytest.mark.django_db
def test_a_full_queue_is_said_and_refuses_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MOST_WAITING", 2)
    requests.ask(find_variant(text(60)))
    requests.ask(find_variant(text(61)))
    for number, ask in enumerate(WAYS):
        assert "The queue for perfect play is full" in ask(number), ask.__name__
    assert Room.objects.count() == len(OPENS)
    assert waiting() == 2


@pytest.mark.django_db
def test_one_asker_has_five_places_wherever_they_are(alice: User) -> None:
    for number in range(TIMES):
        browser = Client(REMOTE_ADDR=f"203.0.113.{number}")
        browser.force_login(alice)
        browser.post(f"/rules/x/{text(number)}/perfect/")
    assert waiting() == MOST


async def by_a_change_of_game(number: int) -> str:
    host = await in_database(lambda: person(f"Gus {number}"))
    room = await in_database(lambda: open_room(host))
    tab = await visit(room, host)
    heard = len(tab.frames)
    answer = await tab.ask("change_game", variant=text(number), switches={}, clock=None)
    assert answer["type"] == "ack"
    await in_database(room.refresh_from_db)
    assert room.variant == text(number)
    return _notices(tab.frames[heard:])


async def by_bots_in_the_lobby(number: int) -> str:
    player = await in_database(lambda: person(f"Gus {number}"))
    lobby = await look(player)
    answer = await lobby.ask("company", variant=text(number), switches={}, clock=None, bots=1)
    assert answer["type"] == "ack"
    return ""


def _notices(frames: list[dict[str, Any]]) -> str:
    return " ".join(each["text"] for each in frames if each["type"] == "notice")


@pytest.mark.parametrize("ask", [by_a_change_of_game, by_bots_in_the_lobby])
async def test_sockets_of_one_address_have_five_places(
    hubs: Hubs, ask: Callable[[int], Awaitable[str]]
) -> None:
    said = [await ask(number) for number in range(TIMES)]
    assert await in_database(waiting) == MOST
    if ask is by_a_change_of_game:
        assert [FIVE_WAIT in each for each in said] == [False] * MOST + [True] * (TIMES - MOST)


@pytest.mark.django_db
def test_it_is_forgotten_after_a_day_which_address_asked(clock: Any) -> None:
    by_the_page(1)
    row = RuleSet.objects.get()
    assert row.origin
    assert ADDRESS not in row.origin
    found = requests.claim()
    assert found is not None
    requests.store(found, 1.0, 1.0)
    clock.advance(requests.ORIGIN_KEPT.total_seconds() + 1)
    requests.delete_unused()
    row.refresh_from_db()
    assert row.origin == ""
