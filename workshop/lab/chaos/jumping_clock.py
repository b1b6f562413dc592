"""A machine whose clock is set while the site runs."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.platform.clock import SteadyClock, use_clock

LOOK_S = 0.1


class WrongTime:
    """The machine's time plus the seconds in a file, which is read every LOOK_S."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset_ns = 0
        self._read_at = 0.0

    def time_ns(self) -> int:
        """Return nanoseconds since 1970, as a wrongly set clock shows them."""
        now = time.monotonic()
        if now - self._read_at > LOOK_S:
            self._read_at = now
            self._offset_ns = int(float(self._path.read_text()) * 1e9)
        return time.time_ns() + self._offset_ns


@contextmanager
def use_jumping_clock(path: Path) -> Iterator[None]:
    """Use the site's own clock on a machine with a wrong time, until the block ends."""
    with use_clock(SteadyClock(WrongTime(path).time_ns)):
        yield
