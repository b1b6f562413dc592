"""A database that is away makes jobs late. It fails none, and is mentioned once for each."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable

import psycopg
import pytest
from django.db import DataError, InterfaceError, OperationalError
from psycopg import errors
from psycopg_pool import PoolTimeout

from games.assembly.processes.lifecycle import all_jobs
from games.platform.database import threads
from games.platform.database.outages import is_outage
from games.platform.jobs import runner
from games.platform.jobs.job import Job
from games.platform.jobs.runner import run
from games.record.fairness.secrets import UnreadableSecret
from games.tables.live.process import BackgroundTasks
from games.tables.live.registry import Hubs

JOBS = {(job.name, job.lane): job for job in all_jobs()}


def caused(cause: Exception, error: type[Exception] = OperationalError) -> Exception:
    """Return what Django makes of a failure of the driver."""
    made = error(str(cause))
    made.__cause__ = cause
    return made


def sqlite(code: int) -> Exception:
    cause = sqlite3.OperationalError("sqlite says no")
    cause.sqlite_errorcode = code
    return caused(cause)


@pytest.mark.parametrize(
    "error",
    [
        caused(PoolTimeout("couldn't get a connection after 5.00 sec")),
        caused(psycopg.OperationalError("server closed the connection unexpectedly")),
        caused(errors.AdminShutdown("terminating connection")),
        caused(errors.CrashShutdown("terminating connection")),
        caused(errors.CannotConnectNow("the database system is starting up")),
        caused(errors.TooManyConnections("sorry, too many clients already")),
        caused(errors.DiskFull("no space left")),
        caused(errors.ConnectionFailure("gone")),
        caused(psycopg.InterfaceError("the connection is closed"), InterfaceError),
        ExceptionGroup("of a job", [caused(PoolTimeout("starved")), sqlite(sqlite3.SQLITE_FULL)]),
        sqlite(sqlite3.SQLITE_BUSY),
        sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT),
        sqlite(sqlite3.SQLITE_FULL),
        sqlite(sqlite3.SQLITE_CANTOPEN),
        sqlite(sqlite3.SQLITE_IOERR_WRITE),
    ],
)
def test_it_is_the_database(error: Exception) -> None:
    assert is_outage(error)


@pytest.mark.parametrize(
    "error",
    [
        caused(errors.LockNotAvailable("canceling statement due to lock timeout")),
        caused(errors.QueryCanceled("canceling statement due to statement timeout")),
        caused(errors.DeadlockDetected("deadlock detected")),
        caused(errors.NumericValueOutOfRange("integer out of range"), DataError),
        sqlite(sqlite3.SQLITE_ERROR),  # no such table
        UnreadableSecret("no key"),
        ExceptionGroup("of a job", [caused(PoolTimeout("starved")), ValueError("a bug")]),
        ValueError("a bug"),
        TimeoutError(),
    ],
)
def test_it_is_the_work(error: Exception) -> None:
    assert not is_outage(error)


class Database:
    """The database of a process, which can be away after so many calls."""

    def __init__(self) -> None:
        self.calls = 0
        self.away_after: float = float("inf")
        self._run = threads._run

    def run(self, work: Callable[[], object], asked_at: float | None) -> object:
        """Replace `_run` of the threads."""
        self.calls += 1
        if self.calls > self.away_after:
            raise caused(PoolTimeout("couldn't get a connection after 5.00 sec"))
        return self._run(work, asked_at)


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Database:
    made = Database()
    monkeypatch.setattr(threads, "_run", made.run)
    monkeypatch.setattr(runner, "TICK_S", 0.01)
    monkeypatch.setattr(runner, "OUTAGE_S", 0.02)
    return made


def logged(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    """Return the warnings and errors, without what the database said."""
    lines = [(each.levelno, each.getMessage()) for each in caplog.records]
    return [(level, text.partition(":")[0]) for level, text in lines if level > logging.INFO]


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)


async def test_the_worker_waits_for_the_database_and_says_so_once_each_time(
    transactional_db: None, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    done: list[int] = []
    stop = asyncio.Event()

    async def work() -> None:
        await threads.in_database(lambda: done.append(1))

    job = Job(name="probe", run=work, every=0.01)
    database.away_after = 0
    working = asyncio.create_task(run([job], stop))
    for _ in range(2):
        before = database.calls
        await until(lambda before=before: database.calls > before + 8)  # type: ignore[misc]
        assert not done
        database.away_after = float("inf")
        await until(lambda: bool(done))
        await asyncio.sleep(0.1)
        done.clear()
        database.away_after = database.calls
    stop.set()
    await working
    told = logged(caplog)
    assert {level for level, _ in told} == {logging.WARNING}
    assert told.count((logging.WARNING, "the job probe waits for the database")) in (2, 3)
    assert told.count((logging.WARNING, "the worker waits for the database")) in (2, 3)


@pytest.mark.parametrize("calls", [0, 1, 2, 3])
@pytest.mark.parametrize("key", list(JOBS), ids=[" ".join(key) for key in JOBS])
async def test_no_job_logs_an_error_or_ends_by_anything_else(
    hubs: Hubs,
    database: Database,
    caplog: pytest.LogCaptureFixture,
    key: tuple[str, str],
    calls: int,
) -> None:
    database.away_after = calls
    async with asyncio.timeout(20):
        [failure] = await asyncio.gather(JOBS[key].run(), return_exceptions=True)
    assert not isinstance(failure, BaseException) or is_outage(failure)
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


@pytest.mark.logs_errors("games.tables.live.process")
async def test_a_task_without_a_database_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(error: Exception) -> None:
        raise error

    tasks = BackgroundTasks()
    tasks.spawn(fail(caused(PoolTimeout("starved"))))
    await until(lambda: not tasks.tasks)
    assert logged(caplog) == [(logging.WARNING, "a background task had no database")]
    tasks.spawn(fail(ValueError("a bug")))
    await until(lambda: not tasks.tasks)
    assert logged(caplog)[1:] == [(logging.ERROR, "a background task failed")]
