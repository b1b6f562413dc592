"""Reactions: pictures and phrases that everybody in a room sees for a moment."""

from functools import partial

import pytest
from pytest_django.fixtures import Settings

from games.models import ChatMessage, User
from games.platform.database.threads import in_database
from games.platform.limits import rates
from games.platform.limits.buckets import Buckets
from games.tables.live.registry import Hubs
from games.tables.rooms import hosting
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.people import open_room, playing, seated


async def test_it_shows_a_reaction_to_everybody_and_stores_nothing(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    nobody = await visit(room)
    assert (await one.ask("react", reaction="clap"))["type"] == "ack"
    expected = {
        "type": "reaction",
        "player": alice.pk,
        "name": "Alice",
        "guest": True,
        "reaction": "clap",
    }
    assert expected in one.frames
    for client in (two, nobody):
        assert await client.hear("reaction") == expected
    assert (await visit(room)).frames[0]["chat"] == []
    assert await in_database(ChatMessage.objects.count) == 0


async def test_it_knows_only_its_pictures_and_phrases(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    client = await visit(room, alice)
    for wrong in ("boo", "", None, 3):
        assert (await client.ask("react", reaction=wrong))["code"] == "bad_message"


async def test_it_refuses_people_without_a_name_and_those_who_are_muted_or_removed(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: seated(alice, bob))
    host, two, watcher = [await visit(room, each) for each in (alice, bob, charlie)]
    assert (await (await visit(room)).ask("react", reaction="wow"))["code"] == "sign_in_first"
    await host.ask("mute", player=bob.pk, muted=True)
    assert (await two.ask("react", reaction="wow"))["code"] == "forbidden"
    await host.ask("mute", player=bob.pk, muted=False)
    assert (await two.ask("react", reaction="wow"))["type"] == "ack"
    await host.ask("mute", muted=True)
    assert (await watcher.ask("react", reaction="wow"))["code"] == "forbidden"
    assert (await host.ask("react", reaction="wow"))["type"] == "ack"
    await in_database(partial(hosting.remove, room.pk, alice.pk, 1, "", set()))
    assert (await two.ask("react", reaction="wow"))["code"] == "forbidden"


@pytest.mark.parametrize(("seat", "most"), [(True, 8), (False, 3)])
async def test_it_limits_players_and_more_strictly_spectators(
    hubs: Hubs,
    clock: FakeClock,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    *,
    seat: bool,
    most: int,
) -> None:
    monkeypatch.setattr(rates, "BUCKETS", Buckets())
    settings.SOCKET_RATE = settings.SOCKET_BURST = 1000
    room = await in_database(lambda: seated(alice, bob) if seat else open_room(alice))
    client = await visit(room, bob)
    answers = [await client.ask("react", reaction="luck") for _ in range(most + 1)]
    assert [each.get("code") for each in answers] == [None] * most + ["rate_limited"]
