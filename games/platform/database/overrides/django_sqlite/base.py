"""Turns for the threads of a process that write to SQLite, which has one writer at a time.

Without the gate they would meet at SQLite's own lock, where a thread that waits asks again after a
sleep of up to 100 ms: in no order, and without priority. A connection holds the gate while it
writes: a transaction from BEGIN to its end, a single statement as long as it runs. Reads never
wait: SQLite's log (WAL) lets them pass.

Each process has a gate of its own for each database. Processes still meet at SQLite's lock.
"""

import re
import sqlite3
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from django.db.backends.sqlite3 import base

_thread = threading.local()


def write_first() -> None:
    """Let the writes of this thread go before those of all other threads that wait."""
    _thread.is_first = True


class WriteGate:
    """Lets one thread in at a time: those of `write_first` before others, else in order of arrival.

    The gate goes from hand to hand: the thread that leaves admits the next. The one thread that
    goes first does not wait while it writes, so one of the others writes between two of its writes.
    """

    def __init__(self) -> None:
        # Reentrant: anywhere in here, the garbage collector may find a lost connection, whose turn
        # ends then.
        self._lock = threading.RLock()
        self._is_free = True
        # Each lock is released when it is its thread's turn.
        self._first: deque[threading.Lock] = deque()
        self._others: deque[threading.Lock] = deque()

    @property
    def waiting(self) -> int:
        """How many threads wait for their turn."""
        return len(self._first) + len(self._others)

    def enter(self, timeout: float) -> bool:
        """Wait for the turn. Return False if it has not come after `timeout` seconds."""
        queue = self._first if getattr(_thread, "is_first", False) else self._others
        turn = threading.Lock()
        turn.acquire()
        with self._lock:
            queue.append(turn)
            self._admit()
        try:
            return turn.acquire(timeout=timeout) or not self._withdraw(turn, queue)
        except BaseException:  # such as KeyboardInterrupt
            if not self._withdraw(turn, queue):
                self.leave()
            raise

    def leave(self) -> None:
        """End the turn, and admit the next thread."""
        with self._lock:
            self._is_free = True
            self._admit()

    def _admit(self) -> None:
        if self._is_free and (queue := self._first or self._others):
            self._is_free = False
            queue.popleft().release()

    def _withdraw(self, turn: threading.Lock, queue: deque[threading.Lock]) -> bool:
        """Stop waiting. Return False if the turn has come at the same moment."""
        with self._lock:
            try:
                queue.remove(turn)
            except ValueError:
                return False
            return True


@cache
def gate_of(database: str) -> WriteGate:
    """Return this process's gate of the database with this path."""
    return WriteGate()


READ = re.compile(r"\s*(SELECT|EXPLAIN|PRAGMA)\b", re.IGNORECASE)
"""Statements that pass without a turn. In SQLite, a SELECT never writes."""


class DatabaseWrapper(base.DatabaseWrapper):
    """One connection, used by one thread at a time."""

    _has_turn = False

    def create_cursor(self, name: Any = None) -> "GatedCursor":
        """Return a cursor that waits for its turn before it writes."""
        cursor = self.connection.cursor(factory=lambda connection: GatedCursor(connection, self))
        assert isinstance(cursor, GatedCursor)
        return cursor

    def begin_turn(self) -> None:
        """Wait for the turn to write, unless the connection has it.

        Raises sqlite3.OperationalError after the timeout that SQLite's own lock has.
        """
        if not self._has_turn:
            timeout = float(self.settings_dict["OPTIONS"].get("timeout", 5.0))
            if not gate_of(str(self.settings_dict["NAME"])).enter(timeout):
                raise sqlite3.OperationalError("database is locked")
            self._has_turn = True

    def end_turn(self) -> None:
        """Let the next thread write, unless a transaction is open."""
        if self._has_turn and not (self.connection and self.connection.in_transaction):
            self._leave_gate()

    def _leave_gate(self) -> None:
        if self._has_turn:
            self._has_turn = False
            gate_of(str(self.settings_dict["NAME"])).leave()

    # What Django calls to end a transaction. A failed commit leaves it open; a rollback follows.

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        finally:
            self.end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self.end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave_gate()  # closing rolls back

    def __del__(self) -> None:
        self._leave_gate()


class GatedCursor(base.SQLiteCursorWrapper):
    """A cursor that waits for its connection's turn before it writes."""

    _rows: Iterator[Any] | None = None
    """What a single statement with RETURNING has returned. SQLite commits it with its last row, so
    all are read within the turn.
    """

    def __init__(self, connection: sqlite3.Connection, wrapper: DatabaseWrapper) -> None:
        super().__init__(connection)
        self._wrapper = wrapper

    def execute(self, query: str, params: Any = None) -> "GatedCursor":
        """Run a statement. Raises sqlite3's errors."""
        self._rows = None
        if READ.match(query):
            super().execute(query, params)
            return self
        self._wrapper.begin_turn()
        try:
            super().execute(query, params)
            if self.description and not self.connection.in_transaction:
                self._rows = iter(super().fetchall())
        finally:
            self._wrapper.end_turn()
        return self

    def executemany(self, query: str, param_list: Iterable[Any]) -> "GatedCursor":
        """Run a statement for several rows. Raises sqlite3's errors."""
        self._rows = None
        self._wrapper.begin_turn()
        try:
            super().executemany(query, param_list)
        finally:
            self._wrapper.end_turn()
        return self

    def __next__(self) -> Any:
        return super().__next__() if self._rows is None else next(self._rows)

    def fetchone(self) -> Any:
        return super().fetchone() if self._rows is None else next(self._rows, None)

    def fetchmany(self, size: int | None = None) -> list[Any]:
        size = self.arraysize if size is None else size
        return super().fetchmany(size) if self._rows is None else list(islice(self._rows, size))

    def fetchall(self) -> list[Any]:
        return super().fetchall() if self._rows is None else list(self._rows)
