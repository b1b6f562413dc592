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
        self._lock = threading.Lock()
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
        with self._lock:
            if self._is_free:
                self._is_free = False
                return True
            turn = threading.Lock()
            turn.acquire()
            queue.append(turn)
        if turn.acquire(timeout=timeout):
            return True
        with self._lock:
            if turn in queue:
                queue.remove(turn)
                return False
        return True  # the turn came at the same moment

    def leave(self) -> None:
        """End the turn, and admit the next thread."""
        with self._lock:
            queue = self._first or self._others
            if queue:
                queue.popleft().release()
            else:
                self._is_free = True


@cache
def gate_of(database: str) -> WriteGate:
    """Return this process's gate of the database with this path."""
    return WriteGate()
