"""Which tests failed in the last runs of script/ci: one that fails now and then is a defect.

Registered by tests/selection.py. `--keep-failures` adds a line to `KEPT` for each run, and
says at its end which tests failed in more than one of them. `python -m tests.failures` prints which
tests of the last run script/ci tries once more.
"""

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "var" / "test-failures.txt"
RUNS = 50
MOST_AGAIN = 10
"""If more tests failed, it was no accident."""


class Run(TypedDict):
    """A run: when it ended, on which commit, and the tests that failed.

    `timed`: those that need a browser, a server or another process, which a slow machine starves.
    """

    at: str
    commit: str
    failed: list[str]
    timed: NotRequired[list[str]]


class Failures:
    """What fails in a run. In the process that starts the others.

    `markers`: what a test may need; one that needs nothing fails for a reason of its own.
    """

    def __init__(self, markers: Sequence[str]) -> None:
        self._markers = markers
        self.failed: dict[str, bool] = {}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed[report.nodeid] = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed[report.nodeid] = any(name in report.keywords for name in self._markers)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Keep this run, and say what fails again and again."""
        at = datetime.now(UTC).isoformat(timespec="minutes")
        timed = [test for test, is_timed in self.failed.items() if is_timed]
        run = Run(at=at, commit=commit(), failed=list(self.failed), timed=timed)
        runs = keep(KEPT, run)
        repeated = failed_again(runs)
        if repeated:
            terminalreporter.section(f"tests that failed more than once in {len(runs)} runs")
            for test, count in repeated:
                terminalreporter.line(f"{count:5} {test}")


def commit() -> str:
    """Return the commit of the working tree, or nothing without Git."""
    asked = ["git", "describe", "--always", "--dirty"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def keep(path: Path, run: Run) -> list[Run]:
    """Add a run to a file of the last ones, a line each, and return them."""
    runs = [*kept(path), run][-RUNS:]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(each)}\n" for each in runs))
    return runs


def kept(path: Path) -> list[Run]:
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def failed_again(runs: Sequence[Run]) -> list[tuple[str, int]]:
    """Return the tests that failed in more than one of these runs, and in how many."""
    counts = Counter(test for run in runs for test in run["failed"])
    return [(test, count) for test, count in counts.most_common() if count > 1]


def to_try_again(runs: Sequence[Run]) -> list[str]:
    """Return the tests of the last run that get another try: few failed, and all of these depend on
    the speed of the machine. Otherwise none does.
    """
    if not runs or runs[-1]["failed"] != runs[-1].get("timed"):
        return []
    failed = runs[-1]["failed"]
    return failed if len(failed) <= MOST_AGAIN else []


if __name__ == "__main__":
    print(*to_try_again(kept(KEPT)), sep="\n", end="")
