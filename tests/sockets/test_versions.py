"""Clients of both versions of the protocol: each is told in its own, and all see the same."""

import random

import pytest
from channels.layers import InMemoryChannelLayer

from games.live import Hubs, use_hubs
from games.models import User
from games.store.database import in_database
from tests.support.client import AsgiClient, visit
from tests.support.fixtures import Processes
from tests.support.people import open_room, playing, seated
from tests.support.play import move, play_to_the_end


def kinds(client: AsgiClient) -> set[str]:
    return {frame["type"] for frame in client.frames}


async def test_it_plays_with_both_versions_in_one_room(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: playing(alice, bob, variant="yatzy"))
    old, new = await visit(room, alice, 1), await visit(room, bob, 2)
    spectators = [await visit(room, None, 1), await visit(room, None, 2), await visit(room, bob, 1)]
    last = await play_to_the_end((old, new), random.Random(7))
    assert last["status"] == "finished"
    for client in (old, new, *spectators):
        assert await client.reach(last["seq"]) == last
    assert "update" in kinds(old)
    assert "delta" not in kinds(old)
    assert "delta" in kinds(new)
    assert "update" not in kinds(new)


@pytest.mark.parametrize("version", [1, 2])
async def test_its_welcome_names_the_version(hubs: Hubs, alice: User, version: int) -> None:
    room = await in_database(lambda: playing(alice))
    path = f"/ws/v1/rooms/{room.code}/?protocol={version}"
    assert (await AsgiClient(path).open()).frames[0]["protocol"] == version


async def test_it_speaks_version_1_to_those_who_ask_for_none(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: playing(alice))
    client = await AsgiClient(f"/ws/v1/rooms/{room.code}/?other=2").open()
    assert client.frames[0]["protocol"] == 1


@pytest.mark.parametrize(
    "query", ["protocol=4", "protocol=", "protocol=x", "protocol=1&protocol=2"]
)
async def test_it_refuses_versions_that_it_does_not_know(
    hubs: Hubs, alice: User, query: str
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await AsgiClient(f"/ws/v1/rooms/{room.code}/?{query}").open()
    assert await client.end() == 4406
    (error,) = client.frames
    assert (error["type"], error["code"]) == ("error", "unknown_version")
    assert error["message"] == "This server speaks the versions 1, 2 and 3 of the protocol."


async def test_a_delta_names_the_event_that_it_is_based_on(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice, 2)
    await client.roll()
    (delta,) = [frame for frame in client.frames if frame["type"] == "delta"]
    assert (delta["base"], delta["seq"]) == (1, 2)
    assert [event["seq"] for event in delta["events"]] == [2]


async def test_it_begins_a_game_with_a_whole_view(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: seated(alice, bob))
    one, two = await visit(room, alice, 2), await visit(room, bob, 2)
    await one.ask("start")
    begun = await two.hear("update")
    assert (begun["events"][0]["seq"], begun["view"]["status"]) == (1, "playing")


async def test_it_sends_the_whole_view_to_those_who_ask_for_what_is_missing(
    hubs: Hubs, alice: User
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice, 2)
    for _ in range(3):
        await client.roll()
    game = client.table["game"]
    other = await visit(room, None, 2)
    other.view, other.state = {**other.table, "seq": 2}, None
    await other.ask("sync", game=game, seq=2)
    update = other.frames[-2]
    assert (update["type"], update["events"][0]["seq"], update["view"]) == (
        "update",
        3,
        client.view,
    )
    other.view = {**other.table, "seq": 3}
    await other.say("ping", game=game, seq=3)
    assert (await other.hear("update"))["view"] == client.view


async def test_it_tells_deltas_of_moves_in_other_processes(
    processes: Processes, alice: User, bob: User
) -> None:
    one, other = await processes(InMemoryChannelLayer())
    room = await in_database(lambda: playing(alice, bob))
    use_hubs(one)
    here = await visit(room, alice, 2)
    use_hubs(other)
    there = await visit(room, bob, 2)
    rng = random.Random(5)
    for _ in range(12):
        mover = (here, there)[here.table["acting"][0]]
        answer = await move(mover, rng)
        assert await here.reach(answer["seq"]) == await there.reach(answer["seq"])
    assert "delta" in kinds(there) & kinds(here)


async def test_it_goes_on_with_deltas_after_a_reconnect(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await visit(room, alice, 2), await visit(room, bob, 2)
    await one.roll()
    await two.reach(2)
    await two.leave()
    await one.roll()
    back = await visit(room, bob, 2)
    assert back.frames[0]["view"] == one.view
    await one.roll()
    assert await back.reach(4) == one.view
    assert back.frames[-1]["type"] == "delta"


async def test_the_sheet_of_a_room_comes_once(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    old, new = await visit(room, alice, 1), await visit(room, alice, 2)
    await old.say("ready")
    changes = [await client.hear("room") for client in (old, new)]
    assert ["sheet" in each["room"] for each in changes] == [True, False]
    assert new.frames[0]["room"]["sheet"] == changes[0]["room"]["sheet"]
    await new.say("ping", rev=0)
    assert "sheet" not in (await new.hear("room"))["room"]
    assert new.room == old.room
