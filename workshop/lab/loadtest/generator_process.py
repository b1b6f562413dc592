"""The generator as a child process: start it, follow its phases, have its history checked."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import Empty, Queue
from typing import Any, TypeVar

import msgspec

from tests.environment import ROOT
from workshop.lab.loadtest import processes
from workshop.lab.loadtest.messages import Plan, Result, TableSpec

R = TypeVar("R", bound=Result)

# The longest wait for a phase.
PHASE_S = 300.0


class GeneratorProcess:
    """A running generator. module: what runs, and which kind of plan it reads."""

    def __init__(
        self,
        plan: Plan,
        directory: Path,
        core: int | None,
        module: str = "workshop.lab.loadtest.generator",
    ) -> None:
        path = directory / f"plan-{len(list(directory.iterdir()))}.json"
        path.write_bytes(msgspec.json.encode(plan))
        self.plan = plan
        self._child = subprocess.Popen(
            [sys.executable, "-m", module, str(path)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        if core is not None:
            os.sched_setaffinity(self._child.pid, {core})
        self._lines: Queue[dict[str, Any] | None] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            self._lines.put(json.loads(line))
        self._lines.put(None)

    @property
    def pid(self) -> int:
        return self._child.pid

    def wait_for(self, phase: str, seconds: float = PHASE_S) -> dict[str, Any]:
        """Wait for a phase and return its line. Raises RuntimeError if it is not reached."""
        while True:
            try:
                line = self._lines.get(timeout=seconds)
            except Empty:
                raise RuntimeError(f"the generator did not reach the phase {phase!r}") from None
            if line is None:
                raise RuntimeError(f"the generator ended before the phase {phase!r}")
            if line["phase"] == phase:
                return line

    def finish(self) -> None:
        """Tell it to play the running games to their end."""
        assert self._child.stdin is not None
        self._child.stdin.write(b"finish\n")
        self._child.stdin.flush()

    def result(self) -> Result:
        """Wait for the end, and return what it measured."""
        return self.result_as(Result)

    def result_as(self, kind: type[R]) -> R:
        """Wait for the end, and return what a generator of another kind measured."""
        line = self.wait_for("done")
        self._child.wait()
        return msgspec.convert(line["result"], kind, str_keys=True)

    def stop(self) -> None:
        """Kill it if it is still running."""
        if self._child.poll() is None:
            self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()


def seat_tables(
    tables: int,
    players: int,
    variants: str,
    env: Mapping[str, str],
    clock: int = 0,
    round_bots: int | None = None,
) -> list[TableSpec]:
    """Create players and rooms in the test's database. clock: seconds per turn, 0 for no limit.
    round_bots: how many bots play rounds with the people; None for turns, without bots.
    """
    numbers = [str(tables), str(players), variants, str(clock)]
    if round_bots is not None:
        numbers.append(str(round_bots))
    arguments = ["-m", "workshop.lab.loadtest", "seat", *numbers]
    return msgspec.json.decode(processes.run(arguments, env), type=list[TableSpec])


def gather_guests(count: int, env: Mapping[str, str]) -> TableSpec:
    """Create guests and a room where they have no seats, in the test's database."""
    answer = processes.run(["-m", "workshop.lab.loadtest", "gather", str(count)], env)
    return msgspec.json.decode(answer, type=TableSpec)


def check_history(paths: Sequence[str], env: Mapping[str, str]) -> tuple[list[str], dict[str, int]]:
    """Compare histories with the log; return the problems, and counts of what was compared."""
    answer = processes.run(["-m", "workshop.lab.loadtest", "check", *paths], env)
    return msgspec.json.decode(answer, type=tuple[list[str], dict[str, int]])


def verify_logs(env: Mapping[str, str]) -> tuple[list[str], str]:
    """Run `manage.py verifylog`; return the problems and its last line."""
    try:
        output = processes.run(["manage.py", "verifylog"], env)
    except RuntimeError as error:
        return [str(error)], "verifylog found problems"
    return [], output.strip()
