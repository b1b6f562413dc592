"""A move is told as what it changes in the view that the client has."""

import random

import pytest
from channels.layers import InMemoryChannelLayer

from games.database.threads import in_database
from games.live.registry import Hubs, use_hubs
from games.models import User
from tests.fixtures import Processes
from tests.support.client import AsgiClient, visit
from tests.support.people import open_room, playing, seated
from tests.support.play import move


@pytest.mark.parametrize("query", ["", "?whole=1", "?other=2&whole=0", "?%ff=%00&&="])
async def test_it_speaks_one_version_whatever_else_is_asked_for(
    hubs: Hubs, alice: User, query: str
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await AsgiClient(f"/ws/v1/rooms/{room.code}/{query}").open()
    assert client.frames[0]["protocol"] == 1


async def test_a_delta_names_the_event_that_it_is_based_on(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice, whole=False)
    await client.roll()
    (delta,) = [frame for frame in client.frames if frame["type"] == "delta"]
    assert (delta["base"], delta["seq"]) == (1, 2)
    assert [event["seq"] for event in delta["events"]] == [2]


async def test_it_begins_a_game_with_a_whole_view(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: seated(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    await one.ask("start")
    begun = await two.hear("update")
    assert (begun["events"][0]["seq"], begun["view"]["status"]) == (1, "playing")


async def test_it_sends_the_whole_view_to_those_who_ask_for_what_is_missing(
    hubs: Hubs, alice: User
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    for _ in range(3):
        await client.roll()
    game = client.table["game"]
    other = await visit(room)
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
    here = await visit(room, alice, whole=False)
    use_hubs(other)
    there = await visit(room, bob, whole=False)
    rng = random.Random(5)
    for _ in range(12):
        mover = (here, there)[here.table["acting"][0]]
        answer = await move(mover, rng)
        assert await here.reach(answer["seq"]) == await there.reach(answer["seq"])
    for client in (here, there):
        assert "delta" in [frame["type"] for frame in client.frames]


async def test_it_goes_on_with_deltas_after_a_reconnect(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    await one.roll()
    await two.reach(2)
    await two.leave()
    await one.roll()
    back = await visit(room, bob)
    assert back.frames[0]["view"] == one.view
    await one.roll()
    assert await back.reach(4) == one.view
    assert back.frames[-1]["type"] == "delta"


async def test_the_sheet_of_a_room_comes_once(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    for whole in (False, True):
        client = await visit(room, alice, whole)
        assert client.frames[0]["room"]["sheet"]["rounds"] == 12
        await client.say("ready", ready=whole)
        assert "sheet" not in (await client.hear("room"))["room"]
        await client.say("ping", rev=0)
        assert "sheet" not in (await client.hear("room"))["room"]
