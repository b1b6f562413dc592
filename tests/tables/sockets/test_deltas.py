"""A move is told as what it changes in the view that the client has."""

import pytest

from games.models import User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.support.client import AsgiClient, visit
from tests.support.people import open_room, playing


@pytest.mark.parametrize("query", ["", "?whole=1", "?other=2&whole=0", "?%ff=%00&&="])
async def test_it_speaks_one_version_whatever_else_is_asked_for(
    hubs: Hubs, alice: User, query: str
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await AsgiClient(f"/ws/v1/rooms/{room.code}/{query}").open()
    assert client.frames[0]["protocol"] == 1


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


async def test_the_sheet_of_a_room_comes_once(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    for whole in (False, True):
        client = await visit(room, alice, whole)
        assert client.frames[0]["room"]["sheet"]["rounds"] == 12
        await client.say("ready", ready=whole)
        assert "sheet" not in (await client.hear("room"))["room"]
        await client.say("ping", rev=0)
        assert "sheet" not in (await client.hear("room"))["room"]
