"""Games with bots: each move is made once, and bots know no more than people."""

import asyncio
import hashlib
import hmac
import random
from typing import Any

import pytest

from games.core import bots
from games.core.engine import GameState
from games.models import Room, User
from games.platform.database.threads import in_database
from games.record.log.loading import load_game
from games.record.log.verifying import problems_of
from games.tables.live import bot_driver
from games.tables.live.deadlines import sweep_deadlines
from games.tables.live.registry import Hubs, use_hubs
from tests.support.client import AsgiClient, visit
from tests.support.clock import FakeClock
from tests.support.people import current_game, state_of
from tests.support.play import move
from tests.tables.matchmaking.database import game_settings, room_of, tables, waiting
from tests.tables.matchmaking.tab import look


async def with_bots(alice: User, **differing: Any) -> tuple[Room, AsgiClient]:
    """A table of alice and bots, whose game has begun."""
    tab = await look(alice)
    settings = {"variant": "yacht", "switches": {}, "clock": None, "bots": 1, **differing}
    assert (await tab.ask("company", **settings))["type"] == "ack"
    room = await room_of(await tab.room_found())
    client = await visit(room, alice)
    await client.ask("seed", seed="mine")
    await client.reach(1)
    return room, client


async def test_it_seats_bots_and_begins_with_the_players_seed(hubs: Hubs, alice: User) -> None:
    room, client = await with_bots(alice, bots=3, variant="yatzy", clock=30)
    assert (room.variant, room.clock, room.rated) == ("yatzy", 30, False)
    seats = client.table["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats] == [
        ("Alice", False),
        ("Breeze", True),
        ("Pip", True),
        ("Skipper", True),
    ]
    assert [seat["persona"] for seat in seats] == [None, "breeze", "pip", "skipper"]
    assert client.table["fairness"]["seeds"] == ["mine", "bot", "bot", "bot"]


async def test_it_ends_the_search_and_leads_to_one_table_however_often_it_is_said(
    hubs: Hubs, alice: User
) -> None:
    tab = await look(alice)
    await tab.ask("play", **game_settings())
    for _ in range(3):
        await tab.ask("company", variant="yacht")
    await tab.has_no_ticket()
    assert await waiting() == set()
    assert await tables() == {await tab.room_found(): ["Alice", "Breeze"]}
    assert len(set(tab.paired)) == 1


async def test_it_knows_no_bots_but_the_houses(hubs: Hubs, alice: User) -> None:
    tab = await look(alice)
    answer = await tab.ask("company", variant="yacht", wanted=["hal"])
    assert answer["code"] == "not_found"


@pytest.mark.parametrize("number", [0, 4])
async def test_it_refuses_no_bots_and_too_many(hubs: Hubs, alice: User, number: int) -> None:
    tab = await look(alice)
    answer = await tab.ask("company", variant="yacht", bots=number)
    assert answer["code"] == "bad_message"


async def test_it_makes_each_move_once_though_two_workers_play(
    hubs: Hubs,
    clock: FakeClock,
    bots_move_at_once: None,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room, client = await with_bots(alice)
    rng = random.Random(4)
    others = Hubs()
    made: list[int] = []
    for _ in range(4):
        while client.table["acting"] == [0]:
            await move(client, rng)
        while client.table["acting"] == [1]:
            before = client.table["seq"]
            # Both think of the same moment, and both move: one of them is told that it has passed.
            mine = asyncio.create_task(bot_driver.play_move(room.code))
            await asyncio.sleep(0)  # it has its own rooms in hand before the others are given out
            monkeypatch.setattr(bot_driver, "current_hubs", lambda: others)
            theirs = await bot_driver.play_move(room.code)
            monkeypatch.setattr(bot_driver, "current_hubs", lambda: hubs)
            made.append([await mine, theirs].count(True))
            await client.reach(before + 1)
    game = await in_database(lambda: current_game(room))
    assert await in_database(lambda: problems_of(game)) == []
    moves = [
        (event["seat"], event["data"]["turn"], event["data"].get("roll", 4))
        for event in client.events
        if event["type"] in ("dice.rolled", "box.scored")
    ]
    assert len(set(moves)) == len(moves)
    # What each worker was told is what the log has: none believes in a move that was not made.
    assert sum(made) == sum(seat == 1 for seat, _, _ in moves)
    await others.close()


async def test_it_goes_on_where_a_worker_that_died_has_stopped(
    hubs: Hubs, clock: FakeClock, bots_move_at_once: None, alice: User
) -> None:
    room, client = await with_bots(alice)
    while client.table["acting"] == [0]:
        await move(client, random.Random(5))
    assert await bot_driver.play_move(room.code)
    fresh = Hubs()
    use_hubs(fresh)
    state = await state_of(room)
    assert (state.acting, state.seats[1].turn.rolls) == ((1,), 1)
    assert state.next_due is not None
    clock.set_at_least(state.next_due)
    await sweep_deadlines()
    await asyncio.gather(*fresh.process.background.tasks)
    assert (await state_of(room)).seats[1].turn.number == 2
    use_hubs(hubs)
    await fresh.close()


async def test_it_is_shown_no_dice_before_they_fall(
    hubs: Hubs,
    clock: FakeClock,
    bots_move_at_once: None,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What thinks is given the state and a number; the dice stay with the room.
    room, client = await with_bots(alice)
    while client.table["acting"] == [0]:
        await move(client, random.Random(5))
    seen: list[tuple[Any, ...]] = []
    think = bots.choose_with_pause

    def watched(*arguments: Any) -> Any:
        seen.append(arguments)
        return think(*arguments)

    monkeypatch.setattr(bots, "choose_with_pause", watched)
    await bot_driver.play_move(room.code)
    ((state, seat, draw),) = seen
    assert isinstance(state, GameState)
    assert (seat, state.secret) == (1, None)
    # The number comes from the game's secret, as docs/bots.md says.
    game = await in_database(lambda: current_game(room))
    secret = (await in_database(lambda: load_game(game.id))).dice.secret
    message = f"bot|{state.code}|{','.join(state.seeds)}|1|1|0".encode()
    digest = hmac.new(secret, message, hashlib.sha256).hexdigest()
    assert draw == pytest.approx(int(digest, 16) / 2**256, abs=1e-12)
