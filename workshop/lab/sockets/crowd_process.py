"""A crowd as a child process: start it, and wait until all are connected or back."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue

import msgspec

from workshop.lab.loadtest import processes
from workshop.lab.sockets.crowd import CrowdPlan

MAX_WAIT_S = 180.0


class Arrival(msgspec.Struct):
    """All players are there. seconds, median: until the last and until half of them were.

    refused: handshakes that were answered with an error on the way; behind: welcomes with an older
    state than their player had.
    """

    seconds: float
    median: float
    welcomes: int
    refused: int
    behind: int


class CrowdProcess:
    """A running crowd."""

    def __init__(self, plan: CrowdPlan, directory: Path, core: int | None) -> None:
        path = directory / "crowd.json"
        path.write_bytes(msgspec.json.encode(plan))
        self._child = subprocess.Popen(
            [sys.executable, "-m", "workshop.lab.sockets.crowd", str(path)],
            cwd=processes.ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        if core is not None:
            os.sched_setaffinity(self._child.pid, {core})
        self._lines: Queue[bytes] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            self._lines.put(line)

    def wait(self) -> Arrival:
        """Wait until all are there. Raises RuntimeError if they do not come."""
        try:
            line = self._lines.get(timeout=MAX_WAIT_S)
        except Empty:
            raise RuntimeError(f"not all sockets were open after {MAX_WAIT_S:.0f} s") from None
        return msgspec.convert(json.loads(line), Arrival)

    def stop(self) -> None:
        """End it."""
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()
        self._child.kill()
        self._child.wait()
