"""Two processes: hints that one does not understand, and clients who have seen more than it has."""

import random
from typing import Any

import pytest
from channels.layers import get_channel_layer

from games.models import Room, User
from games.platform.database.threads import in_database
from games.record.log.verifying import problems_of
from games.tables.live import bus, registry
from games.tables.live.registry import Hubs, use_hubs
from tests.fixtures import Processes
from tests.support.client import AsgiClient, visit
from tests.support.people import current_game, playing
from tests.support.play import move
from tests.tables.sockets.layers import DeadLayer


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reconcile with the database often, to find changes whose hint is lost, and repeat who is
    there often: processes send hints only to those that they know to share a room.
    """
    monkeypatch.setattr(registry, "RECONCILE_S", 0.05)
    monkeypatch.setattr(registry, "REPEAT_S", 0.05)


def good_layer() -> Any:
    """The layer of the settings: in memory, or Redis if the tests run on it."""
    return get_channel_layer()


async def enter(hubs: Hubs, room: Room, user: User | None = None) -> AsgiClient:
    """Connect to one of the processes."""
    use_hubs(hubs)
    return await visit(room, user)


async def play(clients: list[AsgiClient], moves: int, seed: int) -> None:
    """Play with two players on different processes.

    Each move waits until its player sees that it is their turn.
    """
    rng = random.Random(seed)
    seq = 1
    for _ in range(moves):
        for client in clients[:2]:
            await client.reach(seq)
        acting = clients[0].table["acting"][0]
        answer = await move(clients[acting], rng)
        assert answer["type"] == "ack", answer
        seq = answer["seq"]
    for client in clients:
        await client.reach(seq)


async def agreed(room: Room, clients: list[AsgiClient]) -> None:
    views = [client.table for client in clients]
    assert views.count(views[0]) == len(views)
    game = await in_database(lambda: current_game(room))
    assert await in_database(game.events.count) == views[0]["seq"]
    assert await in_database(lambda: problems_of(game)) == []


@pytest.mark.logs_errors("games.tables.live.bus")
async def test_it_goes_on_listening_after_a_hint_that_it_does_not_understand(
    processes: Processes,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(registry, "RECONCILE_S", 3600)
    layer = good_layer()
    one, other = await processes(layer)
    room = await in_database(lambda: playing(alice, bob))
    clients = [await enter(one, room, alice), await enter(other, room, bob)]
    for client in clients:
        await client.hear("presence", here=[alice.pk, bob.pk], away=[])
    strange = {"type": "hub.game", "kind": "game", "room": room.pk, "from": "a newer version"}
    await layer.group_send(bus.group_of(room.pk), strange)
    await play(clients, 6, 1)
    await agreed(room, clients)
    assert "a hint was not understood" in caplog.text


async def test_it_shows_selections_to_the_other_process(
    processes: Processes, alice: User, bob: User
) -> None:
    one, other = await processes(good_layer())
    room = await in_database(lambda: playing(alice, bob))
    first, second = await enter(one, room, alice), await enter(other, room, bob)
    for client in (first, second):
        await client.hear("presence", here=[alice.pk, bob.pk], away=[])
    await first.roll()
    await second.reach(2)
    await first.say("select", game=first.table["game"], turn=1, hold=[2])
    assert (await second.hear("selection"))["hold"] == [2]


@pytest.mark.parametrize("rematch", [False, True])
async def test_it_does_not_show_a_returning_client_less_than_it_has_seen(
    processes: Processes,
    alice: User,
    bob: User,
    charlie: User,
    monkeypatch: pytest.MonkeyPatch,
    rematch: bool,
) -> None:
    # A server may die before it tells the others. Here none ever tells.
    monkeypatch.setattr(registry, "RECONCILE_S", 60.0)
    here, there = await processes(DeadLayer())
    room = await in_database(lambda: playing(alice, bob))
    watcher = await enter(there, room, charlie)
    one, two = await enter(here, room, alice), await enter(here, room, bob)
    if rematch:
        await one.ask("resign", game=one.table["game"])
        assert (await one.ask("rematch"))["type"] == "ack"
        assert (await two.ask("rematch"))["type"] == "ack"
    else:
        await one.roll()
    before = watcher.table
    assert (one.table["game"], one.table["seq"]) != (before["game"], before["seq"])
    use_hubs(there)
    back = await visit(room, alice, seen=f"{one.table['game']}.{one.table['seq']}")
    assert back.table == one.table


@pytest.mark.parametrize("seen", ["", "nonsense", "zzzz.9", "a.b", "UPPER.1", "x" * 99 + ".1"])
async def test_it_welcomes_a_client_whatever_it_says_it_has_seen(
    processes: Processes, alice: User, seen: str
) -> None:
    here, _ = await processes(DeadLayer())
    room = await in_database(lambda: playing(alice))
    use_hubs(here)
    assert (await visit(room, alice, seen=seen)).table["seq"] == 1
