"""The CPU load of this machine."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from games.platform.clock import monotonic

# Shorter measurements would mostly show the resolution of the kernel's counters.
SHORTEST_S = 0.25


class CpuTimes(NamedTuple):
    """Seconds since the machine started, summed over all cores: busy, and in total."""

    busy: float
    total: float


def cpu_times() -> CpuTimes | None:
    """Return the machine's CPU times; None except on Linux."""
    try:
        line = Path("/proc/stat").read_text().split("\n", 1)[0]
    except OSError:
        return None
    user, nice, system, idle, iowait, irq, softirq, steal, *_ = map(int, line.split()[1:])
    busy = user + nice + system + irq + softirq
    # Here, not at import: other systems may lack it.
    ticks = os.sysconf("SC_CLK_TCK")
    return CpuTimes(busy / ticks, (busy + idle + iowait + steal) / ticks)


class Load:
    """The CPU load of the machine, without that of the caller."""

    def __init__(self, times: Callable[[], CpuTimes | None] = cpu_times) -> None:
        self._times = times
        self._looked_at = monotonic()
        self._before = times()
        self._own = 0.0
        self._share = 0.0

    def spent(self, seconds: float) -> None:
        """Add CPU seconds that the caller has used since the last measurement."""
        self._own += seconds

    def of_others(self) -> float:
        """Return the share of all cores, 0 to 1, that others have used since the last measurement.

        0 if it is not known.
        """
        now = monotonic()
        if now - self._looked_at < SHORTEST_S:
            return self._share
        before, after = self._before, self._times()
        if before is not None and after is not None and after.total > before.total:
            used = after.busy - before.busy - self._own
            self._share = max(0.0, used / (after.total - before.total))
        self._looked_at, self._before, self._own = now, after, 0.0
        return self._share
