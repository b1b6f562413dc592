"""Turns for the threads of a process that write to SQLite, which has one writer at a time.

Without the gate they would meet at SQLite's own lock, where a thread that waits asks again after a
sleep of up to 100 ms: in no order, and without priority. Connections pass the gate (`base.py`).

Each process has a gate of its own for each database. Processes still meet at SQLite's lock.
"""

import threading
from collections import deque
from functools import cache

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
