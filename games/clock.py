"""The clock of this process. All code in `games` gets the time here.

Call `utc_now()`, `now_ms()` or `monotonic()` when the time is needed. Tests replace the clock with
`use_clock()`. The rules engine gets the time as an argument instead.
Columns with `auto_now_add` are the one exception: Django fills them from the machine's clock.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """The interface of a clock."""

    def now_ms(self) -> int:
        """Return the milliseconds since 1970-01-01T00:00:00Z."""
        ...

    def utc_now(self) -> datetime:
        """Return the date and time, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never go back, counted from an arbitrary moment."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now_ms(self) -> int:
        """Return the milliseconds since 1970-01-01T00:00:00Z."""
        return time.time_ns() // 1_000_000

    def utc_now(self) -> datetime:
        """Return the date and time, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds that never go back, counted from an arbitrary moment."""
        return time.monotonic()


_current: Clock = SystemClock()


def now_ms() -> int:
    """Return the milliseconds since 1970-01-01T00:00:00Z, as the log of a game stores times."""
    return _current.now_ms()


def utc_now() -> datetime:
    """Return the date and time, aware, in UTC, as columns of models store times."""
    return _current.utc_now()


def monotonic() -> float:
    """Return seconds that never go back, for durations within this process."""
    return _current.monotonic()


@contextmanager
def use_clock(clock: Clock) -> Iterator[None]:
    """Make all threads of this process use `clock` until the block ends."""
    global _current  # noqa: PLW0603 - one process, one clock
    before, _current = _current, clock
    try:
        yield
    finally:
        _current = before
