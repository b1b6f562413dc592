"""Export of a player's data."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games.models import SeatForesight, User
from games.record.ratings.counting import count_results
from games.site.events.daily.settling import settle
from games.site.study.foresight.counting import count_foresight
from games.tables.rooms import chat
from tests.fixtures import As, OpenRoom
from tests.site.events.daily import playing as daily
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD
from tests.support.played import begin, play_out

pytestmark = pytest.mark.registered


def test_it_holds_everything_about_me_and_nothing_about_others(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(alice)
    game = play_out(begin(room, alice, bob))
    chat.say(room.pk, alice.pk, "c1", "hello from alice")
    chat.say(room.pk, bob.pk, "c1", "hello from bob")
    answer = signed_in(alice).get("/account/export/")
    assert answer["Content-Disposition"] == 'attachment; filename="yacht-my-data.json"'
    data = answer.json()
    assert data["profile"]["name"] == "Alice"
    assert data["profile"]["email"] == "alice@example.com"
    assert [room["code"] for room in data["rooms"]] == [room.code]
    card = game.scorecards.get(seat=0)
    assert [(entry["code"], entry["total"]) for entry in data["games"]] == [(game.code, card.total)]
    assert [line["text"] for line in data["chat"]] == ["hello from alice"]
    count_results([game.pk])
    (record,) = signed_in(alice).get("/account/export/").json()["ratings"]
    assert (record["variant"], record["games"], record["best"]) == ("yacht", 1, card.total)
    text = answer.content.decode()
    assert "bob" not in text.lower()
    assert PASSWORD not in text
    assert "md5$" not in text


def test_it_works_for_a_guest(guest: User, signed_in: As) -> None:
    data = signed_in(guest).get("/account/export/").json()
    assert (data["profile"]["name"], data["profile"]["guest"]) == ("Gus", True)


def test_it_holds_my_dailies_and_their_foresight(
    alice: User, bob: User, signed_in: As, clock: FakeClock
) -> None:
    for player in (alice, bob):
        daily.play_out(daily.begin(player, clock), clock)
    browser = signed_in(alice)
    before = browser.get("/account/export/").json()["foresight"]
    assert before == {"all": None, "games": []}
    clock.advance(daily.DAY_S + 1800)
    settle(clock.utc_now())
    count_foresight()
    data = browser.get("/account/export/").json()
    assert [each["day"] for each in data["dailies"]] == ["2026-01-01"]
    total, (game,) = data["foresight"]["all"], data["foresight"]["games"]
    row = SeatForesight.objects.get(player=alice)
    assert (game["game"], game["choices"]) == (data["dailies"][0]["game"], row.choices)
    assert (total["games"], total["surplus"]) == (1, row.surplus)


def test_it_asks_as_often_for_many_games_as_for_one(
    alice: User,
    bob: User,
    signed_in: As,
    new_room: OpenRoom,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(3):
        begin(new_room(alice), alice, bob)
    browser = signed_in(alice)
    with django_assert_num_queries(39):
        browser.get("/account/export/")


def test_it_is_limited(alice: User, signed_in: As, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "export": (1, 3600)}
    browser: Client = signed_in(alice)
    statuses = [browser.get("/account/export/").status_code for _ in range(2)]
    assert statuses == [200, 429]
