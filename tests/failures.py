"""Which tests failed in the last runs of script/ci: one that fails now and then is a defect.

Registered by tests/selection.py. `--keep-failures` adds a line to `KEPT` for each run, and
says at its end which tests failed in more than one of them.
"""

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "var" / "test-failures.txt"
RUNS = 50


class Run(TypedDict):
    """A run: when it ended, on which commit, and the tests that failed."""

    at: str
    commit: str
    failed: list[str]


class Failures:
    """What fails in a run. In the process that starts the others."""

    def __init__(self) -> None:
        self.failed: dict[str, None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed[report.nodeid] = None

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Keep this run, and say what fails again and again."""
        at = datetime.now(UTC).isoformat(timespec="minutes")
        run = Run(at=at, commit=commit(), failed=list(self.failed))
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
    lines = path.read_text().splitlines() if path.exists() else []
    lines = [*lines, json.dumps(run)][-RUNS:]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines))
    return [json.loads(line) for line in lines]


def failed_again(runs: Sequence[Run]) -> list[tuple[str, int]]:
    """Return the tests that failed in more than one of these runs, and in how many."""
    counts = Counter(test for run in runs for test in run["failed"])
    return [(test, count) for test, count in counts.most_common() if count > 1]
