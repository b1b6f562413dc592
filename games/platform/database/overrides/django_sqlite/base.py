"""Connections that hold the write gate while they write (`gate.py`).

A transaction holds it from BEGIN to its end, a single statement as long as it runs. Reads never
wait: SQLite's log (WAL) lets them pass.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.db.backends.sqlite3 import base

from games.platform.database.overrides.django_sqlite.gate import gate_of

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
        """End the turn of a thread that ended in the middle of a transaction."""
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
        """Return the next row."""
        return super().__next__() if self._rows is None else next(self._rows)

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        return super().fetchone() if self._rows is None else next(self._rows, None)

    def fetchmany(self, size: int | None = None) -> list[Any]:
        """Return the next rows."""
        size = self.arraysize if size is None else size
        return super().fetchmany(size) if self._rows is None else list(islice(self._rows, size))

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        return super().fetchall() if self._rows is None else list(self._rows)
