"""Starts that are cancelled because a player does not show their seed."""

import asyncio

import pytest
from channels.layers import InMemoryChannelLayer

from games.assembly.processes.lifecycle import announce_restart
from games.models import User
from games.tables.live.deadlines import sweep_deadlines
from games.tables.live.presence import LINGER_S
from games.tables.live.registry import Hubs, use_hubs
from games.tables.live.seed_watch import REVEAL_S
from tests.fixtures import Processes
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.sealing import reveal, seal
from tests.tables.live.sealed_table import begun, game_of, problems, table_of


async def test_it_cancels_the_start_when_a_player_withholds_their_seed(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, one, two, hers, _ = await begun(alice, bob)
    await reveal(one, hers)
    clock.advance(REVEAL_S - 1)
    await hubs._tick()
    assert one.table["status"] == "playing"
    clock.advance(1)
    await hubs._tick()
    event = (await one.hear("update", seq=3))["events"][0]
    assert event["type"] == "game.cancelled"
    assert (event["data"]["withheld"], event["data"]["blamed"]) == ([1], True)
    assert one.table["status"] == "cancelled"
    shown = await one.reach_room(status="open", number=1)
    assert [seat["player"] for seat in shown["seats"]] == [alice.pk, None]
    assert shown["next"]["game"] != hers.game
    assert all(seat["seal"] == "" for seat in shown["seats"])
    assert await problems(room) == []
    # The others start again, with new seeds.
    await two.ask("sit")
    again, his = await seal(one, alice), await seal(two, bob)
    assert (await one.ask("start"))["type"] == "ack"
    assert one.table["game"] == again.game
    await reveal(one, again)
    await reveal(two, his)
    assert (await one.reach(3))["acting"] == [1]
    assert (await game_of(room)).number == 2


async def test_it_blames_a_player_who_left_before_the_start_reached_them(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, one, two = await table_of(alice, bob)
    hers, _ = await seal(one, alice), await seal(two, bob)
    # Bob still counts as here when the game starts, and could watch it without a name.
    await two.leave()
    await one.ask("start")
    await one.reach(1)
    await reveal(one, hers)
    for _ in range(int(LINGER_S + REVEAL_S) - 1):
        clock.advance(1)
        await hubs._tick()
    assert one.table["status"] == "playing"
    clock.advance(1)
    await hubs._tick()
    event = (await one.hear("update", seq=3))["events"][0]
    assert (event["data"]["withheld"], event["data"]["blamed"]) == ([1], True)
    assert await problems(room) == []


async def test_it_does_not_blame_a_player_who_comes_back(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room, one, two = await table_of(alice, bob)
    hers, his = await seal(one, alice), await seal(two, bob)
    await two.leave()
    await one.ask("start")
    await one.reach(1)
    await reveal(one, hers)
    for _ in range(int(LINGER_S + REVEAL_S) - 2):
        clock.advance(1)
        await hubs._tick()
    back = await visit(room, bob)
    clock.advance(REVEAL_S - 1)
    await hubs._tick()
    assert back.table["revealing"] == [1]
    assert (await reveal(back, his))["type"] == "ack"


async def test_it_blames_nobody_where_it_does_not_know_who_is_here(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, one, two = await table_of(alice, bob)
    hers, _ = await seal(one, alice), await seal(two, bob)
    await two.leave()
    await one.ask("start")
    await one.reach(1)
    await reveal(one, hers)
    monkeypatch.setattr(hubs.process, "knows_presence", lambda: False)
    for _ in range(29):
        clock.advance(1)
        await hubs._tick()
    assert one.table["status"] == "playing"
    clock.advance(2)
    await sweep_deadlines()
    update = await one.hear("update", seq=3)
    assert update["events"][0]["data"]["withheld"] == [1]
    assert update["events"][0]["data"]["blamed"] is False
    assert (await one.reach_room(status="open"))["seats"][1]["player"] is None
    assert await problems(room) == []


@pytest.mark.parametrize("trouble", ["restart", "store"])
async def test_it_blames_nobody_when_the_server_may_have_failed(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, trouble: str
) -> None:
    _, one, two, hers, his = await begun(alice, bob)
    await reveal(one, hers)
    clock.advance(1)
    if trouble == "restart":
        await announce_restart()
    else:
        hubs.process.health.note_failure()
    clock.advance(REVEAL_S)
    await hubs._tick()
    assert one.table["revealing"] == [1]
    # A seed that comes late still starts the game.
    assert (await reveal(two, his))["type"] == "ack"
    assert (await one.reach(3))["acting"] == [0]


async def test_it_blames_nobody_while_another_process_restarts(
    processes: Processes, clock: FakeClock, alice: User, bob: User
) -> None:
    first, second = await processes(InMemoryChannelLayer())
    use_hubs(first)
    room, one, two = await table_of(alice, bob)
    hers, his = await seal(one, alice), await seal(two, bob)
    await one.ask("start")
    await one.reach(1)
    await reveal(one, hers)
    clock.advance(1)
    second.note_stop()
    for _ in range(500):
        await asyncio.sleep(0.01)
        if not first.process.health.is_good_since(clock.monotonic() - 1):
            break
    assert not first.process.health.is_good_since(clock.monotonic() - 1)
    clock.advance(REVEAL_S)
    await first._tick()
    assert first.rooms[room.code].game is not None
    assert one.table["revealing"] == [1]
    assert (await reveal(two, his))["type"] == "ack"
