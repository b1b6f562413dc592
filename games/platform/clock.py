"""The clock of this process. All code in `games` gets the time here.

Call `utc_now()`, `now_ms()` or `monotonic()` when the time is needed. Tests replace the clock with
`use_clock()`. The rules engine gets the time as an argument instead. The time of day has no jumps,
because the deadlines of turns are times of day.
Columns with `auto_now_add` are the one exception: Django fills them from the machine's clock.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Protocol

ONE_DAY = timedelta(days=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


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


# While the machine's clock is wrong by hours, ours goes this much faster or slower towards it.
MAX_SLEW = 0.05


def passing_ns() -> int:
    """Return nanoseconds that never jump. On Linux they count while the machine is suspended."""
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


class SteadyClock:
    """The clock of the machine without its jumps: somebody may set it while a game is played.

    After a jump the time goes on as before, and approaches the machine's time by at most MAX_SLEW.
    `wall_ns`: returns the machine's time of day in nanoseconds since 1970. `passing_ns`: returns
    nanoseconds that never jump.
    """

    def __init__(
        self,
        wall_ns: Callable[[], int] = time.time_ns,
        passing_ns: Callable[[], int] = passing_ns,
    ) -> None:
        self._wall_ns = wall_ns
        self._passing_ns = passing_ns
        self._lock = threading.Lock()
        self._time_ns = wall_ns()
        self._read_at = passing_ns()

    def now_ms(self) -> int:
        """Return the milliseconds since 1970-01-01T00:00:00Z."""
        return self._now_ns() // 1_000_000

    def utc_now(self) -> datetime:
        """Return the date and time, aware, in UTC."""
        return EPOCH + timedelta(microseconds=self._now_ns() // 1000)

    def monotonic(self) -> float:
        """Return seconds that never go back, counted from an arbitrary moment."""
        return time.monotonic()

    def _now_ns(self) -> int:
        with self._lock:
            now = self._passing_ns()
            passed = now - self._read_at
            self._read_at = now
            self._time_ns += passed
            most = int(passed * MAX_SLEW)
            self._time_ns += max(-most, min(most, self._wall_ns() - self._time_ns))
            return self._time_ns


_current: Clock = SteadyClock()


def now_ms() -> int:
    """Return the milliseconds since 1970-01-01T00:00:00Z, as the log of a game stores times."""
    return _current.now_ms()


def utc_now() -> datetime:
    """Return the date and time, aware, in UTC, as columns of models store times."""
    return _current.utc_now()


def monotonic() -> float:
    """Return seconds that never go back, for durations within this process."""
    return _current.monotonic()


def day_of(at: datetime) -> date:
    """Return the day of the site to which a moment belongs.

    A day begins and ends at midnight UTC, for everybody and for all that counts by days or weeks:
    the daily, the puzzle of the day, streaks, weeks of leaderboards, games that count, the audit.
    """
    return at.astimezone(UTC).date()


def begin_of(day: date) -> datetime:
    """Return when a day of the site begins; the day before ends then."""
    return datetime.combine(day, time_of_day(), UTC)


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


@contextmanager
def use_clock(clock: Clock) -> Iterator[None]:
    """Make all threads of this process use `clock` until the block ends."""
    global _current  # noqa: PLW0603 - one process, one clock
    before, _current = _current, clock
    try:
        yield
    finally:
        _current = before
