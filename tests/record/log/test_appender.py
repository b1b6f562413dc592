"""The writer in a thread: batches, failures, and commits with an unknown outcome."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from django.db import DatabaseError, InterfaceError

from games.core.engine import Roll
from games.models import Game, User
from games.platform.database.threads import in_database
from games.record.log import batches
from games.record.log.appender import ThreadWriter
from games.record.log.batches import Conflict, Entry, StoreUnavailable
from games.record.log.loading import find_answer, load_game
from tests.support.desk import entry_for
from tests.support.people import begun, open_room


@pytest.fixture
def games(alice: User, bob: User, charlie: User) -> list[Game]:
    return [begun(open_room(user), user) for user in (alice, bob, charlie)]


@pytest.fixture
async def appender() -> AsyncIterator[ThreadWriter]:
    made = ThreadWriter()
    yield made
    await made.close()


async def first_roll(game: Game, by: str = "") -> tuple[Entry, "asyncio.Future[Exception | None]"]:
    outcome: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    made = await in_database(lambda: entry_for(game, 0, Roll(1, 0), by, outcome.set_result))
    return made, outcome


async def seq_of(game: Game) -> int:
    loaded = await in_database(lambda: load_game(game.pk))
    return loaded.state.seq


async def test_it_tells_nothing_before_the_commit(
    games: list[Game], appender: ThreadWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, gate = threading.Event(), threading.Event()
    real = batches.write_together

    def write(batch: list[Entry]) -> set[int]:
        reached.set()
        gate.wait(30)
        return real(batch)

    monkeypatch.setattr(batches, "write_together", write)
    entry, outcome = await first_roll(games[0])
    appender.append(entry)
    assert await asyncio.to_thread(reached.wait, 30)
    assert not outcome.done()
    gate.set()
    assert await outcome is None


@pytest.mark.parametrize("error", [DatabaseError("disk full"), InterfaceError("closed")])
async def test_it_reports_a_failing_database_and_goes_on_when_it_is_back(
    games: list[Game], appender: ThreadWriter, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(batch: list[Entry]) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(batches, "write_together", fail)
        entry, outcome = await first_roll(games[0])
        appender.append(entry)
        assert isinstance(await outcome, StoreUnavailable)
    assert await seq_of(games[0]) == 1
    entry, outcome = await first_roll(games[0])
    appender.append(entry)
    assert await outcome is None


@pytest.mark.logs_errors("games.record.log.appender")
async def test_it_goes_on_when_not_even_the_broken_connection_can_be_closed(
    games: list[Game], appender: ThreadWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:

        def broken(*_: object) -> None:
            raise InterfaceError("gone")

        patch.setattr(batches, "write_together", broken)
        patch.setattr(batches, "_failure", broken)
        entry, outcome = await first_roll(games[0])
        appender.append(entry)
        assert isinstance(await asyncio.wait_for(outcome, 5), StoreUnavailable)
    entry, outcome = await first_roll(games[0])
    appender.append(entry)
    assert await asyncio.wait_for(outcome, 5) is None
    assert await seq_of(games[0]) == 2


async def test_it_calls_a_commit_whose_answer_was_lost_unavailable_and_the_log_knows_better(
    games: list[Game], appender: ThreadWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = batches.write_together

    def commit_and_lose_the_connection(batch: list[Entry]) -> None:
        real(batch)
        raise DatabaseError("server closed the connection unexpectedly")

    monkeypatch.setattr(batches, "write_together", commit_and_lose_the_connection)
    entry, outcome = await first_roll(games[0], by="7:c1")
    appender.append(entry)
    assert isinstance(await outcome, StoreUnavailable)
    assert await in_database(lambda: find_answer(games[0].code, "7:c1")) == 2


async def test_it_calls_a_lost_commit_of_a_batch_a_conflict_since_the_log_has_it(
    games: list[Game], appender: ThreadWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = batches.write_together
    lost: list[list[Entry]] = []

    def lose_the_first(batch: list[Entry]) -> set[int]:
        advanced = real(batch)
        if not lost:
            lost.append(batch)
            raise DatabaseError("server closed the connection unexpectedly")
        return advanced

    monkeypatch.setattr(batches, "write_together", lose_the_first)
    made = [await first_roll(game) for game in games[:2]]
    outcomes: Any = await in_database(lambda: batches.write([entry for entry, _ in made]))
    assert [type(outcome) for outcome in outcomes] == [Conflict, Conflict]
    assert [await seq_of(game) for game in games[:2]] == [2, 2]


@pytest.mark.logs_errors("games.record.log.batches")
async def test_it_lets_no_failing_room_silence_the_others(
    games: list[Game], appender: ThreadWriter, caplog: pytest.LogCaptureFixture
) -> None:
    def explode(_: Exception | None) -> None:
        raise RuntimeError("a bug in one room")

    made = [await first_roll(game) for game in games[:2]]
    made[0][0].done = explode
    appender.append(made[0][0])
    appender.append(made[1][0])
    assert await made[1][1] is None
    assert "a room failed after its commit" in caplog.text


async def test_it_writes_what_is_queued_before_it_closes(games: list[Game]) -> None:
    appender = ThreadWriter()
    made = [await first_roll(game) for game in games]
    for entry, _ in made:
        appender.append(entry)
    await appender.close()
    assert [await outcome for _, outcome in made] == [None, None, None]
    assert not [thread for thread in threading.enumerate() if thread.name == "appender"]


async def test_it_gathers_entries_while_a_commit_is_under_way(
    games: list[Game], appender: ThreadWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, writing = threading.Event(), threading.Event()
    sizes = []
    real = batches.write_together

    def held(batch: list[Entry]) -> set[int]:
        sizes.append(len(batch))
        writing.set()
        gate.wait(5)
        return real(batch)

    monkeypatch.setattr(batches, "write_together", held)
    entries = [await first_roll(game) for game in games]
    appender.append(entries[0][0])
    assert await asyncio.to_thread(writing.wait, 5)
    appender.append(entries[1][0])
    appender.append(entries[2][0])
    gate.set()
    assert [await outcome for _, outcome in entries] == [None, None, None]
    assert sizes == [1, 2]
    assert [await seq_of(game) for game in games] == [2, 2, 2]
