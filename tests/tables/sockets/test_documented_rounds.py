"""What docs/protocol.md says of views in rounds, of shared dice and of deadlines is so."""

import json
from typing import Any

from games.models import GameEvent, Room, User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.support.client import AsgiClient, visit
from tests.support.people import open_room, playing

ROUNDS: dict[str, Any] = {"mode": "rounds", "clock": 60, "public": True}


async def start(*people: User) -> list[AsgiClient]:
    """Start a game in rounds; connect its players, and a spectator."""
    room = await in_database(lambda: playing(*people, **ROUNDS))
    return [await visit(room, user) for user in (*people, None)]


async def turn(client: AsgiClient, category: str) -> dict[str, Any]:
    """Play a turn of one roll; return the answer to its box."""
    await client.roll()
    return await client.score(category)


async def test_all_events_of_a_reveal_but_ones_own_have_their_place_in_the_log(
    hubs: Hubs, alice: User, bob: User
) -> None:
    one, two, watcher = await start(alice, bob)
    await one.roll()
    await two.roll()
    await one.score("ones")
    seq = (await two.score("twos"))["seq"]
    found = {}
    for client in (one, two, watcher):
        await client.reach(seq)
        news = [frame["events"] for frame in client.frames if "events" in frame][-1]
        found[client.seat] = [(each["seq"], each["seat"], each.get("log")) for each in news]
    # The log: started, alice's roll, bob's roll, alice's box, bob's box, revealed.
    assert found == {
        0: [(4, 1, 3), (5, 1, 5), (6, None, 6)],
        1: [(3, 1, None), (4, 0, 2), (5, 0, 4), (6, None, 6)],
        None: [(2, 0, 2), (3, 1, 3), (4, 0, 4), (5, 1, 5), (6, None, 6)],
    }


async def started(room: Room, player: User) -> tuple[AsgiClient, dict[str, Any]]:
    """Connect to a game that runs; return the client, and the data of its first event."""
    data = await in_database(lambda: GameEvent.objects.get(game__room=room, seq=1).data)
    return await visit(room, player), json.loads(data)


async def test_a_bots_turn_has_a_deadline_without_a_clock(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    one = await visit(room, alice)
    await one.ask("add_bot", bot="pip")
    await one.ask("start")
    await one.reach(1)
    assert (one.table["clock"], one.table["deadline"]) == (None, None)
    seq = (await turn(one, "ones"))["seq"]
    table = await one.reach(seq)
    assert table["acting"] == [1]
    assert table["deadline"] > one.events[-1]["at"]
