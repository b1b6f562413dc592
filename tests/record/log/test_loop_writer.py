"""The writer in the event loop, on PostgreSQL: batches, conflicts, and broken connections."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from django.db import connection, transaction
from psycopg import OperationalError

from games.core.engine import Roll
from games.core.engine.actions import Abort
from games.models import Game, User
from games.platform.database.threads import in_database
from games.record.log import batches, loop_writer
from games.record.log.appender import new_writer
from games.record.log.batches import Conflict, Entry, StoreUnavailable
from games.record.log.loading import find_answer, load_game
from games.record.log.loop_writer import Answer, LoopConnection, LoopWriter
from tests.support.desk import entry_for
from tests.support.people import begun, open_room

Outcome = asyncio.Future[Exception | None]


@pytest.fixture
def games(alice: User, bob: User, charlie: User) -> list[Game]:
    return [begun(open_room(user), user) for user in (alice, bob, charlie)]


@pytest.fixture
async def writer() -> AsyncIterator[LoopWriter]:
    made = new_writer()
    assert isinstance(made, LoopWriter)
    yield made
    await made.close()


async def first_roll(game: Game, by: str = "") -> tuple[Entry, Outcome]:
    outcome: Outcome = asyncio.get_running_loop().create_future()
    made = await in_database(lambda: entry_for(game, 0, Roll(1, 0), by, outcome.set_result))
    return made, outcome


async def seqs_of(games: list[Game]) -> list[int]:
    return await in_database(lambda: [load_game(game.pk).state.seq for game in games])


def pid_of(writer: LoopWriter) -> int:
    """The process of the database that serves the writer."""
    assert writer._connection is not None
    return writer._connection._server.backend_pid


async def end_connection(writer: LoopWriter) -> None:
    pid = pid_of(writer)

    def end() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

    await in_database(end)


@contextmanager
def sizes_of_batches(patch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    sizes: list[int] = []
    real = batches.work_of

    def counted(batch: list[Entry]) -> object:
        sizes.append(len(batch))
        return real(batch)

    with patch.context() as counting:
        counting.setattr(batches, "work_of", counted)
        yield sizes


async def test_it_writes_entries_of_one_iteration_together_and_later_ones_after_them(
    games: list[Game], writer: LoopWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [await first_roll(game) for game in games]
    with sizes_of_batches(monkeypatch) as sizes:
        writer.append(made[0][0])
        writer.append(made[1][0])
        await asyncio.sleep(0)
        writer.append(made[2][0])
        assert [await outcome for _, outcome in made] == [None, None, None]
    assert sizes == [2, 1]
    assert await seqs_of(games) == [2, 2, 2]


async def test_it_writes_a_batch_that_is_larger_than_the_socket_takes_at_once(
    games: list[Game], writer: LoopWriter
) -> None:
    outcome: Outcome = asyncio.get_running_loop().create_future()
    abort = Abort("x" * 8_000_000)
    entry = await in_database(lambda: entry_for(games[0], None, abort, "", outcome.set_result))
    writer.append(entry)
    assert await asyncio.wait_for(outcome, 30) is None
    assert await seqs_of(games[:1]) == [2]


async def test_it_tells_only_the_entry_that_was_too_late_of_a_conflict(
    games: list[Game], writer: LoopWriter
) -> None:
    early, first = await first_roll(games[0])
    late = await first_roll(games[0])
    others = [await first_roll(game) for game in games[1:]]
    writer.append(early)
    assert await first is None
    for entry, _ in (others[0], late, others[1]):
        writer.append(entry)
    outcomes = [await outcome for _, outcome in (others[0], late, others[1])]
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    assert await seqs_of(games) == [2, 2, 2]


async def test_it_connects_again_after_the_database_has_ended_its_idle_connection(
    games: list[Game], writer: LoopWriter
) -> None:
    entry, outcome = await first_roll(games[0])
    writer.append(entry)
    assert await outcome is None
    await end_connection(writer)
    await asyncio.sleep(0.1)
    entry, outcome = await first_roll(games[1])
    writer.append(entry)
    assert await asyncio.wait_for(outcome, 10) is None


async def test_it_writes_a_batch_again_whose_connection_broke_before_the_commit(
    games: list[Game], writer: LoopWriter
) -> None:
    entry, outcome = await first_roll(games[0])
    writer.append(entry)
    assert await outcome is None
    made = [await first_roll(game) for game in games[1:]]
    pid, loop = pid_of(writer), asyncio.get_running_loop()

    def append() -> None:
        for entry, _ in made:
            writer.append(entry)

    def hold_up_and_end() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE games_gameevent IN EXCLUSIVE MODE")
            loop.call_soon_threadsafe(append)
            for _ in range(500):
                cursor.execute(
                    "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid = %s", [pid]
                )
                if cursor.fetchone() == (1,):
                    break
                time.sleep(0.01)
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
            assert cursor.fetchone() == (True,)

    await in_database(hold_up_and_end)
    assert [await asyncio.wait_for(outcome, 10) for _, outcome in made] == [None, None]
    assert await seqs_of(games) == [2, 2, 2]


async def test_it_calls_a_commit_whose_answer_was_lost_a_conflict_since_the_log_has_it(
    games: list[Game], writer: LoopWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = LoopConnection.execute

    def lose_the_answer(
        server: LoopConnection,
        sql: str,
        values: list[bytes],
        done: Answer,
    ) -> None:
        gone = OperationalError("server closed the connection unexpectedly")
        real(server, sql, values, lambda _, __: done(gone, set()))

    monkeypatch.setattr(LoopConnection, "execute", lose_the_answer)
    made = [await first_roll(game, by="7:c1") for game in games[:2]]
    for entry, _ in made:
        writer.append(entry)
    assert [type(await outcome) for _, outcome in made] == [Conflict, Conflict]
    assert await in_database(lambda: find_answer(games[0].code, "7:c1")) == 2


async def test_it_calls_an_entry_unavailable_that_the_database_refuses(
    games: list[Game], writer: LoopWriter
) -> None:
    good, bad = await first_roll(games[0]), await first_roll(games[1])
    # There is no such game.
    writer.append(replace(bad[0], game_id=2**63))
    writer.append(good[0])
    assert isinstance(await bad[1], StoreUnavailable)
    assert await good[1] is None


async def test_it_says_that_the_database_cannot_be_reached_and_goes_on_when_it_is_back(
    games: list[Game], writer: LoopWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OSError("connection refused")

    entry, outcome = await first_roll(games[0])
    with monkeypatch.context() as away:
        away.setattr(loop_writer, "connect", refuse)
        writer.append(entry)
        assert isinstance(await outcome, StoreUnavailable)
    entry, outcome = await first_roll(games[0])
    writer.append(entry)
    assert await outcome is None


async def test_it_writes_what_is_queued_before_it_closes(games: list[Game]) -> None:
    writer = LoopWriter()
    made = [await first_roll(game) for game in games]
    for entry, _ in made:
        writer.append(entry)
    await writer.close()
    assert [await outcome for _, outcome in made] == [None, None, None]
    assert await seqs_of(games) == [2, 2, 2]


@contextmanager
def locked(game: Game) -> Iterator[None]:
    """Hold the row of a game, in the thread of the block."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT id FROM games_game WHERE id = %s FOR UPDATE", [game.pk])
        yield


async def test_it_lets_other_games_go_on_while_one_is_locked(
    games: list[Game], writer: LoopWriter
) -> None:
    made = [await first_roll(game) for game in games]
    loop, told = asyncio.get_running_loop(), threading.Event()

    def append() -> None:
        for entry, _ in made:
            writer.append(entry)

    def hold() -> None:
        with locked(games[1]):
            loop.call_soon_threadsafe(append)
            assert told.wait(20)

    holding = asyncio.create_task(in_database(hold))
    outcomes = await asyncio.wait_for(asyncio.gather(*(outcome for _, outcome in made)), 10)
    told.set()
    await holding
    assert [type(outcome) for outcome in outcomes] == [type(None), StoreUnavailable, type(None)]
    assert await seqs_of(games) == [2, 1, 2]
    entry, outcome = await first_roll(games[1])
    writer.append(entry)
    assert await outcome is None
