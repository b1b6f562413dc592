"""What docs/protocol.md says of views in rounds, of shared dice and of deadlines is so."""

import json
from typing import Any

from games.accounts.bot_accounts import find_bot
from games.clock import now_ms
from games.database.threads import in_database
from games.engine import SHOW_MS
from games.fairness.shared_dice import open_share
from games.live.registry import Hubs
from games.models import GameEvent, Room, User
from games.rooms.shared_games import open_shared_game, open_shared_table
from tests.sockets.sealed_table import begun
from tests.support.client import AsgiClient, visit
from tests.support.clock import FakeClock
from tests.support.people import open_room, playing
from tests.support.sealing import reveal

ROUNDS: dict[str, Any] = {"mode": "rounds", "clock": 60, "public": True}


async def start(*people: User) -> list[AsgiClient]:
    """Start a game in rounds; connect its players, and a spectator."""
    room = await in_database(lambda: playing(*people, **ROUNDS))
    return [await visit(room, user) for user in (*people, None)]


async def turn(client: AsgiClient, category: str) -> dict[str, Any]:
    """Play a turn of one roll; return the answer to its box."""
    await client.roll()
    return await client.score(category)


async def test_a_view_of_rounds_has_no_round_before_the_seeds_are_shown(
    hubs: Hubs, alice: User, bob: User
) -> None:
    _, one, two, hers, his = await begun(alice, bob, mode="rounds", clock=60)
    fields = {"done", "revealed", "public"}
    assert not fields & one.table.keys()
    await reveal(one, hers)
    assert not fields & one.table.keys()
    await reveal(two, his)
    await one.reach(3)
    assert (one.table["done"], one.table["revealed"], one.table["public"]) == ([], [], 3)


async def test_a_seat_that_has_resigned_is_done_with_that_round_only(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, charlie: User
) -> None:
    one, two, three, watcher = await start(alice, bob, charlie)
    await two.ask("resign", game=two.table["game"])
    await watcher.hear("done", done=[1])
    await turn(one, "ones")
    await watcher.hear("done", done=[0, 1])
    seq = (await turn(three, "ones"))["seq"]
    assert (await watcher.reach(seq))["done"] == []
    assert watcher.table["seats"][1]["out"]
    clock.advance(SHOW_MS / 1000)
    await turn(three, "twos")
    await watcher.hear("done", done=[2])
    await three.ask("resign", game=three.table["game"])
    await watcher.reach_room(status="over")
    assert watcher.table["done"] == []


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


async def test_the_last_box_is_ones_own_also_after_the_end(
    hubs: Hubs, alice: User, bob: User
) -> None:
    one, two, watcher = await start(alice, bob)
    await turn(two, "twos")
    await turn(one, "ones")
    await two.ask("resign", game=two.table["game"])
    for client, last in ((one, (0, "ones")), (two, (1, "twos"))):
        await client.reach_room(status="over")
        assert (client.table["last"]["seat"], client.table["last"]["category"]) == last
    assert watcher.table["status"] == "finished"
    assert watcher.table["last"] is None


async def started(room: Room, player: User) -> tuple[AsgiClient, dict[str, Any]]:
    """Connect to a game that runs; return the client, and the data of its first event."""
    data = await in_database(lambda: GameEvent.objects.get(game__room=room, seq=1).data)
    return await visit(room, player), json.loads(data)


async def test_games_that_share_their_dice_take_no_seeds(
    hubs: Hubs, alice: User, bob: User
) -> None:
    def open_table() -> Room:
        players = [bob, User.objects.get(pk=find_bot("pip"))]
        return open_shared_table(players, "yacht", {}, 30, open_share(), now_ms())

    daily = await in_database(lambda: open_shared_game(alice, "yacht", open_share()))
    table = await in_database(open_table)
    for room, player, seeds in ((daily, alice, ["shared"]), (table, bob, ["shared", "bot"])):
        client, first = await started(room, player)
        assert (first["dice"], "scheme" in first) == ("same", False)
        assert (client.table["dice"], client.table["share"]) == ("same", first["share"])
        fairness = client.table["fairness"]
        assert (fairness["scheme"], fairness["seals"], fairness["known"]) == ("", [], [])
        assert (fairness["seeds"], fairness["secret"]) == (seeds, None)
        assert client.room.get("dice") == (None if room is daily else "same")


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
