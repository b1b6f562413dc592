"""Two players and a spectator at one table."""

import random

from games.database.threads import in_database
from games.live.registry import Hubs
from games.models import User
from tests.support.client import visit
from tests.support.people import playing, seated
from tests.support.play import move


async def test_it_sends_the_whole_state_first(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one = await visit(room, alice)
    await one.roll()
    late = await visit(room, bob)
    welcome = late.frames[0]
    assert welcome["type"] == "welcome"
    assert welcome["you"] == {"player": bob.pk, "name": "Bob", "guest": True}
    assert (welcome["seq"], welcome["view"]) == (2, one.view)
    assert welcome["room"]["code"] == room.code


async def test_visitors_without_a_name_may_watch_but_not_act(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: playing(alice))
    spectator = await visit(room)
    assert spectator.frames[0]["you"] == {"player": None, "name": None, "guest": False}
    for answer in (
        await spectator.roll(),
        await spectator.ask("sit"),
        await spectator.ask("start"),
    ):
        assert (answer["type"], answer["code"]) == ("error", "sign_in_first")
    player = await visit(room, alice)
    await player.roll()
    assert (await spectator.reach(2))["seats"][0]["turn"]["roll"] == 1


async def test_it_shows_every_action_as_events_that_lead_to_the_fresh_view(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: seated(alice, bob, charlie, variant="yahtzee"))
    clients = [await visit(room, user) for user in (alice, bob, charlie)]
    await clients[0].ask("start")
    rng = random.Random(3)
    for client in clients:
        await client.reach(1)
    # The client itself compares each update with `evolve`.
    for number in range(12):
        acting = clients[number % 3].table["acting"][0]
        answer = await move(clients[acting], rng)
        assert answer["type"] == "ack"
        for client in clients:
            await client.reach(answer["seq"])
    assert (await clients[1].ask("resign", game=clients[1].table["game"]))["type"] == "ack"
    assert (await clients[2].ask("resign", game=clients[2].table["game"]))["type"] == "ack"
    assert [event["type"] for event in clients[0].events[-2:]] == ["seat.resigned", "game.finished"]
    assert clients[0].state is not None
    assert clients[0].state.status == "finished"


async def test_it_acknowledges_after_the_update(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    answer = await client.roll()
    types = [frame["type"] for frame in client.frames]
    assert types.index("update") < types.index("ack")
    assert answer == {"type": "ack", "id": "c1", "seq": 2}
    assert client.events[-1]["by"] == f"{alice.pk}:c1"
