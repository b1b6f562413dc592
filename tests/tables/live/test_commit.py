"""Nothing is shown or acknowledged before it is committed; nothing committed is repeated."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from django.db import DatabaseError, OperationalError

from games.models import User
from games.platform.database.threads import in_database
from games.record.log import appender, batches
from games.record.log.batches import Entry
from games.record.log.loading import load_game
from games.tables.live import game as live_game
from games.tables.live.registry import Hubs
from games.tables.sockets import connection as connection_module
from tests.support.client import PATIENCE_S, visit
from tests.support.people import current_game, playing


class Database:
    """Wraps the real appender: delays commits, refuses them, or loses their answers."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.open.set()
        self.reached = threading.Event()
        self.refuse = 0
        self.lose = 0
        self.real = batches.write_together

    def write(self, batch: list[Entry]) -> set[int]:
        """Replace `write_together`."""
        self.reached.set()
        self.open.wait(PATIENCE_S)
        if self.refuse:
            self.refuse -= 1
            raise OperationalError("the database is full")
        advanced = self.real(batch)
        if self.lose:
            self.lose -= 1
            raise DatabaseError("server closed the connection unexpectedly")
        return advanced


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    made = Database()
    # The writer that runs in the event loop must not be held up.
    monkeypatch.setattr(appender, "new_writer", appender.ThreadWriter)
    monkeypatch.setattr(batches, "write_together", made.write)
    # Retry without the pause for a database that restarts.
    monkeypatch.setattr(live_game, "RETRY_S", 0.0)
    yield made
    made.open.set()


async def test_it_acknowledges_and_shows_only_after_the_commit(
    hubs: Hubs, alice: User, bob: User, database: Database
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    database.open.clear()
    id_ = await one.say("roll", **one.moment())
    assert await asyncio.to_thread(database.reached.wait, PATIENCE_S)
    assert not any(frame["type"] in ("ack", "update") for frame in (*one.frames, *two.frames))
    late = await visit(room)
    assert late.table["seq"] == 1
    database.open.set()
    assert await one.answer(id_) == {"type": "ack", "id": id_, "seq": 2}
    assert (await two.reach(2)) == (await late.reach(2))


async def test_it_says_busy_and_acknowledges_nothing_while_the_database_refuses(
    hubs: Hubs, alice: User, database: Database
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    database.refuse = 100
    assert (await client.roll())["code"] == "busy"
    assert client.table["seq"] == 1
    database.refuse = 0
    # The same command succeeds when it is sent again.
    assert await client.ask("roll", **client.moment(), id="c1") == {
        "type": "ack",
        "id": "c1",
        "seq": 2,
    }


@pytest.mark.parametrize("lost", [1, 4, 5])
async def test_it_finds_out_that_a_commit_happened_although_its_answer_was_lost(
    hubs: Hubs, alice: User, database: Database, lost: int
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    database.lose = lost
    assert await client.roll() == {"type": "ack", "id": "c1", "seq": 2}
    game = await in_database(lambda: current_game(room))
    assert (await in_database(lambda: load_game(game.pk))).state.seq == 2
    assert client.table["seq"] == 2


async def test_it_takes_a_command_that_comes_twice_at_once_for_one(
    hubs: Hubs, alice: User, database: Database
) -> None:
    room = await in_database(lambda: playing(alice))
    tabs = [await visit(room, alice) for _ in range(3)]
    database.open.clear()
    for tab in tabs:
        await tab.say("roll", **tab.moment(), id="once")
    database.open.set()
    assert [await tab.answer("once") for tab in tabs] == [
        {"type": "ack", "id": "once", "seq": 2}
    ] * 3
    assert (await tabs[0].ask("ping"))["type"] == "ack"
    assert tabs[0].table["seq"] == 2


async def test_it_looks_for_old_answers_without_holding_up_the_players(
    hubs: Hubs, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow_answer(code: str, by: str) -> None:
        asked.set()
        await go_on.wait()

    monkeypatch.setattr(live_game, "find_earlier_answer", slow_answer)
    id_ = await two.say("roll", **two.moment())  # Alice's turn
    await asked.wait()
    assert (await one.roll())["seq"] == 2
    go_on.set()
    assert (await two.answer(id_))["code"] == "not_your_turn"


async def test_it_gives_old_answers_of_long_ago_and_of_the_game_before(
    hubs: Hubs, alice: User
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    first = client.moment()
    rolled = await client.ask("roll", **first, id="r")
    game = hubs.rooms[room.code].game
    assert game is not None
    game._answers.clear()
    assert await client.ask("roll", **first, id="r") == rolled
    quit_ = await client.ask("resign", game=first["game"], id="q")
    await client.reach_room(status="over")
    await client.ask("rematch")
    await client.reach_room(number=2)
    assert await client.ask("resign", game=first["game"], id="q") == quit_
    refused = await client.ask("resign", game=first["game"], id="other")
    assert refused["code"] == "stale"


async def test_it_says_busy_when_the_database_hangs_and_lives_on(
    hubs: Hubs, alice: User, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "COMMAND_S", 0.0)
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    database.open.clear()
    # Commands have one clock, which ticks every second.
    assert (await client.roll())["code"] == "busy"
    monkeypatch.undo()
    database.open.set()
    # It was committed: sent again, it gets its answer, and nothing is rolled twice.
    assert await client.ask("roll", **client.moment(), id="c1") == {
        "type": "ack",
        "id": "c1",
        "seq": 2,
    }
    assert client.table["seq"] == 2
