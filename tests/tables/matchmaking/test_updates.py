"""The lobby's open tables, games to watch and counts, without gaps."""

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models import Demonstration, Rating, Room, User
from games.people.accounts.avatars import avatar_of
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from games.tables.matchmaking import lobby, room_lists
from games.tables.matchmaking import lobby_hub as hub_lobby
from games.tables.matchmaking.lobby_hub import LobbyHub
from games.tables.rooms import opening, starting
from tests.support.client import visit
from tests.support.people import person
from tests.tables.matchmaking.database import change
from tests.tables.matchmaking.tab import AsgiTab, look


async def open_public(host: User, seats: int = 2, **settings: Any) -> Room:
    """A public table of Yacht, its host in the first seat."""
    rated, clock = settings.get("rated", False), settings.get("clock", 60)
    return await in_database(
        lambda: opening.open_room(host, "yacht", {}, seats, clock, public=True, rated=rated)
    )


async def test_it_welcomes_first_with_the_whole_lobby(hubs: Hubs, alice: User, bob: User) -> None:
    room = await open_public(alice, 3, rated=True)
    await change(
        lambda: Rating.objects.create(
            player=alice, pool="yacht", mu=1540.2, sigma=60, shown=1540, rated_games=3
        )
    )
    tab = await look(bob)
    welcome = tab.frames[0]
    assert welcome["type"] == "welcome"
    assert welcome["protocol"] == 1
    assert welcome["you"] == {"player": bob.pk, "name": "Bob", "guest": True}
    assert (welcome["ticket"], welcome["challenges"]) == (None, [])
    rating = {"rating": 1540, "provisional": False}
    host = {
        "player": alice.pk,
        "name": "Alice",
        **rating,
        "guest": True,
        "avatar": avatar_of(alice),
    }
    assert welcome["lobby"]["rows"] == [
        {
            "code": room.code,
            "kind": "room",
            "variant": {"id": "yacht", "name": "Yacht", "switches": []},
            "clock": 60,
            "rated": True,
            "host": host,
            "seats": 3,
            "taken": 1,
            "players": [host],
        }
    ]
    assert welcome["lobby"]["online"] == 2
    assert welcome["lobby"]["searching"] == 0


async def test_it_follows_a_table_from_its_opening_to_its_end(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    tab = await look()
    room = await open_public(alice)
    await tab.row(room.code, kind="room", taken=1)
    one, two = await visit(room, alice), await visit(room, bob)
    await two.ask("sit", seed="b")
    await tab.no_row(room.code)  # full, and not begun
    await one.ask("start")
    row = await tab.row(room.code, kind="game", taken=2)
    assert [player["name"] for player in row["players"]] == ["Alice", "Bob"]
    assert (await two.ask("resign", game=two.table["game"]))["type"] == "ack"
    await tab.no_row(room.code)
    await two.ask("stand")
    row = await tab.row(room.code, kind="room", taken=1)
    assert [player["name"] for player in row["players"]] == ["Alice"]


async def test_it_shows_the_scores_of_games_as_they_change(
    hubs: Hubs, alice: User, bob: User
) -> None:
    tab = await look()
    room = await open_public(alice)
    one, two = await visit(room, alice), await visit(room, bob)
    await two.ask("sit", seed="b")
    await one.ask("start")
    start = await tab.score_of(room.code)
    assert (start["round"], start["rounds"], start["totals"]) == (1, 12, [0, 0])
    await one.roll()
    view = one.table
    option = max(view["seats"][0]["options"], key=lambda option: option["points"])
    await one.ask("score", game=view["game"], turn=1, roll=1, category=option["category"])
    await tab.score_of(room.code, round=1, totals=[option["points"], 0])
    assert (await look()).scores == tab.scores
    await two.ask("resign", game=two.table["game"])
    await tab.no_row(room.code)
    assert tab.scores == {}


async def test_it_asks_for_a_demonstration_only_while_somebody_looks(
    hubs: Hubs, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEMONSTRATION = True
    monkeypatch.setattr(hub_lobby, "WISH_EVERY_S", 0.0)
    tab = await look()
    assert await in_database(Demonstration.objects.count) == 1
    await change(Demonstration.objects.all().delete)
    monkeypatch.setattr(hub_lobby, "LOOKING_S", -1.0)
    await hubs.of(LobbyHub).refresh()
    assert await in_database(Demonstration.objects.count) == 0
    monkeypatch.setattr(hub_lobby, "LOOKING_S", 60.0)
    await tab.ask("ping", looking=True)
    await hubs.of(LobbyHub).refresh()
    assert await in_database(Demonstration.objects.count) == 1


async def test_it_shows_no_private_game(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: opening.open_room(alice, "yacht", {}, 1, None, public=False))
    await change(lambda: starting.start(room.pk, alice.pk))
    assert (await look()).rows == {}


async def test_it_counts_people_seen_lately_and_no_bots(hubs: Hubs, alice: User, bob: User) -> None:
    tab = await look()
    assert tab.online == 2
    await change(lambda: User.objects.create(username="b", name="Pip", is_bot=True))
    charlie = await in_database(lambda: person("Charlie"))
    await tab.counts(online=3)
    long_ago = timezone.now() - room_lists.ONLINE - timedelta(seconds=1)
    await change(lambda: User.objects.filter(pk=charlie.pk).update(seen_at=long_ago))
    await tab.counts(online=2)


async def test_it_counts_who_is_looking_for_people(hubs: Hubs, alice: User, bob: User) -> None:
    watching, one, two = await look(), await look(alice), await look(bob)
    await one.ask("play", variant="yacht", clock=60)
    await watching.counts(searching=1)
    await two.ask("play", variant="yatzy", clock=60)
    await watching.counts(searching=2)
    await one.ask("cancel")
    await watching.counts(searching=1)


async def test_it_numbers_updates_and_says_nothing_when_nothing_changes(
    hubs: Hubs, alice: User
) -> None:
    tab = await look()
    first = tab.seq
    await hubs.of(LobbyHub).refresh()
    await hubs.of(LobbyHub).refresh()
    assert len(tab.frames) == 1
    for number in range(1, 4):
        room = await open_public(alice)
        await tab.row(room.code)
        assert tab.seq == first + number
    # A newcomer continues from here.
    assert (await look()).frames[0]["seq"] == first + 3


async def test_it_heals_a_gap_by_sync(hubs: Hubs, alice: User, bob: User) -> None:
    tab, other = await look(alice), await look()
    tab.forgetful = True
    room = await open_public(bob)
    await other.row(room.code)
    assert tab.rows == {}
    tab.forgetful = False
    await tab.say("sync")
    snapshot = await tab.hear("snapshot")
    assert snapshot["seq"] == other.seq
    assert tab.rows == other.rows
    more = await open_public(bob)
    await tab.row(more.code)


async def test_it_heals_by_ping_what_a_client_has_missed_without_knowing(
    hubs: Hubs, alice: User
) -> None:
    tab, other = await look(), await look()
    tab.forgetful = True
    room = await open_public(alice)
    await other.row(room.code)
    await tab.say("ping", seq=tab.seq)
    assert (await tab.hear("pong"))["seq"] == other.seq
    await tab.hear("snapshot")
    assert tab.rows == other.rows
    frames = len(tab.frames)
    assert (await tab.ask("ping", seq=tab.seq))["type"] == "ack"
    assert [frame["type"] for frame in tab.frames[frames:]] == ["pong", "ack"]


async def test_it_answers_what_is_no_command_and_lives_on(hubs: Hubs) -> None:
    tab = await look()
    for frame, code in (
        ("x", "bad_message"),
        ('{"type":"roll","game":"a","turn":1,"roll":0}', "unknown_type"),
        ('{"type":"play"}', "bad_message"),
        ('{"type":"accept","challenge":0}', "bad_message"),
        (json.dumps({"type": "challenge", "name": "x" * 101, "variant": "yacht"}), "bad_message"),
        ("[" + "1," * 3000 + "1]", "too_large"),
    ):
        await tab.send(frame)
        assert (await tab.hear("error"))["code"] == code, frame
    assert (await tab.ask("ping"))["type"] == "ack"


@pytest.mark.logs_errors("games.tables.matchmaking.lobby_hub")
async def test_it_goes_on_when_the_database_was_away(
    hubs: Hubs, alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    tab = await look()

    def fail(*_: object) -> None:
        raise ConnectionError("away")

    with monkeypatch.context() as patch:
        patch.setattr(hub_lobby, "read_lobby", fail)
        with pytest.raises(ConnectionError):
            await hubs.of(LobbyHub).refresh()
        room = await open_public(alice)
        while not caplog.records:
            await tab.ask("ping")
    await tab.row(room.code)


async def test_it_asks_the_database_as_often_for_a_full_lobby_as_for_an_empty_one(
    hubs: Hubs, alice: User, django_assert_max_num_queries: Any
) -> None:
    def read() -> int:
        with django_assert_max_num_queries(13) as queries:
            lobby.read_lobby([alice.pk])
        return len(queries)

    def fill() -> None:
        for _ in range(12):
            opening.open_room(alice, "yacht", {}, 3, 60, public=True)
            game = opening.open_room(alice, "yacht", {}, 1, 60, public=True)
            starting.start(game.pk, alice.pk)

    await change(fill)
    few = await in_database(read)
    await change(fill)
    assert await in_database(read) == few


async def test_it_announces_a_restart(hubs: Hubs) -> None:
    from games.assembly.processes.lifecycle import announce_restart  # noqa: PLC0415 - registers hooks; only here

    tab: AsgiTab = await look()
    await announce_restart()
    assert (await tab.hear("bye"))["reason"] == "restart"
