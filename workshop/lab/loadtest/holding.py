"""What processes hold, again and again, and how fast that grows: a leak shows after hours only."""

import os
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self


class Holding(NamedTuple):
    """What one process holds: memory in MB, open files and sockets, threads."""

    rss_mb: float
    anonymous_mb: float
    files: int
    threads: int


class Sample(NamedTuple):
    """What each process held, by its name, `at` seconds after the first sample."""

    at: float
    held: dict[str, Holding]


def holding(pid: int) -> Holding:
    """Read what a process holds from /proc. Raises OSError if there is no such process."""
    proc = Path(f"/proc/{pid}")
    status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
    return Holding(
        _mb(status["VmRSS"]),
        _mb(status["RssAnon"]),
        len(os.listdir(proc / "fd")),
        int(status["Threads"]),
    )


def _mb(text: str) -> float:
    """Return the MB of a value of /proc/*/status, such as "1234 kB"."""
    return round(int(text.split(maxsplit=1)[0]) * 1024 / 1e6, 2)


class Sampler:
    """Samples processes in a thread, from its start to its end. `pids`: by the process's name."""

    def __init__(self, pids: Mapping[str, int], every_s: float) -> None:
        self.samples: list[Sample] = []
        self.problems: list[str] = []
        self._pids = pids
        self._every_s = every_s
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _sample(self) -> None:
        began = time.monotonic()
        while True:
            try:
                held = {name: holding(pid) for name, pid in self._pids.items()}
            except OSError as error:
                self.problems.append(f"a process has ended: {error}")
                return
            self.samples.append(Sample(time.monotonic() - began, held))
            if self._over.wait(self._every_s):
                return


def growth_per_hour(samples: Sequence[Sample]) -> dict[str, dict[str, float]]:
    """Return by how much each process's holding grows in an hour, by its name and what it holds.

    The first half of the samples is the warm-up.
    """
    settled = samples[len(samples) // 2 :]
    seconds = [sample.at for sample in settled]
    return {
        name: {
            what: slope_per_hour(seconds, [getattr(sample.held[name], what) for sample in settled])
            for what in Holding._fields
        }
        for name in (samples[0].held if samples else ())
    }


def slope_per_hour(seconds: Sequence[float], values: Sequence[float]) -> float:
    """Return by how much a value grows in an hour: the median of the slopes between any two
    samples (Theil and Sen), which a few odd samples do not change.

    Returns 0.0 for fewer than two samples.
    """
    slopes = sorted(
        (later - value) / (at - begin) * 3600
        for number, (begin, value) in enumerate(zip(seconds, values, strict=True))
        for at, later in zip(seconds[number + 1 :], values[number + 1 :], strict=True)
    )
    if not slopes:
        return 0.0
    middle = len(slopes) // 2
    return slopes[middle] if len(slopes) % 2 else (slopes[middle - 1] + slopes[middle]) / 2
