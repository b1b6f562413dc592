"""A turn's time runs out: the server fills a box, and plays for absent players."""

import asyncio
from typing import Any

import pytest

from games.assembly.processes.lifecycle import work
from games.core.engine import AUTO_MS, GRACE_MS
from games.core.rules import VARIANTS
from games.models import Room, User
from games.platform.database.threads import in_database
from games.platform.jobs import runner
from games.tables.live import deadlines
from games.tables.live.deadlines import play_due_seats, sweep_deadlines
from games.tables.live.registry import Hubs
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.people import START, begun, current_game, open_room, state_of


async def timed(host: User, *others: User, variant: str = "yacht", clock: int = 30) -> Room:
    """A room where a game with a clock has begun at START."""

    def make() -> Room:
        room = open_room(host, 1 + len(others), variant, clock=clock)
        begun(room, host, *others)
        return room

    return await in_database(make)


async def events_of(room: Room) -> list[str]:
    def read() -> list[str]:
        return list(current_game(room).events.values_list("type", flat=True))

    return await in_database(read)


async def test_it_waits_for_the_deadline_and_its_grace(
    hubs: Hubs, clock: FakeClock, alice: User
) -> None:
    room = await timed(alice)
    clock.set(START + 30_000 + GRACE_MS - 1)
    assert await sweep_deadlines() == 0
    clock.set(START + 30_000 + GRACE_MS)
    assert await sweep_deadlines() == 1
    assert await events_of(room) == ["game.started", "turn.timed_out", "dice.rolled", "box.scored"]
    assert await sweep_deadlines() == 0


@pytest.mark.parametrize("variant", sorted(VARIANTS))
async def test_it_fills_the_best_box_for_the_dice_on_the_table(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, variant: str
) -> None:
    room = await timed(alice, bob, variant=variant)
    clock.set(START + 1000)
    client = await visit(room, alice)
    await client.roll()
    options = client.table["seats"][0]["options"]
    clock.set(START + 31_000)
    await sweep_deadlines()
    last = (await client.reach(4))["last"]
    assert last["timed_out"] is True
    chosen = {key: last[key] for key in ("column", "category", "points", "bonus", "joker")}
    # One of the boxes that the player could have filled, and none is worth more.
    assert chosen in options
    columns = client.room["sheet"]["columns"]

    def worth(option: dict[str, Any]) -> int:
        return int((option["points"] + option["bonus"]) * columns[option["column"]])

    assert worth(last) == max(map(worth, options))
    assert client.table["acting"] == [1]


async def test_it_refuses_a_player_who_comes_after_the_deadline(
    hubs: Hubs, clock: FakeClock, alice: User
) -> None:
    room = await timed(alice)
    client = await visit(room, alice)
    clock.set(START + 30_000 + GRACE_MS)
    assert (await client.roll())["code"] == "stale"
    clock.set(START + 30_000 + GRACE_MS - 1)
    assert (await client.roll())["type"] == "ack"


async def test_it_is_done_once_by_two_workers(
    hubs: Hubs, clock: FakeClock, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await timed(alice)
    other = Hubs()
    await other.enter(room.code)
    await hubs.enter(room.code)
    clock.set(START + 31_000)
    mine = asyncio.create_task(play_due_seats(room.code))
    monkeypatch.setattr(deadlines, "current_hubs", lambda: other)
    await asyncio.gather(mine, play_due_seats(room.code))
    assert (await events_of(room)).count("turn.timed_out") == 1
    assert (await state_of(room)).seq == 4
    await other.close()


async def test_it_plays_on_for_who_times_out_twice_in_a_row_until_he_is_back(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room = await timed(alice, bob)
    two = await visit(room, bob)
    clock.set(START + 31_000)
    await sweep_deadlines()
    await two.reach(4)
    await two.roll()
    await two.score("choice")
    clock.set(clock.ms + 31_000)
    await sweep_deadlines()
    assert (await two.reach(10))["seats"][0]["auto"] is True
    assert [event["type"] for event in two.events if event["seq"] > 6] == [
        "turn.timed_out",
        "seat.away",
        "dice.rolled",
        "box.scored",
    ]
    await two.roll()
    await two.score("ones")
    # From now on their turns are played without waiting for the clock.
    assert two.table["deadline"] == clock.ms + AUTO_MS
    clock.set(clock.ms + AUTO_MS)
    await sweep_deadlines()
    assert (await two.reach(14))["acting"] == [1]
    played = [event["type"] for event in two.events if event["seq"] > 12]
    assert played == ["dice.rolled", "box.scored"]
    one = await visit(room, alice)
    assert (await one.reach(15))["seats"][0]["auto"] is False


@pytest.mark.logs_errors("games.tables.live.room_jobs")
async def test_it_goes_on_with_the_other_rooms_when_one_fails(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = await timed(alice), await timed(bob)
    await in_database(lambda: current_game(broken).events.all().delete())
    clock.set(START + 31_000)
    assert await sweep_deadlines() == 2
    assert (await state_of(whole)).seq == 4
    assert f"work for room {broken.code} failed" in caplog.text


async def test_it_runs_until_it_is_told_to_stop(
    hubs: Hubs, clock: FakeClock, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "TICK_S", 0.01)
    room = await timed(alice)
    client = await visit(room, alice)
    stop = asyncio.Event()
    running = asyncio.create_task(work(stop))
    clock.set(START + 31_000)
    await client.reach(4)
    stop.set()
    await running
