"""Two processes agree although hints between them are lost, repeated or reordered.

Every client checks what it receives: events without gaps or repetitions, or a snapshot.
"""

import random
from typing import Any

import pytest
from channels.layers import get_channel_layer

from games.database.threads import in_database
from games.live import bus, registry
from games.live.registry import Hubs, use_hubs
from games.log.verifying import problems_of
from games.models import Room, User
from tests.fixtures import Processes
from tests.sockets.layers import DeadLayer, FailingLayer, LossyLayer
from tests.support.client import AsgiClient, visit
from tests.support.people import current_game, keep, open_room, playing, seated
from tests.support.play import move


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


@pytest.mark.parametrize("seed", range(4))
async def test_it_agrees_over_a_layer_that_loses_repeats_and_reorders(
    processes: Processes, alice: User, bob: User, seed: int
) -> None:
    layer = LossyLayer(seed)
    one, other = await processes(layer)
    room = await in_database(lambda: playing(alice, bob))
    clients = [
        await enter(one, room, alice),
        await enter(other, room, bob),
        await enter(one, room),
        await enter(other, room),
    ]
    await play(clients, 16, seed)
    await agreed(room, clients)
    assert layer.lost
    assert layer.repeated
    assert layer.late


async def test_it_agrees_without_any_layer(
    processes: Processes, alice: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = await processes(DeadLayer())
    room = await in_database(lambda: seated(alice, bob))
    clients = [await enter(one, room, alice), await enter(other, room, bob)]
    await clients[0].ask("start")
    await play(clients, 8, 1)
    await agreed(room, clients)
    await clients[0].ask("chat", text="hello?")
    assert (await clients[1].hear("chat"))["text"] == "hello?"
    assert (await clients[1].ask("resign", game=clients[1].table["game"]))["type"] == "ack"
    await clients[0].reach_room(status="over")
    # One line for each process, however often it tried.
    lines = [record for record in caplog.records if "channel layer" in record.getMessage()]
    assert len(lines) == 2


async def test_it_goes_on_when_the_layer_dies_and_comes_back(
    processes: Processes, alice: User, bob: User
) -> None:
    layer = FailingLayer()
    one, other = await processes(layer)
    room = await in_database(lambda: playing(alice, bob))
    clients = [await enter(one, room, alice), await enter(other, room, bob)]
    await play(clients, 3, 1)
    layer.dead = True
    rng = random.Random(2)
    for _ in range(3):
        for client in clients:
            await client.reach(max(each.table["seq"] for each in clients))
        assert (await move(clients[clients[0].table["acting"][0]], rng))["type"] == "ack"
    layer.dead = False
    await clients[0].ask("chat", text="back again")
    await clients[1].hear("chat")
    for client in clients:
        await client.reach(max(each.table["seq"] for each in clients))
    await agreed(room, clients)


async def test_it_hears_of_moves_at_once_over_a_good_layer(
    processes: Processes, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "RECONCILE_S", 3600)
    one, other = await processes(good_layer())
    room = await in_database(lambda: playing(alice, bob))
    clients = [await enter(one, room, alice), await enter(other, room, bob)]
    # When each knows of the other, both have subscribed.
    for client in clients:
        await client.hear("presence", here=[alice.pk, bob.pk], away=[])
    await play(clients, 6, 1)
    await agreed(room, clients)
    game = clients[0].table["game"]
    await clients[0].ask("resign", game=game)
    await clients[1].reach_room(status="over")
    await clients[0].ask("rematch")
    await clients[1].ask("rematch")
    for client in clients:
        await client.reach_room(status="playing", number=2)
        await client.reach(1)


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


async def test_it_shows_reactions_and_the_names_of_spectators_to_the_other_process(
    processes: Processes, alice: User, bob: User
) -> None:
    one, other = await processes(good_layer())
    room = await in_database(lambda: open_room(alice))
    await in_database(lambda: keep(bob))
    first, second = await enter(one, room, alice), await enter(other, room, bob)
    await first.hear("presence", watching=1, watchers=["Bob"])
    await first.say("react", reaction="clap")
    await first.say("react", reaction="wow")
    assert (await second.hear("reaction"))["reaction"] == "clap"
    assert (await second.hear("reaction", reaction="wow"))["name"] == "Alice"


async def test_it_lets_two_processes_decide_again_when_they_meet(
    processes: Processes, alice: User, bob: User
) -> None:
    one, other = await processes(DeadLayer())
    room = await in_database(lambda: playing(alice, bob))
    first, second = await enter(one, room, alice), await enter(other, room, alice)
    moment = first.moment()
    ids = [
        await client.say("roll", **moment, id=f"t{n}") for n, client in enumerate((first, second))
    ]
    answers = [await client.answer(id_) for client, id_ in zip((first, second), ids, strict=True)]
    assert sorted(answer["type"] for answer in answers) == ["ack", "error"]
    assert next(answer for answer in answers if answer["type"] == "error")["code"] == "stale"
    await first.reach(2)
    await second.reach(2)
    await agreed(room, [first, second])


@pytest.mark.parametrize("rematch", [False, True])
async def test_it_does_not_show_a_returning_client_less_than_it_has_seen(
    processes: Processes,
    alice: User,
    bob: User,
    charlie: User,
    monkeypatch: pytest.MonkeyPatch,
    rematch: bool,
) -> None:
    """A server may die before it tells the others. Here none ever tells."""
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
