"""What the current task works for: the room and the connection that log lines name."""

from contextvars import ContextVar
from itertools import count
from typing import NamedTuple


class LogContext(NamedTuple):
    """A room's code, or "", and the number of a connection in this process, or 0."""

    room: str = ""
    connection: int = 0


NOTHING = LogContext()
_current: ContextVar[LogContext] = ContextVar("log_context", default=NOTHING)
_numbers = count(1)


def log_for_connection(room: str) -> None:
    """Name this room ("" for none) and a new connection in all log lines of the current task.

    Tasks that it starts, and functions that it runs in database threads, inherit both.
    """
    _current.set(LogContext(room, next(_numbers)))


def log_for_room(room: str) -> None:
    """Name this room in all log lines of the current task."""
    _current.set(LogContext(room))


def log_context() -> LogContext:
    """Return what the current task works for."""
    return _current.get()
