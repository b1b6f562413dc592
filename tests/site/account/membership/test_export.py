"""Export of a player's data."""

import gzip
import json
import random
from collections.abc import Generator
from contextlib import aclosing
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.middleware.gzip import GZipMiddleware
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games.models import ChatMessage, SeatForesight, User
from games.people.accounts.personal_data import Rows
from games.people.accounts.players import create_guest
from games.platform.server.downloads import Download, download
from games.record.ratings.counting import count_results
from games.site.account.membership import export as module
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
    with django_assert_num_queries(41):
        browser.get("/account/export/")


@pytest.fixture
def chatty(alice: User, new_room: OpenRoom) -> User:
    """Alice, who has said much at one table, and has a guest on her device."""
    room = new_room(alice)
    lines = [
        ChatMessage(room=room, player=alice, key=f"c{n}", text=f"line {n}\n“quoted”")
        for n in range(1000)
    ]
    ChatMessage.objects.bulk_create(lines)
    return alice


def test_a_large_file_has_the_same_bytes_as_the_whole(
    chatty: User, bob: User, new_room: OpenRoom, signed_in: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_guest("Gus", chatty.pk)
    play_out(begin(new_room(chatty), chatty, bob))
    monkeypatch.setattr(module, "PART_CHARACTERS", 5000)
    answer: Any = signed_in(chatty).get("/account/export/")
    assert answer.streaming
    assert answer["Content-Disposition"] == 'attachment; filename="yacht-my-data.json"'
    parts = list(answer.streaming_content)
    chatty.refresh_from_db()
    whole = json.dumps(module.export(chatty), cls=DjangoJSONEncoder, indent=2)
    assert b"".join(parts) == whole.encode()
    assert len(json.loads(whole)["chat"]) == 1000
    assert max(map(len, parts)) < 20_000


def test_parts_are_read_when_they_are_asked_for(
    chatty: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    lines = Rows(ChatMessage.objects.filter(player=chatty), lambda line: line.text, 100)
    going = iter(lines)
    with django_assert_max_num_queries(2):
        begun = [next(going) for _ in range(100)]
    ChatMessage.objects.filter(text__startswith="line 5").delete()
    rest = list(going)
    assert begun[0] == "line 0\n“quoted”"
    assert not any(each.startswith("line 5") for each in rest)
    assert len(begun) + len(rest) == 1000 - 100


def test_a_download_that_is_broken_off_reads_no_further(
    chatty: User,
    signed_in: As,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    monkeypatch.setattr(module, "PART_CHARACTERS", 1000)
    answer: Any = signed_in(chatty).get("/account/export/")
    content = iter(answer.streaming_content)
    assert next(content).startswith(b"{")
    with django_assert_num_queries(0):
        answer.close()
        # What was made before it began is left.
        assert len(list(content)) <= 1


async def test_it_is_made_part_by_part_while_it_is_sent() -> None:
    made: list[int] = []

    def parts() -> Generator[bytes]:
        try:
            for number in range(100):
                made.append(number)
                yield b"%d " % number
        finally:
            made.append(-1)

    answer = download(parts(), "text/plain", "numbers.txt")
    assert isinstance(answer, Download)
    async with aclosing(aiter(answer)) as sent:
        assert [await anext(sent) for _ in range(5)] == [b"0 ", b"1 ", b"2 ", b"3 ", b"4 "]
        assert made == [0, 1, 2, 3, 4]
    assert made == [0, 1, 2, 3, 4, -1]


async def test_it_is_packed_part_by_part(rf: RequestFactory) -> None:
    texts = [random.Random(number).randbytes(50_000) for number in range(20)]
    made: list[int] = []

    def parts() -> Generator[bytes]:
        for number, text in enumerate(texts):
            made.append(number)
            yield text

    answer = download(parts(), "text/plain", "noise.bin")
    request = rf.get("/", headers={"Accept-Encoding": "gzip"})
    packed: Any = GZipMiddleware(lambda _: answer)(request)
    assert packed["Content-Encoding"] == "gzip"
    found = b""
    async for part in packed:
        found += part
        if len(found) < 300_000:
            assert len(made) < 10
    assert gzip.decompress(found) == b"".join(texts)


def test_it_is_limited(alice: User, signed_in: As, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "export": (1, 3600)}
    browser: Client = signed_in(alice)
    statuses = [browser.get("/account/export/").status_code for _ in range(2)]
    assert statuses == [200, 429]
