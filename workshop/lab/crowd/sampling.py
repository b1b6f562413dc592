"""Where the time of a process goes: which functions are on the stack, at every few ms of CPU.

The kernel counts the processor time of the process, and sends SIGPROF when some has passed. The
sample belongs to the thread that has used most of it. Time in C, such as that of a system call,
belongs to the Python function that called it.
"""

import signal
import sys
import sysconfig
import threading
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import CodeType, FrameType

EVERY_S = 0.004
"""Of CPU. A kernel that ticks a hundred times a second sends a signal every 10 ms instead."""
VARIABLE = "CROWD_SAMPLES"
"""Names the file to which the server writes."""
MAX_DEPTH = 150
STANDARD = sysconfig.get_path("stdlib")

Stack = tuple[CodeType, ...]


class Sampler:
    """Samples this process between two SIGUSR2, then writes the stacks to a file."""

    def __init__(self, path: Path, root: Path) -> None:
        self.path = path
        self._root = f"{root}/"
        self._stacks: Counter[Stack] = Counter()
        self._used: dict[int, float] = {}
        self._runs = False

    def install(self) -> None:
        """Wait for signals. Only in the main thread, and with HANG_SECONDS=0: the site's own
        watchdog uses the same clock.
        """
        signal.signal(signal.SIGUSR2, lambda *_: self.toggle())
        signal.signal(signal.SIGPROF, self._sample)

    def toggle(self) -> None:
        """Begin, or end and write."""
        self._runs = not self._runs
        every = EVERY_S if self._runs else 0
        signal.setitimer(signal.ITIMER_PROF, every, every)
        if self._runs:
            self._stacks.clear()
            self._busiest(sys._current_frames())
        else:
            self._write()

    def _sample(self, _: int, interrupted: FrameType | None) -> None:
        if not self._runs:
            return
        threads = sys._current_frames()
        busiest = self._busiest(threads)
        frame = interrupted if busiest == threading.get_ident() else threads[busiest]
        stack: list[CodeType] = []
        while frame is not None and len(stack) < MAX_DEPTH:
            stack.append(frame.f_code)
            frame = frame.f_back
        self._stacks[tuple(stack)] += 1

    def _busiest(self, threads: Mapping[int, FrameType]) -> int:
        """Return the thread that has used most CPU since the last sample."""
        used = {id_: cpu_of(id_) for id_ in threads}
        before, self._used = self._used, used
        return max(used, key=lambda id_: used[id_] - before.get(id_, 0.0))

    def _write(self) -> None:
        stacks: Counter[str] = Counter()
        for stack, count in self._stacks.items():
            stacks[";".join(self._name(code) for code in reversed(stack))] += count
        new = self.path.with_suffix(".new")
        new.write_text("".join(f"{stack} {count}\n" for stack, count in stacks.items()))
        # In one step: the run waits for it.
        new.replace(self.path)

    def _name(self, code: CodeType) -> str:
        path = code.co_filename.removeprefix(self._root).rpartition("site-packages/")[2]
        path = path.replace(STANDARD, "python")
        return f"{path}:{code.co_qualname}".replace(";", ",").replace(" ", "_")


def cpu_of(thread: int) -> float:
    """Return the CPU seconds that a thread has used; 0 for one that is just ending."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except OSError:
        return 0.0


def read_samples(text: str) -> Counter[tuple[str, ...]]:
    """Return how often each stack was seen, the outermost function first."""
    stacks: Counter[tuple[str, ...]] = Counter()
    for line in text.splitlines():
        stack, _, count = line.rpartition(" ")
        stacks[tuple(stack.split(";"))] += int(count)
    return stacks
