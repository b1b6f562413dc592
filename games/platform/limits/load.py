"""Whether this process has little processor time left.

All threads share the interpreter, and each waits for all others that want it: beside eight that
compute pages, the event loop waits for tens of milliseconds, several times for each move. So what
can wait is done by few threads at once while the process is busy.
"""

import time
from collections.abc import Callable

BUSY = 0.7
"""The share of a core. With the interpreter's lock, a process can hardly use more than one core."""
WINDOW_S = 0.05
"""The least time over which the share is measured: a page alone is no reason to wait."""


class Load:
    """Measures the processor time of the process when it is asked.

    `processor_s`, `now`: clocks, in seconds.
    """

    def __init__(
        self,
        processor_s: Callable[[], float] = time.process_time,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._processor_s = processor_s
        self._now = now
        self._at = now()
        self._used = processor_s()
        self._is_high = False

    @property
    def is_high(self) -> bool:
        """Whether the process used more than BUSY of a core since somebody asked, WINDOW_S ago or
        earlier.
        """
        passed = self._now() - self._at
        if passed >= WINDOW_S:
            used = self._processor_s()
            self._is_high = used - self._used > BUSY * passed
            self._at, self._used = self._now(), used
        return self._is_high


LOAD = Load()
