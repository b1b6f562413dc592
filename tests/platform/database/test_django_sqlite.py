"""On SQLite, the threads of a process write one after the other, and the game log goes first."""

import gc
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.utils import load_backend

from games.platform.database.overrides.django_sqlite.base import (
    DatabaseWrapper,
    WriteGate,
    gate_of,
    write_first,
)

ALIAS = "gated"
PATIENCE_S = 20.0


@pytest.fixture
def database(tmp_path: Path, django_db_blocker: Any) -> Iterator[str]:
    """The alias of an empty SQLite database with one table, whose lock is waited for briefly."""
    config = {
        **connections.databases["default"],
        "ENGINE": "games.platform.database.overrides.django_sqlite",
        "NAME": str(tmp_path / "rows.sqlite3"),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;",
        },
    }
    connections.databases[ALIAS] = config
    with django_db_blocker.unblock():
        execute("CREATE TABLE line (number INTEGER)")
        yield ALIAS
        connections[ALIAS].close()
    del connections[ALIAS]
    del connections.databases[ALIAS]


def execute(sql: str, *params: int) -> list[Any]:
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def write(number: int) -> None:
    execute("INSERT INTO line VALUES (%s)", number)


def written() -> list[int]:
    return [number for (number,) in execute("SELECT number FROM line ORDER BY rowid")]


def gate() -> WriteGate:
    return gate_of(str(connections[ALIAS].settings_dict["NAME"]))


class Writer(threading.Thread):
    """A thread with a connection of its own."""

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self._work = work
        self._error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._work()
        except BaseException as error:  # raised by `end`
            self._error = error
        finally:
            connections[ALIAS].close()

    def end(self) -> None:
        """Wait for the end of the thread. Raises what its work has raised."""
        self.join(PATIENCE_S)
        assert not self.is_alive()
        if self._error is not None:
            raise self._error


def wait_for(ready: Callable[[], bool]) -> None:
    """Wait until something is true."""
    deadline = monotonic() + PATIENCE_S
    while not ready():
        assert monotonic() < deadline
        sleep(0.001)


def queue_up(*works: Callable[[], None]) -> list[Writer]:
    """Start threads that wait at the gate, in this order."""
    threads = []
    for work in works:
        before = gate().waiting
        threads.append(Writer(work))
        wait_for(lambda before=before: gate().waiting == before + 1)  # type: ignore[misc]
    return threads


def test_the_log_goes_before_all_that_wait(database: str) -> None:
    def append() -> None:
        write_first()
        write(99)

    with transaction.atomic(using=database):
        threads = queue_up(lambda: write(0), lambda: write(1), append)
    for thread in threads:
        thread.end()
    assert written() == [99, 0, 1]


def test_a_statement_keeps_its_turn_until_it_is_committed(database: str) -> None:
    # SQLite commits INSERT ... RETURNING when its last row is read.
    path = connections[ALIAS].settings_dict["NAME"]
    with connections[ALIAS].cursor() as cursor, closing(sqlite3.connect(path, timeout=0)) as other:
        cursor.execute("INSERT INTO line VALUES (1), (2), (3), (4), (5) RETURNING number")
        assert gate().enter(timeout=0)
        try:
            with other:
                other.execute("INSERT INTO line VALUES (9)")
        finally:
            gate().leave()
        assert cursor.fetchone() == (1,)
        assert cursor.fetchmany() == [(2,)]
        assert next(cursor.cursor) == (3,)
        assert cursor.fetchall() == [(4,), (5,)]
        assert cursor.fetchone() is None
        cursor.execute("SELECT number FROM line ORDER BY rowid")
        assert [number for (number,) in cursor] == [1, 2, 3, 4, 5, 9]


def test_the_log_waits_for_one_other_write_at_most(database: str) -> None:
    # Sixteen threads write without a pause; each keeps its turn until all others wait.
    order: list[str] = []
    log_has_ended = threading.Event()

    def append() -> None:
        write_first()
        for number in range(10):
            write(number)
            order.append("log")
        log_has_ended.set()

    def change() -> None:
        for number in range(2):
            with transaction.atomic(using=ALIAS):
                wait_for(lambda: gate().waiting == 16 or log_has_ended.is_set())
                write(100 + number)
                order.append("other")

    with transaction.atomic(using=database):
        threads = [*queue_up(append), *queue_up(*[change] * 16)]
    for thread in threads:
        thread.end()
    assert order == ["log", "other"] * 10 + ["other"] * 22
    assert len(written()) == 42


def fail_in_transaction() -> None:
    with suppress(ZeroDivisionError), transaction.atomic(using=ALIAS):
        write(7)
        raise ZeroDivisionError


def fail_alone() -> None:
    with pytest.raises(OperationalError):
        execute("INSERT INTO nowhere VALUES (1)")


def close_in_transaction() -> None:
    with transaction.atomic(using=ALIAS):
        write(7)
        connections[ALIAS].close()


def fail_to_commit() -> None:
    """A deferred check fails at the COMMIT."""
    execute("CREATE TABLE parent (id INTEGER PRIMARY KEY)")
    execute("CREATE TABLE child (of INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)")
    refused = pytest.raises(IntegrityError, match="FOREIGN KEY")
    with refused, transaction.atomic(using=ALIAS):
        execute("INSERT INTO child VALUES (5)")


def lose_the_connection() -> None:
    """Nobody ends the transaction, and nobody closes the connection."""
    transaction.atomic(using=ALIAS).__enter__()
    write(7)
    del connections[ALIAS]
    gc.collect()


@pytest.mark.parametrize(
    "failure",
    [fail_in_transaction, fail_alone, close_in_transaction, fail_to_commit, lose_the_connection],
)
def test_a_failure_ends_the_turn(database: str, failure: Callable[[], None]) -> None:
    Writer(failure).end()
    Writer(lambda: write(1)).end()
    assert written() == [1]


def test_who_waits_too_long_is_refused_and_leaves_the_queue(database: str) -> None:
    refused: list[str] = []

    def impatient() -> None:
        connections[ALIAS].settings_dict["OPTIONS"]["timeout"] = 0.05
        with pytest.raises(OperationalError) as error:
            write(1)
        refused.append(str(error.value))

    with transaction.atomic(using=database):
        Writer(impatient).end()
        assert refused == ["database is locked"]
        assert gate().waiting == 0
    connections[ALIAS].settings_dict["OPTIONS"]["timeout"] = 5
    write(2)
    assert written() == [2]


class Interrupted(BaseException):
    """What the handler of a signal raises, as the one of Ctrl-C does."""


def test_an_interrupted_thread_leaves_the_queue(
    database: str,
) -> None:
    def interrupt(*_: object) -> None:
        raise Interrupted

    main = threading.get_ident()
    before = signal.signal(signal.SIGUSR1, interrupt)
    holding = threading.Event()

    def hold() -> None:
        with transaction.atomic(using=ALIAS):
            holding.set()
            wait_for(lambda: gate().waiting == 1)
            signal.pthread_kill(main, signal.SIGUSR1)
            wait_for(lambda: gate().waiting == 0)
            write(1)

    try:
        thread = Writer(hold)
        assert holding.wait(PATIENCE_S)
        with pytest.raises(Interrupted):
            write(2)
    finally:
        signal.signal(signal.SIGUSR1, before)
    thread.end()
    write(3)
    assert written() == [1, 3]


def test_many_threads_lose_nothing(database: str) -> None:
    # One connection outside of the gate takes SQLite's lock now and then, as a worker would.
    stop = threading.Event()
    path = connections[ALIAS].settings_dict["NAME"]

    def disturb() -> None:
        with sqlite3.connect(path, timeout=5) as other:
            while not stop.is_set():
                other.execute("INSERT INTO line VALUES (-1)")
                other.commit()
                sleep(0.002)

    def write_many(first: int) -> None:
        for number in range(first, first + 20):
            if number % 3:
                write(number)
            else:
                with transaction.atomic(using=ALIAS):
                    write(number)

    outsider = threading.Thread(target=disturb)
    outsider.start()
    threads = [Writer(lambda first=first: write_many(first)) for first in range(0, 200, 20)]  # type: ignore[misc]
    for thread in threads:
        thread.end()
    stop.set()
    outsider.join()
    assert sorted(number for number in written() if number >= 0) == list(range(200))


def test_the_site_uses_this_backend() -> None:
    assert (
        load_backend("games.platform.database.overrides.django_sqlite").DatabaseWrapper
        is DatabaseWrapper
    )
